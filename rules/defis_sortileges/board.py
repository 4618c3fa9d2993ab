"""The party, the order of play, the fight and the map (§5, §6, §8)."""

from __future__ import annotations

from rules.defis_sortileges import turns
from rules.defis_sortileges.acting import creature_card, intent, wounds_of
from rules.defis_sortileges.book import BOOK
from rules.defis_sortileges.facts import board_facts
from rules.defis_sortileges.fighters import fighter_name, in_order, next_fighter, owner_of, plan_of, to_act
from rules.defis_sortileges.house import HOUSE_RULES
from rules.defis_sortileges.sheet import foe_track, icon_of
from rules.defis_sortileges.state import Adventure, Fight, Foe, Keys, State, of
from rules.defis_sortileges.things import thing_text
from rules.defis_sortileges.units import leader_among, rank, units, up
from rules.defis_sortileges.whose import awaited
from rules.defis_sortileges.words import names, place_name, thing_name
from rules.kernel.house_rules import HouseRule, Value, shown
from rules.kernel.offers import Viewer
from rules.kernel.ruleset import HeroSummary
from rules.kernel.sections import (
    AnySection,
    Board,
    Cards,
    Figure,
    Figures,
    Line,
    Listing,
    Prose,
    Table,
)
from rules.kernel.tapping import card
from rules.kernel.text import Text, listed, same

ORDER = Text("Ordre de jeu", "Order of play")
NOBODY_YET = Text("Personne : choisissez le premier personnage.", "Nobody: choose the first character.")
STANDING = Text("Initiative {i} · Pouvoir {p} · {where}", "Initiative {i} · Power {p} · {where}")
NOW, DONE, NEXT = Text("en ce moment", "now"), Text("a joué", "has played"), Text("à venir", "to come")
ROUND = Text("Tour de table {n}", "Round {n}")
FIGHT_ROUND = Text("Tour de table {n} · Tour de Combat {r}", "Round {n} · fight, round {r}")
TO_ACT = Text("Dans l’ordre du Tour de Combat", "In the order of the round")
CREATURES = Text("Adversaires", "Adversaries")
AT_HAND = Text("À faire maintenant", "To do now")
MAP = Text("Carte", "Map")
PLACE, WAYS, THERE = Text("Lieu", "Place"), Text("Voies", "Ways"), Text("Qui est là", "Who is there")
NONE = Text("—", "—")
SPOILS = Text("Laissé par les morts", "Left by the dead")
MEETING = Text("Rencontre", "A meeting")
BEFORE = Text("Pour commencer", "To begin")
HOUSE = Text("Règles maison", "House rules")
AGAINST_BOOK = Text("{value} au lieu de {default}", "{value} instead of {default}")
STEPS: tuple[Text, ...] = (
    Text(
        "Choisissez un personnage, puis notez les lieux de votre carte.",
        "Choose a character, then note the places of your map.",
    ),
    Text(
        "Notez les lieux de votre carte et les voies entre eux.",
        "Note the places of your map and the ways between them.",
    ),
    Text(
        "Tout est prêt : partez à l’aventure, chacun d’un lieu différent.",
        "All is ready: set out, each from a different place.",
    ),
)
STAGES: dict[str, Text] = {
    "open": Text(
        "{n} arrive où se tient {r} : alliance ou défi ?", "{n} comes to where {r} is: alliance or challenge?"
    ),
    "asked": Text(
        "{n} propose l’alliance : à {r} de répondre.", "{n} proposes an alliance: it is for {r} to answer."
    ),
    "challenged": Text(
        "{n} défie {r} : combattre, ou libérer les lieux.", "{n} challenges {r}: fight, or leave the place."
    ),
    "turned-away": Text(
        "{r} refuse : {n} engage le combat ou s’en retourne.", "{r} refuses: {n} fights or goes back."
    ),
}


def scope(state: State) -> str:
    """The key of the adventure that goes on; empty where none does."""
    return f"adventure-{state.adventures}" if state.adventure else ""


def heroes(state: State) -> tuple[HeroSummary, ...]:
    """The roster, in the order they were chosen. Power is the experience of this world (§2)."""
    waits_for = awaited(state)
    return tuple(
        HeroSummary(
            key=hero.key,
            name=hero.name,
            title=BOOK.characters[hero.character].title,
            icon=icon_of(hero),
            xp=hero.power,
            in_play=bool(hero.place),
            has_turn=hero.key in waits_for,
        )
        for hero in state.heroes.values()
    )


def board(state: State, viewer: Viewer) -> Board:
    """The same for everybody: the group has no secrets from itself."""
    adventure = state.adventure
    return Board(
        scope=same(adventure.name) if adventure else None,
        status=status(adventure) if adventure else None,
        sections=sections(state, viewer),
        facts=board_facts(state),
    )


def status(adventure: Adventure) -> Text:
    if adventure.fight:
        return FIGHT_ROUND(n=adventure.round, r=adventure.fight.round)
    return ROUND(n=adventure.round)


