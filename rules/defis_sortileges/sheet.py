"""The sheet of a character: what a viewer sees and may tap."""

from __future__ import annotations

from rules.defis_sortileges.acting import intent, now_section
from rules.defis_sortileges.book import BOOK
from rules.defis_sortileges.catalog import OPENED, effect
from rules.defis_sortileges.chances import percent
from rules.defis_sortileges.content_types import Spell
from rules.defis_sortileges.facts import sheet_facts
from rules.defis_sortileges.fighters import fighter_name, is_spent, known_spells, loss_of, plan_of
from rules.defis_sortileges.house import spell_part
from rules.defis_sortileges.numbers import damage, power, scores, start_of
from rules.defis_sortileges.numbers import in_fight as in_fight_now
from rules.defis_sortileges.planning import PrepareSpell, castable, prepare_spell, targets
from rules.defis_sortileges.power import ChooseAttitude, RubOut, choose_attitude, rub_out
from rules.defis_sortileges.state import Fight, Foe, Hero, State, Thing
from rules.defis_sortileges.tally import ChangeWounds, change_wounds
from rules.defis_sortileges.things import FindThing, Wield, offer_find, wield
from rules.defis_sortileges.units import alliance_of, leader_of
from rules.defis_sortileges.whose import awaited
from rules.defis_sortileges.words import (
    ATTITUDE_NAMES,
    RESTS,
    VITALITY,
    WOUNDS,
    dice,
    names,
    place_name,
    signed,
    thing_name,
)
from rules.kernel.messages import kind_of
from rules.kernel.offers import Viewer
from rules.kernel.sections import (
    AnySection,
    Card,
    Cards,
    Effect,
    Effects,
    Line,
    Listing,
    Numbers,
    Part,
    Prose,
    Sheet,
    Tap,
    Track,
    Tracks,
)
from rules.kernel.tapping import tap, taps
from rules.kernel.text import Text, same

HEALTH = Text("Blessures", "Wounds")
SCORES_TITLE = Text("Caractéristiques", "Scores")
ATTITUDES = Text("Pouvoir", "Power")
THINGS = Text("Objets", "Items")
PROFILE = Text("Profil", "Profile")
KNOWN, TO_OPEN = Text("Connus", "Known"), Text("À ouvrir", "To be opened")
IN_FIGURES = Text("Sortilèges en chiffres", "Spells in figures")
POWERS_OF = Text("Pouvoirs des objets", "Powers of items")
NUMBERS_OF = Text("Initiative {i}, niveau {n}", "Initiative {i}, level {n}")
CHANCE = Text(", {p} de chances", ", {p} chance")
TICK = Text("cocher", "tick")
PREPARE = Text("préparer", "prepare")
IN_HAND = Text("en main", "in hand")
NO_THING = Text("Rien d’autre que ce que l’on porte.", "Nothing but the clothes on one’s back.")
YOUR_TURN = Text("À son tour", "Their turn")
LEADS = Text("Mène", "Leads")
LOST_IN_FIGHT = Text("Perdu jusqu’à la fin du combat", "Lost until the fight ends")
DANCES = Text("Danse malgré soi", "Dances against their will")
STANDS = Text("Ici", "Here")
ALLIES = Text("Alliance", "Alliance")
EXPLORED = Text("Lieux explorés", "Places explored")
NOT_OUT = Text(
    "Pas encore parti : notez les lieux de la carte, puis partez à l’aventure.",
    "Not set out yet: note the places of the map, then set out.",
)
START = Text("Avant le départ", "Before setting out")
ATTITUDES_KEY, PROSE_START, FIGURES_KEY, ABOUT_KEY = "attitudes", "start", "spell_figures", "about"
"""Sections that a form to be filled in leaves out."""


def sheet(state: State, hero: str, viewer: Viewer) -> Sheet | None:
    """What the viewer sees; None where the state knows none of that key. Nothing here is secret."""
    found = state.heroes.get(hero)
    if found is None:
        return None
    return Sheet(
        key=found.key,
        name=found.name,
        subtitle=BOOK.characters[found.character].title,
        icon=icon_of(found),
        badges=badges(state, found),
        sections=sections(state, found, viewer),
        facts=sheet_facts(state, found),
    )


