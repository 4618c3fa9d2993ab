"""What a character can do right now, as cards on top of the sheet."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.defis_sortileges import (
    adventure,
    alliances,
    blows,
    fights,
    leaving,
    meeting,
    places,
    planning,
    tally,
    things,
    turns,
)
from rules.defis_sortileges.book import BOOK
from rules.defis_sortileges.chances import of_blow, of_spell
from rules.defis_sortileges.fighters import (
    aimed_at,
    combat,
    damage_dice,
    fighter_name,
    initiative,
    magic,
    next_fighter,
    opponents,
    owner_of,
    plan_of,
)
from rules.defis_sortileges.house import house_int, spell_part
from rules.defis_sortileges.state import Foe, Hero, State, fight_of, of
from rules.defis_sortileges.units import alliance_of, empty_neighbours, tied, up
from rules.defis_sortileges.words import dice, names, place_name, signed, thing_name
from rules.kernel.messages import Command, Violation, kind_of
from rules.kernel.offers import Viewer
from rules.kernel.sections import Card, Cards
from rules.kernel.tapping import card, card_of, taps
from rules.kernel.text import Text, same

NOW = Text("À faire maintenant", "To do now")
IN_ORDER = Text("Initiative {i} · Combat {c} · {d} sur {t}", "Initiative {i} · Combat {c} · {d} on {t}")
CASTING = Text("Initiative {i} · « {s} »", "Initiative {i} · “{s}”")
STRIKES = Text("Frapper {t}", "Strike at {t}")
CASTS = Text("Lancer « {s} »", "Cast “{s}”")
ATTACKS = Text("{f} attaque {t}", "{f} attacks {t}")
ROLL = Text("lancer", "roll")
BY = Text("{f} · ", "{f} · ")
BLOW = Text("Combat {c}, {p} de chances · {d}", "Combat {c}, {p} chance · {d}")
STANDS_AT = Text(" · Blessures {w} sur {v}", " · wounds {w} of {v}")
CAST = Text("Magie {m}, niveau {n}, {p} de chances", "Magic {m}, level {n}, {p} chance")
REST_TEXT = Text("{n} Blessures de moins", "{n} wounds less")
FIGHT_TEXT = Text("La créature et ses nombres", "The creature and its figures")
PLANS = Text("Avant le premier coup du tour", "Before the round’s first blow")
AS_WRITTEN = Text("Comme le paragraphe le dit", "As the paragraph says")
ENDS_TURN = Text("Les échanges sont faits", "The exchanges are done")


def now_section(state: State, hero: Hero, viewer: Viewer) -> tuple[Cards, ...]:
    """Nothing for who only looks, or where nothing is to be done."""
    if not viewer.may_act_for(hero.key):
        return ()
    found = tuple(one for one in (cards if hero.place else first_cards)(state, hero) if one)
    return (Cards(key="now", title=NOW, place="head", cards=found),) if found else ()


def first_cards(state: State, hero: Hero) -> Iterator[Card | None]:
    """What comes before the first turn: a place, setting out, joining those who have."""
    if adventure.offer_join(state, hero.key, {}).violation is None:
        yield _form(adventure.JoinAdventure, "door")
    if adventure.offer_set_out(state, {}).violation is None:
        yield _form(adventure.SetOut, "door")
    yield _form(places.AddPlace, "map")


def _form(command: type[Command], icon: str) -> Card:
    """A card that opens the command's form."""
    kind = kind_of(command)
    return Card(key=kind, title=command.label, state="ready", icon=icon, ask=kind)


def cards(state: State, hero: Hero) -> Iterator[Card | None]:
    if of(state).fight:
        yield from _in_fight(state, hero)
    elif of(state).meeting:
        yield from _in_meeting(state, hero)
    else:
        yield from _in_turn(state, hero)


def _in_turn(state: State, hero: Hero) -> Iterator[Card | None]:
    key = hero.key
    if key in {leader for unit in tied(state) for leader in unit}:
        yield card(state, turns.draw_lots, turns.DrawLots(), "d6")
    yield card(state, turns.explore, turns.Explore(hero=key), "eye", same(place_name(state, hero.place)))
    yield _ways(state, hero)
    healed = REST_TEXT(n=house_int(state, "rest"))
    yield card(state, turns.rest, turns.Rest(hero=key), "sleep", healed)
    if of(state).turn is None and key in up(state):
        yield card(state, alliances.repudiate, alliances.Repudiate(hero=key), "arrow-right")
        yield card(state, alliances.refuse_to_lead, alliances.RefuseToLead(hero=key), "crown")
    yield from _exploring(state, hero)
    yield _spoils(state, hero)
    yield _approaches(state, hero)
    yield card(state, turns.end_turn, turns.EndTurn(hero=key), "check", ENDS_TURN)


