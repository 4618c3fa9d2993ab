"""The sheet of a hero: what a viewer sees and may tap."""

from __future__ import annotations

from typing import Any

from rules.heroquest_annexes import held, market, series, spells, using, wearing
from rules.heroquest_annexes.acting import now
from rules.heroquest_annexes.book import BOOK, SERIES
from rules.heroquest_annexes.combat import is_shot, ways
from rules.heroquest_annexes.content_types import Item
from rules.heroquest_annexes.findings import here
from rules.heroquest_annexes.giving import giveable
from rules.heroquest_annexes.house import price, rate
from rules.heroquest_annexes.icons import EFFECT_ICONS, RATE_ICONS, SERIES_ICONS, icon_of, item_icon
from rules.heroquest_annexes.numbers import (
    attack,
    body,
    defence,
    is_hurt,
    mind,
    mind_now,
    movement,
    weapon_of,
)
from rules.heroquest_annexes.state import Hero, Owned, State, of
from rules.heroquest_annexes.words import (
    BODY,
    EFFECT_TEXTS,
    EFFECTS,
    GOLD,
    MIND,
    XP,
    coins,
    experience,
    room_name,
)
from rules.kernel.messages import Violation
from rules.kernel.offers import Viewer
from rules.kernel.sections import (
    AnySection,
    Card,
    Cards,
    Derived,
    Effect,
    Effects,
    Line,
    Listing,
    Numbers,
    Part,
    Sheet,
    Track,
    Tracks,
)
from rules.kernel.tapping import tap, taps
from rules.kernel.text import Text, same

HEALTH, FIGURES = Text("Points", "Points"), Text("Dés et cases", "Dice and squares")
LASTING = Text("En cours", "Lasting")
SPELLS, GEAR, SHOP = Text("Sorts", "Spells"), Text("Équipement", "Gear"), Text("Boutique", "Shop")
LIFE = Text("Parcours", "Record")
PLACE, WINS = Text("Lieu", "Place"), Text("Quêtes gagnées", "Quests won")
CHAMPION = Text("Champion", "Champion")
TURN, DEAD = Text("À son tour", "On turn"), Text("Mort", "Dead")
NO_SPELL = Text("Choisissez une série au début de la quête.", "Choose a series when the quest begins.")
NO_GEAR = Text("Rien d’autre que les armes de départ.", "Nothing but the arms one began with.")
IN_HAND, PUT_AWAY, USE = Text("porter", "wear"), Text("ranger", "put away"), Text("employer", "use")
FREE, COSTS = (
    Text("sort suivant gratuit", "next spell free"),
    Text("sort suivant : 1 point", "next spell: 1 point"),
)
RATES = Text("Échanger de l’XP", "Exchange XP")
FOR, TOO_DEAR = (
    Text("{what} · {price}", "{what} · {price}"),
    Text("Trop cher pour l’instant", "Too dear for now"),
)


def sheet(state: State, hero: str, viewer: Viewer) -> Sheet | None:
    """What the viewer sees; None where the state knows none of that key. Nothing here is secret."""
    found = state.heroes.get(hero)
    if found is None:
        return None
    return Sheet(
        key=found.key,
        name=found.name,
        subtitle=BOOK.heroes[found.hero_class].name,
        icon=icon_of(found),
        badges=badges(state, found),
        sections=sections(state, found, viewer),
        facts=facts(state, found),
    )


def badges(state: State, hero: Hero) -> tuple[Text, ...]:
    on_turn = state.quest is not None and state.quest.turn.hero == hero.key
    told = ((hero.is_dead, DEAD), (on_turn, TURN), (hero.champion, CHAMPION))
    return tuple(badge for is_so, badge in told if is_so)