ICONS = {"keldrilh": "enchanter", "pereim": "helmet", "kandjar": "staff", "caithness": "wind"}


def icon_of(hero: Hero) -> str:
    return ICONS.get(hero.character, "person")


def badges(state: State, hero: Hero) -> tuple[Text, ...]:
    if not hero.place:
        return ()
    leads = len(alliance_of(state, hero.key)) > 1 and leader_of(state, hero.key) == hero.key
    return ((YOUR_TURN,) if hero.key in awaited(state) else ()) + ((LEADS,) if leads else ())


def sections(state: State, hero: Hero, viewer: Viewer) -> tuple[AnySection, ...]:
    acts = viewer.may_act_for(hero.key)
    return (
        *start_text(hero),
        *in_fight(state, hero),
        *now_section(state, hero, viewer),
        Tracks(
            key="tracks",
            title=HEALTH,
            place="head",
            tracks=(wound_track(state, hero, acts),),
        ),
        Numbers(
            key="numbers",
            title=SCORES_TITLE,
            place="head",
            numbers=(*scores(state, hero), power(hero), damage(state, hero)),
        ),
        *tabs(state, hero, acts),
        about(state, hero),
        spell_lines(state, hero),
        *powers(hero),
    )


def tabs(state: State, hero: Hero, acts: bool) -> tuple[Cards, ...]:
    """The spells come first while they are wanted."""
    attitudes, spells = attitude_cards(state, hero, acts), spell_cards(state, hero, acts)
    fights = state.adventure is not None and state.adventure.fight is not None
    first = (spells, attitudes) if fights else (attitudes, spells)
    return (*first, thing_cards(state, hero, acts))


def start_text(hero: Hero) -> tuple[Prose, ...]:
    return () if hero.place else (Prose(key=PROSE_START, title=START, place="head", text=NOT_OUT),)


def in_fight(state: State, hero: Hero) -> tuple[Effects, ...]:
    """What was said for this round, and what spells have taken."""
    fight = state.adventure.fight if state.adventure else None
    if fight is None or hero.key not in (*fight.side, *fight.rivals):
        return ()
    found = (*_intents(state, fight, hero), *_losses(state, fight, hero))
    return (Effects(key="effects", title=LOST_IN_FIGHT, place="head", effects=found),) if found else ()


def _intents(state: State, fight: Fight, hero: Hero) -> tuple[Effect, ...]:
    plan = plan_of(state, hero.key)
    if not (plan.spell or plan.ally or plan.still):
        return ()
    title = intent(state, hero.key)
    if plan.ally:
        title = Text("S’interpose pour {a}", "Interposes for {a}")(a=fighter_name(state, plan.ally))
    if plan.still:
        title = Text("Attend", "Waits")
    return (Effect(key="plan", title=title, icon="target", mood="good"),)


def _losses(state: State, fight: Fight, hero: Hero) -> tuple[Effect, ...]:
    loss = loss_of(state, hero.key)
    if not (loss.set_to and fight.round <= loss.until):
        return ()
    left = loss.until - fight.round + 1
    text = Text("Combat réduit à {n}", "Combat reduced to {n}")(n=loss.set_to)
    return (Effect(key="dance", title=DANCES, text=text, rounds=left, icon="spiral", mood="bad"),)


def wound_track(state: State, hero: Hero, acts: bool) -> Track:
    return Track(
        key="body",
        label=WOUNDS,
        now=hero.wounds,
        most=hero.vitality,
        icon="drop",
        parts=(Part(VITALITY, hero.vitality, "§1", f"characters/{hero.character}", start_of("vitality")),),
        down=step(state, hero, -1) if acts else None,
        up=step(state, hero, 1) if acts else None,
    )