def sections(state: State, viewer: Viewer) -> tuple[AnySection, ...]:
    found: list[AnySection] = []
    adventure = state.adventure
    if adventure is None:
        found.append(first_steps(state))
    else:
        found += of_adventure(state, adventure, viewer)
    if state.places:
        found.append(map_table(state))
    if state.house:
        found.append(house_lines(state))
    return tuple(found)


def first_steps(state: State) -> Prose:
    """What to do before anybody sets out."""
    at = 0 if not state.heroes else 1 if len(state.places) < len(state.heroes) else 2
    return Prose(key="first", title=BEFORE, place="head", text=STEPS[at], mood="good" if at == 2 else "")


def of_adventure(state: State, adventure: Adventure, viewer: Viewer) -> list[AnySection]:
    found: list[AnySection] = [*at_hand(state, viewer)]
    if adventure.meeting:
        text = STAGES[adventure.meeting.stage](
            n=names(state, adventure.meeting.newcomers), r=names(state, adventure.meeting.residents)
        )
        found.append(Prose(key="meeting", title=MEETING, place="head", text=text, mood="warn"))
    if adventure.fight:
        found += fight_sections(state, adventure.fight)
    found.append(order_lines(state))
    if adventure.spoils:
        lines = tuple(Line(label=thing_name(t), detail=thing_text(t), icon="chest") for t in adventure.spoils)
        found.append(Listing(key="spoils", title=SPOILS, place="head", lines=lines))
    return found


def at_hand(state: State, viewer: Viewer) -> tuple[Cards, ...]:
    """What belongs to nobody: lots, and the blow of a creature."""
    if viewer.role == "spectator":
        return ()
    found = (card(state, turns.draw_lots, turns.DrawLots(), "d6"), creature_card(state))
    cards = tuple(one for one in found if one)
    return (Cards(key="at_hand", title=AT_HAND, place="head", cards=cards),) if cards else ()


def order_lines(state: State) -> Listing:
    """Alliances and characters alone, in the order they play."""
    ordered = sorted(units(state), key=lambda unit: rank(state, unit), reverse=True)
    lines = tuple(_unit_line(state, unit) for unit in ordered)
    waiting = tuple(hero for hero in state.heroes.values() if not hero.place)
    later = tuple(Line(label=same(hero.name), hero=hero.key, icon=icon_of(hero)) for hero in waiting)
    return Listing(key="order", title=ORDER, place="head", lines=lines + later, empty=NOBODY_YET)


def _unit_line(state: State, unit: Keys) -> Line:
    leader = state.heroes[leader_among(state, unit)]
    others = tuple(key for key in unit if key != leader.key)
    label = names(state, (leader.key, *others))
    detail = STANDING(i=leader.now.initiative, p=leader.power, where=place_name(state, leader.place))
    when = NOW if leader.key in up(state) else DONE if leader.key in of(state).played else NEXT
    return Line(label=label, detail=detail + Text(" · ", " · ") + when, hero=leader.key, icon=icon_of(leader))


def fight_sections(state: State, fight: Fight) -> list[AnySection]:
    lines = tuple(_fighter_line(state, key) for key in in_order(state))
    found: list[AnySection] = [Listing(key="fight", title=TO_ACT, place="head", lines=lines)]
    if fight.foes:
        figures = tuple(_figure(state, foe) for foe in fight.foes)
        found.append(Figures(key="foes", title=CREATURES, place="head", figures=figures))
    return found


def _fighter_line(state: State, key: str) -> Line:
    waits = plan_of(state, key).still
    what = Text("attend", "waits") if waits else intent(state, key)
    if key not in to_act(state) and not waits:
        what = Text("a agi", "has acted")
    elif key == next_fighter(state):
        what = what + Text(" · ", " · ") + NOW
    owner = owner_of(state, key)
    return Line(
        label=fighter_name(state, key),
        detail=what,
        hero=owner or None,
        icon=icon_of(state.heroes[owner]) if owner else "claw",
    )


def _figure(state: State, foe: Foe) -> Figure:
    text = intent(state, foe.key) + wounds_of(foe)
    return Figure(key=foe.key, title=same(foe.name), text=text, icon="claw", track=foe_track(foe))


def map_table(state: State) -> Table:
    return Table(
        key="map",
        title=MAP,
        columns=(PLACE, WAYS, THERE),
        rows=tuple(_place_row(state, key) for key in state.places),
    )


def _place_row(state: State, key: str) -> tuple[Text | int | str, ...]:
    place = state.places[key]
    ways = tuple(same(place_name(state, other)) for other in place.links)
    there = tuple(one for one, hero in state.heroes.items() if hero.place == key)
    return (same(place.name), listed(ways) if ways else NONE, names(state, there) if there else NONE)


def house_lines(state: State) -> Listing:
    """The house rules that differ from the book."""
    lines = tuple(_house_line(HOUSE_RULES[key], value) for key, value in state.house.items())
    return Listing(key="house_rules", title=HOUSE, place="more", lines=lines)


def _house_line(rule: HouseRule, value: Value) -> Line:
    detail = AGAINST_BOOK(value=shown(rule, value), default=shown(rule, rule.default))
    return Line(label=rule.label, detail=detail)