def sections(state: State, hero: Hero, viewer: Viewer) -> tuple[AnySection, ...]:
    acts = viewer.may_act_for(hero.key)
    return (
        *lasting(state, hero, acts),
        Tracks(key="tracks", title=HEALTH, place="head", tracks=tracks(state, hero, acts)),
        *(now(state, hero) if acts else ()),
        Numbers(
            key="numbers",
            title=FIGURES,
            place="head",
            numbers=(attack(hero), defence(hero), movement(state, hero), *purse(hero)),
        ),
        *spell_cards(state, hero, acts),
        gear(state, hero, acts),
        *(shop(state, hero) if acts else ()),
        about(state, hero),
    )


def purse(hero: Hero) -> tuple[Derived, ...]:
    return (
        Derived(key="gold", label=GOLD, value=hero.gold, parts=(Part(GOLD, hero.gold, "§4"),), icon="gold"),
        Derived(key="xp", label=XP, value=hero.xp, parts=(Part(XP, hero.xp, "§IV"),), icon="xp"),
    )


def tracks(state: State, hero: Hero, acts: bool) -> tuple[Track, ...]:
    whole, wits = body(hero), mind(hero)
    return (
        _track(state, hero, "body", BODY, hero.body, whole, acts),
        _track(state, hero, "mind", MIND, max(0, mind_now(hero)), wits, acts),
    )


def _track(state: State, hero: Hero, key: str, label: Text, now_: int, most: Derived, acts: bool) -> Track:
    def to(at: int) -> Any:
        command = held.ChangePoints(hero=hero.key, track=key, by=at - now_)
        return tap(state, held.change_points, command, Text(f"{label.fr} : {at}", f"{label.en}: {at}"))

    marks = [to(at if at < now_ else at + 1) for at in range(most.value)] if acts and state.quest else []
    points = tuple(filter(None, marks))
    return Track(
        key=key,
        label=label,
        now=now_,
        most=most.value,
        icon=key,
        parts=most.parts,
        note=_cost(state, hero) if key == "mind" else None,
        points=points if len(points) == most.value else (),
        down=to(now_ - 1) if len(points) != most.value and acts and state.quest else None,
        up=to(now_ + 1) if len(points) != most.value and acts and state.quest else None,
    )


def _cost(state: State, hero: Hero) -> Text | None:
    """What the next spell of the quest costs its caster."""
    if state.quest is None or hero.key not in state.quest.heroes or not spells.ready(state, hero):
        return None
    return COSTS if spells.cost_of_next(state, hero) else FREE


def lasting(state: State, hero: Hero, acts: bool) -> tuple[Effects, ...]:
    """The power where it applies, then what spells and potions do."""
    found = [
        Effect(
            key=one.key,
            title=EFFECTS[one.key],
            text=EFFECT_TEXTS[one.key],
            icon=EFFECT_ICONS.get(one.key, "heart"),
            mood="bad" if one.key in held.HELD else "good",
            link=f"spells/{one.key}" if one.key in BOOK.spells else None,
            taps=taps(
                state,
                held.end_effect,
                [(held.EndEffect(hero=hero.key, effect=one.key), held.EndEffect.label)],
            )
            if acts
            else (),
        )
        for one in hero.effects
    ]
    if not hero.is_dead and power_applies(state, hero):
        row = BOOK.heroes[hero.hero_class]
        found.insert(
            0,
            Effect(
                key="power",
                title=row.power_name,
                text=row.power,
                icon="flame",
                mood="good",
                link=f"heroes/{row.key}",
            ),
        )
    if not found:
        return ()
    return (Effects(key="effects", title=LASTING, place="head", effects=tuple(found)),)


def power_applies(state: State, hero: Hero) -> bool:
    """Hurt, with a shot to throw again, beside what can be disarmed or searched for treasure (§I)."""
    if hero.hero_class == "elf":
        if state.quest is None or hero.key not in state.quest.heroes:
            return False
        spent = state.quest.turn.hero == hero.key and state.quest.turn.rerolled
        return not spent and any(not way.near and is_shot(way) for way in ways(hero).values())
    if hero.hero_class == "dwarf":
        room = state.places.rooms.get(hero.room)
        traps = here(state, hero, *(key for key, row in BOOK.traps.items() if row.disarmable))
        return bool(traps) or (room is not None and not room.corridor and not room.searched)
    return is_hurt(hero)