def foe_track(foe: Foe) -> Track:
    return Track(
        key=foe.key,
        label=WOUNDS,
        now=foe.wounds,
        most=foe.vitality,
        icon="claw",
        tone="xp",
        parts=(Part(VITALITY, foe.vitality, "§6.2"),),
    )


def step(state: State, hero: Hero, by: int) -> Tap | None:
    label = Text("Blessures {by}", "Wounds {by}")(by=signed(by))
    return tap(state, change_wounds, ChangeWounds(hero=hero.key, by=by), label)


def attitude_cards(state: State, hero: Hero, acts: bool) -> Cards:
    """Four boxes to tick while a paragraph asks for it."""
    return Cards(
        key=ATTITUDES_KEY,
        title=ATTITUDES,
        cards=tuple(
            Card(
                key=key,
                title=name,
                text=BOOK.attitudes[key].text,
                state="ready" if (found := _tick(state, hero, key) if acts else None) else "passive",
                count=getattr(hero.ticks, key),
                icon=ATTITUDE_ICONS[key],
                link=f"attitudes/{key}",
                tap=found,
                back=_rub_out(state, hero, key) if acts else None,
            )
            for key, name in ATTITUDE_NAMES.items()
        ),
    )


ATTITUDE_ICONS = {"prudent": "shield", "cunning": "eye", "friendly": "heart", "aggressive": "flame"}


def _tick(state: State, hero: Hero, attitude: str) -> Tap | None:
    return tap(state, choose_attitude, ChooseAttitude(hero=hero.key, attitude=attitude), TICK)


def _rub_out(state: State, hero: Hero, attitude: str) -> Tap | None:
    return tap(state, rub_out, RubOut(hero=hero.key, attitude=attitude))


def spell_cards(state: State, hero: Hero, acts: bool) -> Cards:
    """Those known first; the others with what opens them."""
    known = known_spells(state, hero)
    closed = tuple(spell for spell in BOOK.spells_of(hero.character) if spell not in known)
    return Cards(
        key="spells",
        title=BOOK.characters[hero.character].magic_name,
        cards=(
            *(_known(state, hero, spell, acts) for spell in known),
            *(_closed(state, spell) for spell in closed),
        ),
    )


def _known(state: State, hero: Hero, spell: Spell, acts: bool) -> Card:
    spent = state.adventure is not None and is_spent(state, hero.key, spell.key)
    choices = _casts(state, hero, spell) if acts else ()
    level = spell_part(state, spell.key, "level")
    chance = CHANCE(p=percent(in_fight_now(state, hero, "magic") - level))
    text = NUMBERS_OF(**_of(state, spell)) + chance + Text(". ", ". ") + spell.text
    return Card(
        key=spell.key,
        title=spell.name,
        text=text,
        state="spent" if spent else "ready" if choices else "passive",
        icon="star",
        group=KNOWN,
        link=f"spells/{spell.key}",
        tap=choices[0] if len(choices) == 1 else None,
        taps=choices if len(choices) > 1 else (),
        ask="prepare_spell" if len(choices) > 1 else None,
        given={"spell": spell.key} if len(choices) > 1 else {},
    )


def _of(state: State, spell: Spell) -> dict[str, int]:
    return {"i": spell_part(state, spell.key, "initiative"), "n": spell_part(state, spell.key, "level")}


def _casts(state: State, hero: Hero, spell: Spell) -> tuple[Tap, ...]:
    """The spell prepared by the character: for each it may be aimed at, or for all at once."""
    fight = state.adventure.fight if state.adventure else None
    if fight is None or hero.key not in (*fight.side, *fight.rivals):
        return ()
    if spell not in castable(state, hero.key, hero.key):
        return ()
    whom = targets(state, hero.key, spell)
    each = (PrepareSpell(hero=hero.key, spell=spell.key, target=key) for key in whom)
    alone = (PrepareSpell(hero=hero.key, spell=spell.key),)
    labelled = (
        (one, fighter_name(state, one.target) if one.target else PREPARE) for one in (each if whom else alone)
    )
    return taps(state, prepare_spell, labelled)