def _ways(state: State, hero: Hero) -> Card | None:
    links = state.places[hero.place].links
    every = ((turns.MoveOn(hero=hero.key, place=key), same(place_name(state, key))) for key in links)
    found = taps(state, turns.move, every)
    return card_of("move", turns.MoveOn.label, found, "boot")


def _exploring(state: State, hero: Hero) -> Iterator[Card | None]:
    """While a paragraph is being read."""
    key = hero.key
    if card(state, turns.end_exploration, turns.EndExploration(hero=key, ending="ticked"), "check") is None:
        return
    endings = ((turns.EndExploration(hero=key, ending=one), name) for one, name in turns.ENDINGS.items())
    yield card_of(
        "end_exploration",
        turns.EndExploration.label,
        taps(state, turns.end_exploration, endings),
        "check",
    )
    yield Card(
        key="begin_fight",
        title=fights.BeginFight.label,
        text=FIGHT_TEXT,
        state="ready",
        icon="claw",
        ask="begin_fight",
    )
    numbers = ((fights.SimpleFight(hero=key, dice=n), dice(n)) for n in range(1, 7))
    simple = taps(state, fights.simple_fight, numbers)
    yield card_of("simple_fight", fights.SimpleFight.label, simple, "d6", ask="simple_fight")
    yield _wounds(state, hero)
    fates = ((adventure.MeetEnd(hero=key, fate=one), name) for one, name in adventure.FATES.items())
    yield card_of("meet_end", adventure.MeetEnd.label, taps(state, adventure.meet_end, fates), "skull")
    if adventure.offer_fulfil(state, key, {}).violation is None:
        yield _form(adventure.FulfilMission, "crown")


def _wounds(state: State, hero: Hero) -> Card | None:
    """What a paragraph gives or takes by itself, several at once."""
    steps = (2, 3, 5, 10, -2, -5, -10)
    labelled = ((tally.ChangeWounds(hero=hero.key, by=by), signed(by)) for by in steps)
    found = taps(state, tally.change_wounds, labelled)
    return card_of("change_wounds", tally.ChangeWounds.label, found, "drop", AS_WRITTEN, ask="change_wounds")


def _spoils(state: State, hero: Hero) -> Card | None:
    every = ((things.TakeSpoils(hero=hero.key, thing=one.key), thing_name(one)) for one in of(state).spoils)
    return card_of("take_spoils", things.TakeSpoils.label, taps(state, things.take_spoils, every), "chest")


def _approaches(state: State, hero: Hero) -> Card | None:
    others = meeting.strangers(state, hero)
    every = ((meeting.Approach(hero=hero.key, to=key), same(state.heroes[key].name)) for key in others)
    return card_of("approach", meeting.Approach.label, taps(state, meeting.approach, every), "people")


def _in_meeting(state: State, hero: Hero) -> Iterator[Card | None]:
    key, whom = hero.key, _others(state, hero)
    yield card(state, meeting.ask_alliance, meeting.AskAlliance(hero=key), "people", whom)
    yield card(state, meeting.challenge, meeting.Challenge(hero=key), "sword", whom)
    yield card(state, meeting.welcome, meeting.Welcome(hero=key), "people", whom)
    yield card(state, meeting.turn_away, meeting.TurnAway(hero=key), "door", whom)
    yield card(state, meeting.accept_challenge, meeting.AcceptChallenge(hero=key), "sword", whom)
    free = tuple((place, same(place_name(state, place))) for place in empty_neighbours(state, hero.place))
    giving = ((leaving.GiveWay(hero=key, place=place), name) for place, name in free)
    yield card_of("give_way", leaving.GiveWay.label, taps(state, leaving.give_way, giving), "boot")
    yield card(state, meeting.attack, meeting.Attack(hero=key), "sword", whom)
    yield card(state, leaving.go_back, leaving.GoBack(hero=key), "undo")
    fleeing = ((leaving.Flee(hero=key, place=place), name) for place, name in free)
    yield card_of("flee", leaving.Flee.label, taps(state, leaving.flee, fleeing), "boot")


def _others(state: State, hero: Hero) -> Text | None:
    """Who stands on the other side of the meeting."""
    met = of(state).meeting
    if met is None:
        return None
    return names(state, met.residents if hero.key in met.newcomers else met.newcomers)