def spell_cards(state: State, hero: Hero, acts: bool) -> tuple[Cards, ...]:
    if not BOOK.heroes[hero.hero_class].series:
        return ()
    every = series.spells_of(state, hero)
    on_quest = state.quest is not None and hero.key in state.quest.heroes
    left = spells.ready(state, hero) if on_quest else every
    castable = acts and on_quest and not isinstance(spells.may_cast(state, hero.key), Violation)
    cards = tuple(
        Card(
            key=key,
            title=BOOK.spells[key].name,
            text=BOOK.spells[key].text,
            state="ready" if left[key] else "spent",
            uses=left[key] if most > 1 else None,
            uses_most=most if most > 1 else None,
            icon=SERIES_ICONS[BOOK.spells[key].series],
            group=SERIES[BOOK.spells[key].series],
            link=f"spells/{key}",
            **_casting(state, hero, key, castable=castable and bool(left[key])),
        )
        for key, most in every.items()
    )
    return (Cards(key="spells", title=SPELLS, cards=cards, empty=NO_SPELL),)


def _casting(state: State, hero: Hero, spell: str, *, castable: bool) -> dict[str, Any]:
    """A tap for each target, and the form for more; nothing where there is nobody."""
    found = _casts(state, hero, spell) if castable else ()
    return {"taps": found, "ask": "cast_spell", "given": {"spell": spell}} if found else {}


def _casts(state: State, hero: Hero, spell: str) -> tuple[Any, ...]:
    labelled = (
        (spells.CastSpell(hero=hero.key, spell=spell, target=one.value), one.label)
        for one in spells.target_choices(state, BOOK.spells[spell])
    )
    return taps(state, spells.cast_spell, labelled)


def gear(state: State, hero: Hero, acts: bool) -> Cards:
    gifts = giveable(state, hero) if acts else ()
    cards = tuple(_gear_card(state, hero, one, acts, gift=one.key in gifts) for one in hero.items)
    return Cards(key="gear", title=GEAR, cards=cards, empty=NO_GEAR)


def _gear_card(state: State, hero: Hero, one: Owned, acts: bool, *, gift: bool) -> Card:
    """Worn, put away or used by a tap; given by the form that asks to whom."""
    key, item = one.key, BOOK.items[one.key]
    labelled = [(wearing.Equip(hero=hero.key, item=key), IN_HAND)]
    puts = [(wearing.Unequip(hero=hero.key, item=key), PUT_AWAY)]
    uses = [(using.UseItem(hero=hero.key, item=key), USE)]
    found = (
        *taps(state, wearing.equip, labelled),
        *taps(state, wearing.unequip, puts),
        *(_uses(state, hero, item) if item.works in ("holy", "revive") else taps(state, using.use, uses)),
    )
    return Card(
        key=key,
        title=item.name,
        text=item.text,
        state="ready" if one.worn or (found and not item.hold) else "passive",
        count=one.count if one.count > 1 else None,
        icon=item_icon(item),
        link=f"items/{key}",
        **_handling(key, found if acts else (), gift=gift),
    )


def _handling(item: str, found: tuple[Any, ...], *, gift: bool) -> dict[str, Any]:
    """One thing to do with it is done by the card itself; more open it, and giving has a form."""
    if len(found) == 1 and not gift:
        return {"tap": found[0]}
    if not found and not gift:
        return {}
    return {"taps": found, "ask": "give" if gift else "use_item", "given": {"item": item}}


