"""Making room: those who are challenged give way, newcomers go back, who was teleported flees (§8.7; R12, R20, R21)."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from rules.defis_sortileges.aftermath import concluded
from rules.defis_sortileges.meeting import CHALLENGED, TURNED_AWAY, settling
from rules.defis_sortileges.refusals import drafted, unknown
from rules.defis_sortileges.state import (
    Hero,
    Keys,
    Meeting,
    State,
    change,
    change_heroes,
    joined,
    of,
)
from rules.defis_sortileges.units import (
    empty_neighbours,
)
from rules.defis_sortileges.words import PLACE, names, place_name
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Violation, Who
from rules.kernel.offers import Choice, Draft, Given, choice, refused
from rules.kernel.refusing import refuse
from rules.kernel.telling import told
from rules.kernel.text import Text, same


class GiveWay(Command, frozen=True, tag="give_way"):
    who: ClassVar[Who] = "own"
    label = Text("Libérer les lieux", "Leave the place")
    icon = "boot"
    hero: Key
    place: Key


class GoBack(Command, frozen=True, tag="go_back"):
    who: ClassVar[Who] = "own"
    label = Text("Retourner d’où l’on vient", "Go back")
    icon = "undo"
    hero: Key


class Flee(Command, frozen=True, tag="flee"):
    """Only for who was teleported."""

    who: ClassVar[Who] = "own"
    label = Text("S’enfuir", "Flee")
    icon = "boot"
    hero: Key
    place: Key


class GaveWay(Event, frozen=True, tag="gave_way"):
    heroes: Keys
    who: Text
    place: str
    place_name: str


class WentBack(Event, frozen=True, tag="went_back"):
    """Back, or fled, to `place`: the turn is over as after a move."""

    heroes: Keys
    who: Text
    place: str
    place_name: str


def give_way(state: State, command: GiveWay, act: Act) -> Decision:
    found = settling(state, command.hero, "residents", CHALLENGED)
    if isinstance(found, Violation):
        return found
    hero, meeting = found
    wrong = _cannot_leave(state, hero) or _wrong_way(state, hero, command.place)
    if wrong:
        return wrong
    heroes = meeting.residents
    event = GaveWay(
        heroes=heroes,
        who=names(state, heroes),
        place=command.place,
        place_name=place_name(state, command.place),
    )
    return concluded(gave_way(state, event), event)


def _cannot_leave(state: State, hero: Hero) -> Violation | None:
    if empty_neighbours(state, hero.place):
        return None
    return refuse(
        "no_way_out",
        "Aucun lieu libre n’est relié à {place} : il faut rester.",
        "No free place is linked with {place}: there is nothing but to stay.",
        "R20",
        place=place_name(state, hero.place),
    )


def _wrong_way(state: State, hero: Hero, place: str) -> Violation | None:
    if place in empty_neighbours(state, hero.place):
        return None
    if place not in state.places:
        return unknown("place", place, "§5.2")
    return refuse(
        "not_a_way_out",
        "{place} n’est pas un lieu contigu et libre.",
        "{place} is no adjacent place that is free.",
        "R20",
        field="place",
        place=place_name(state, place),
    )


def gave_way(state: State, event: GaveWay) -> State:
    """They lose their next turn: this round's, where it is still to come (R12)."""
    state = change_heroes(state, event.heroes, place=event.place)
    adventure = of(state)
    had = tuple(key for key in event.heroes if key in adventure.played)
    return change(
        state,
        meeting=None,
        played=joined(adventure.played, event.heroes),
        lost=joined(adventure.lost, had),
    )


def go_back(state: State, command: GoBack, act: Act) -> Decision:
    found = settling(state, command.hero, "newcomers", TURNED_AWAY)
    if isinstance(found, Violation):
        return found
    return _back_to(state, found[1], found[1].origin)


def _back_to(state: State, meeting: Meeting, place: str) -> Decision:
    event = WentBack(
        heroes=meeting.newcomers,
        who=names(state, meeting.newcomers),
        place=place,
        place_name=place_name(state, place),
    )
    return concluded(went_back(state, event), event)


def went_back(state: State, event: WentBack) -> State:
    """The turn is over, also where an exploration led here: nothing is ticked (R21)."""
    turn = of(state).turn
    state = change_heroes(state, event.heroes, place=event.place)
    return change(state, meeting=None, turn=turn and replace(turn, did="move"))


def flee(state: State, command: Flee, act: Act) -> Decision:
    found = settling(state, command.hero, "newcomers", TURNED_AWAY)
    if isinstance(found, Violation):
        return found
    hero, meeting = found
    wrong = _not_teleported(meeting) or _cannot_leave(state, hero) or _wrong_way(state, hero, command.place)
    return wrong or _back_to(state, meeting, command.place)


def _not_teleported(meeting: Meeting) -> Violation | None:
    if meeting.teleported:
        return None
    return refuse(
        "not_teleported",
        "Seul un personnage téléporté peut s’enfuir ailleurs : combattre ou retourner.",
        "Only who was teleported may flee elsewhere: fight or go back.",
        "§8.7",
    )


def offer_give_way(state: State, hero: str, given: Given) -> Draft:
    found = settling(state, hero, "residents", CHALLENGED)
    return _ways(state, found, None)


def offer_back(state: State, hero: str, given: Given) -> Draft:
    return drafted(state, go_back, GoBack(hero=hero))


def offer_flee(state: State, hero: str, given: Given) -> Draft:
    found = settling(state, hero, "newcomers", TURNED_AWAY)
    return _ways(state, found, None if isinstance(found, Violation) else _not_teleported(found[1]))


def _ways(state: State, found: tuple[Hero, Meeting] | Violation, wrong: Violation | None) -> Draft:
    if isinstance(found, Violation):
        return refused(found)
    wrong = wrong or _cannot_leave(state, found[0])
    if wrong:
        return refused(wrong)
    free = empty_neighbours(state, found[0].place)
    return Draft((choice("place", PLACE, tuple(Choice(key, same(state.places[key].name)) for key in free)),))


CHAPTER = Chapter(
    name="leaving",
    decides={GiveWay: give_way, GoBack: go_back, Flee: flee},
    evolves={GaveWay: gave_way, WentBack: went_back},
    tells={
        GaveWay: told(
            "{who} : les lieux sont libérés pour {place_name}, un Tour de Jeu perdu.",
            "{who}: giving way to {place_name}, a turn lost.",
        ),
        WentBack: told("{who} : retour à {place_name}.", "{who}: back to {place_name}."),
    },
    offers={GiveWay: offer_give_way, GoBack: offer_back, Flee: offer_flee},
)