def _in_fight(state: State, hero: Hero) -> Iterator[Card | None]:
    """The one whose time it is first, then what may still be said before the round."""
    fight = of(state).fight
    if fight is None or hero.key not in (*fight.side, *fight.rivals):
        return
    first = next_fighter(state)
    if owner_of(state, first) == hero.key:
        yield _own_time(state, hero, first)
    elif fight.foe(first):
        yield creature_card(state)
    yield from _plans(state, hero)
    yield _another(state, hero)


def _own_time(state: State, hero: Hero, fighter: str) -> Card | None:
    """The blow or the spell in words, with its chances; whose it is where a double or a summons acts."""
    spell, of_fight = plan_of(state, fighter).spell, fight_of(state)
    title = CASTS(s=BOOK.spells[spell].name) if spell else STRIKES(t=_aim(state, fighter))
    text = _chances(state, fighter)
    foe = None if spell else of_fight.foe(aimed_at(state, fighter))
    if foe:
        text = text + wounds_of(foe)
    if fighter != hero.key:
        text = BY(f=fighter_name(state, fighter)) + text
    found = card(state, blows.strike, blows.Strike(hero=hero.key), "star" if spell else "sword", text)
    return _thrown(found, title)


def wounds_of(foe: Foe) -> Text:
    """How far a creature is, behind what is said of it."""
    return STANDS_AT(w=foe.wounds, v=foe.vitality)


def _thrown(found: Card | None, title: Text) -> Card | None:
    """What the tap does stands in the title: the dice are thrown."""
    if found is None or found.tap is None:
        return None
    return replace(found, title=title, tap=replace(found.tap, label=ROLL))


def creature_card(state: State) -> Card | None:
    """The blow of the creature whose time it is; None where it is nobody’s but a character’s."""
    fight = of(state).fight
    first = next_fighter(state) if fight else ""
    if fight is None or fight.foe(first) is None:
        return None
    found = card(state, blows.foe_strikes, blows.FoeStrikes(), "claw", _chances(state, first))
    return _thrown(found, ATTACKS(f=fighter_name(state, first), t=_aim(state, first)))


def _chances(state: State, fighter: str) -> Text:
    spell = plan_of(state, fighter).spell
    if spell:
        level, chance = spell_part(state, spell, "level"), of_spell(state, fighter, spell)
        return CAST(m=magic(state, fighter), n=level, p=chance)
    return BLOW(c=combat(state, fighter), p=of_blow(state, fighter), d=dice(damage_dice(state, fighter)))


def _another(state: State, hero: Hero) -> Card | None:
    fight = of(state).fight
    if fight is None or fight.rivals or isinstance(fights.facing(state, hero.key), Violation):
        return None
    return Card(
        key="begin_fight", title=MORE_FOES, text=FIGHT_TEXT, state="ready", icon="claw", ask="begin_fight"
    )


MORE_FOES = Text("Un adversaire de plus", "One more adversary")


def _aim(state: State, fighter: str) -> Text:
    return fighter_name(state, aimed_at(state, fighter))


def intent(state: State, fighter: str) -> Text:
    """What the fighter is about to do, in numbers."""
    plan = plan_of(state, fighter)
    if plan.spell:
        name = BOOK.spells[plan.spell].name
        return CASTING(i=initiative(state, fighter), s=name)
    return IN_ORDER(
        i=initiative(state, fighter),
        c=combat(state, fighter),
        d=dice(damage_dice(state, fighter)),
        t=_aim(state, fighter),
    )


def _plans(state: State, hero: Hero) -> Iterator[Card | None]:
    key = hero.key
    several = len(opponents(state, key)) > 1
    aims = ((planning.Aim(hero=key, target=one), fighter_name(state, one)) for one in opponents(state, key))
    if several:
        yield card_of("aim", planning.Aim.label, taps(state, planning.aim, aims), "target", PLANS, ask="aim")
    guards = tuple(
        (planning.Interpose(hero=key, ally=ally, against=foe), _guard(state, ally, foe))
        for ally in alliance_of(state, key)
        if ally != key
        for foe in opponents(state, key)
    )
    yield card_of(
        "interpose", planning.Interpose.label, taps(state, planning.interpose, guards), "shield", PLANS
    )


def _guard(state: State, ally: str, foe: str) -> Text:
    return Text("{a}, contre {f}", "{a}, against {f}")(a=state.heroes[ally].name, f=fighter_name(state, foe))