def _uses(state: State, hero: Hero, item: Item) -> tuple[Any, ...]:
    if state.quest is None:
        return ()
    labelled = (
        (using.UseItem(hero=hero.key, item=item.key, target=one.value), one.label)
        for one in using.aim_choices(state, item)
    )
    return taps(state, using.use, labelled)


def shop(state: State, hero: Hero) -> tuple[Cards, ...]:
    """What this hero may buy, and what the experience buys; what is within reach comes first."""
    if not hero.market or state.quest:
        return ()
    sold = sorted(market.sold(hero), key=lambda key: price(state, key) > hero.gold)
    able = market.exchangeable(state, hero)
    rates = sorted(market.for_hero(hero), key=lambda what: what not in able)
    return (
        Cards(key="shop", title=SHOP, cards=tuple(_sold(state, hero, key) for key in sold), search=True),
        Cards(key="rates", title=RATES, cards=tuple(_rate(state, what, what in able) for what in rates)),
    )


def _sold(state: State, hero: Hero, key: str) -> Card:
    item, costs = BOOK.items[key], price(state, key)
    return Card(
        key=key,
        title=FOR(what=item.name, price=coins(costs)),
        text=item.text,
        state="ready" if costs <= hero.gold else "passive",
        icon=item_icon(item),
        group=None if costs <= hero.gold else TOO_DEAR,
        link=f"items/{key}",
        tap=tap(state, market.buy, market.Buy(hero=hero.key, item=key), market.Buy.label),
    )


def _rate(state: State, what: str, able: bool) -> Card:
    row = BOOK.rates[what]
    return Card(
        key=f"rate-{what}",
        title=FOR(what=row.name, price=experience(rate(state, what))),
        text=row.text,
        state="ready" if able else "passive",
        icon=RATE_ICONS[what],
        group=None if able else TOO_DEAR,
        link=f"rates/{what}",
        ask="exchange_xp" if able else None,
        given={"what": what} if able else {},
    )


def about(state: State, hero: Hero) -> Listing:
    row = BOOK.heroes[hero.hero_class]
    lines = [
        Line(label=row.power_name, detail=row.power, link=f"heroes/{row.key}", icon="flame"),
        Line(label=WINS, detail=same(str(hero.wins)), icon="flag"),
    ]
    if state.quest and hero.key in state.quest.heroes:
        lines.append(Line(label=PLACE, detail=room_name(state, hero.room), icon="map"))
    return Listing(key="about", title=LIFE, place="more", lines=tuple(lines))


def facts(state: State, hero: Hero) -> dict[str, Any]:
    """Plain values for programs."""
    on_quest = state.quest is not None and hero.key in state.quest.heroes
    left = spells.ready(state, hero) if on_quest else series.spells_of(state, hero)
    weapon = weapon_of(hero)
    return {
        "hero_class": hero.hero_class,
        "name": hero.name,
        "body": hero.body,
        "body_max": body(hero).value,
        "mind": mind_now(hero),
        "mind_max": mind(hero).value,
        "attack": attack(hero).value,
        "attack_afar": attack(hero, near=False).value,
        "defence": defence(hero).value,
        "movement": movement(state, hero).value,
        "gold": hero.gold,
        "xp": hero.xp,
        "gains": {key: getattr(hero.gains, key) for key in hero.gains.__struct_fields__},
        "wins": hero.wins,
        "champion": hero.champion,
        "market": hero.market,
        "dead": hero.is_dead,
        "weapon": weapon.key if weapon else "",
        "worn": list(hero.worn),
        "items": [{"key": one.key, "quantity": one.count, "worn": one.worn} for one in hero.items],
        "spells": [{"key": key, "left": left[key]} for key in series.spells_of(state, hero)],
        "spells_bought": list(hero.spells),
        "spells_ready": sum(left.values()),
        "effects": [{"key": one.key} for one in hero.effects],
        "room": hero.room,
        "on_turn": state.quest is not None and of(state).turn.hero == hero.key,
    }