def opens_at(state: State, spell: Spell) -> Text:
    """What opens it, as the campaign plays (§9.2)."""
    assert spell.attitude is not None
    return OPENED(
        p=spell_part(state, spell.key, "power"),
        t=spell_part(state, spell.key, "ticks"),
        a=ATTITUDE_NAMES[spell.attitude].inline,
    )


def _closed(state: State, spell: Spell) -> Card:
    figures = NUMBERS_OF(**_of(state, spell))
    return Card(
        key=spell.key,
        title=spell.name,
        text=opens_at(state, spell) + Text(" · ", " · ") + figures,
        icon="lock",
        group=TO_OPEN,
        link=f"spells/{spell.key}",
    )


def thing_cards(state: State, hero: Hero, acts: bool) -> Cards:
    return Cards(
        key="things",
        title=THINGS,
        cards=(*(_thing(state, hero, thing, acts) for thing in hero.things), *_to_note(state, hero, acts)),
        empty=NO_THING,
    )


def _to_note(state: State, hero: Hero, acts: bool) -> tuple[Card, ...]:
    """The form for what was found, last."""
    if not acts or offer_find(state, hero.key, {}).violation:
        return ()
    kind = kind_of(FindThing)
    return (Card(key=kind, title=FindThing.label, state="ready", icon="plus", ask=kind),)


def _thing(state: State, hero: Hero, thing: Thing, acts: bool) -> Card:
    in_hand = thing.key == hero.weapon
    found = tap(state, wield, Wield(hero=hero.key, thing=thing.key)) if acts and thing.dice else None
    note = same(thing.note) if thing.note else None
    name = thing_name(thing)
    held = (IN_HAND + Text(" · ", " · ") + note if note else IN_HAND) if in_hand else note
    return Card(
        key=thing.key,
        title=name + Text(", ", ", ") + dice(thing.dice) if thing.dice else name,
        text=held,
        state="ready" if in_hand or found else "passive",
        icon="sword" if thing.dice else "gift",
        link=f"weapons/{thing.weapon}" if thing.weapon else "rules/items",
        tap=found,
    )


def about(state: State, hero: Hero) -> Listing:
    """Who this is, where, with whom, and what is ticked."""
    row = BOOK.characters[hero.character]
    lines = [Line(label=row.name, detail=row.text, link=f"characters/{row.key}", icon=icon_of(hero))]
    if hero.place:
        lines.append(Line(label=STANDS, detail=same(place_name(state, hero.place)), icon="map"))
        allies = alliance_of(state, hero.key)
        if len(allies) > 1:
            lines.append(Line(label=ALLIES, detail=names(state, allies), icon="people"))
    lines.append(Line(label=RESTS, detail=same(str(hero.rests)), icon="sleep"))
    if hero.explored:
        done = ", ".join(place_name(state, key) for key in hero.explored)
        lines.append(Line(label=EXPLORED, detail=same(done), icon="check"))
    return Listing(key=ABOUT_KEY, title=PROFILE, place="more", lines=tuple(lines))


def spell_lines(state: State, hero: Hero) -> Listing:
    """What a sheet on paper has to say of each spell too."""
    lines = tuple(
        Line(label=spell.name, detail=_figures(state, hero, spell), icon="star")
        for spell in BOOK.spells_of(hero.character)
    )
    return Listing(key=FIGURES_KEY, title=IN_FIGURES, place="more", lines=lines)


def _figures(state: State, hero: Hero, spell: Spell) -> Text:
    found = NUMBERS_OF(**_of(state, spell)) + Text(" · ", " · ") + effect(spell)
    if spell in known_spells(state, hero):
        return found
    return found + Text(" · ", " · ") + opens_at(state, spell)


def powers(hero: Hero) -> tuple[Listing, ...]:
    """What the group noted of what was found."""
    lines = tuple(
        Line(label=thing_name(thing), detail=same(thing.note), icon="gift")
        for thing in hero.things
        if thing.note
    )
    return (Listing(key="powers", title=POWERS_OF, place="more", lines=lines),) if lines else ()
