"""A hero's turn: one move and one action, in any order; what holds a hero back (§1, §2, §3.1, §II, §III)."""

from __future__ import annotations

from typing import ClassVar

from rules.heroquest_annexes.harm import begin_turn, following, in_order, passed, with_missing
from rules.heroquest_annexes.house import house
from rules.heroquest_annexes.numbers import squares
from rules.heroquest_annexes.refusals import drafted, heroes_turn, living, on_turn, quest_of, unknown, waking
from rules.heroquest_annexes.state import (
    Hero,
    Keys,
    Room,
    State,
    change,
    change_figure,
    change_hero,
    change_places,
    change_turn,
    end_effects,
    of,
)
from rules.heroquest_annexes.words import HALL, HERO, NAME, ROOM, room_name
from rules.kernel.chapters import Chapter
from rules.kernel.dice import D6, Act, Roll
from rules.kernel.keys import short_key
from rules.kernel.messages import Command, Decision, Event, Key, Name, Violation, Who
from rules.kernel.offers import Choice, Draft, Given, choice, flag, refused, words
from rules.kernel.refusing import refuse
from rules.kernel.telling import told
from rules.kernel.text import Text, same

OF_A_MOVE = ("swift-wind", "speed", "veil-of-mist", "pass-through-rock")
MOST_ROOMS = 30
IS_CORRIDOR = Text("C’est un couloir", "It is a corridor")


class Move(Command, frozen=True, tag="move"):
    who: ClassVar[Who] = "own"
    label = Text("Se déplacer", "Move")
    icon = "boot"
    hero: Key


class Moved(Event, frozen=True, tag="moved"):
    hero: str
    hero_name: str
    squares: int
    roll: Roll | None = None


class OpenDoor(Command, frozen=True, tag="open_door"):
    """Free: the game master says what is behind, the turn goes on. Nobody closes it again."""

    who: ClassVar[Who] = "own"
    label = Text("Ouvrir une porte", "Open a door")
    icon = "door"
    hero: Key
    name: Name
    corridor: bool = False


class DoorOpened(Event, frozen=True, tag="door_opened"):
    hero: str
    hero_name: str
    place: str
    name: str
    corridor: bool = False


class EnterRoom(Command, frozen=True, tag="enter_room"):
    """Where a hero stands: free, as the move brings them there."""

    who: ClassVar[Who] = "own"
    label = Text("Changer de lieu", "Go elsewhere")
    icon = "door"
    hero: Key
    room: Key


class RoomEntered(Event, frozen=True, tag="room_entered"):
    hero: str
    hero_name: str
    room: str
    name: Text


class EndTurn(Command, frozen=True, tag="end_turn"):
    who: ClassVar[Who] = "own"
    label = Text("Finir le tour", "End the turn")
    icon = "clock"
    hero: Key


class GiveTurn(Command, frozen=True, tag="give_turn"):
    """Where the table lost its order."""

    label = Text("Donner le tour", "Give the turn")
    icon = "hourglass"
    to: Key


class TurnGiven(Event, frozen=True, tag="turn_given"):
    to: str
    to_name: str


class EndRound(Command, frozen=True, tag="end_round"):
    """The monsters have played."""

    label = Text("Fin du tour des monstres", "The monsters have played")
    icon = "clock"
    shortcut = "r"


class RoundEnded(Event, frozen=True, tag="round_ended"):
    round: int
    next_hero: str = ""
    next_name: str = ""
    missed: Keys = ()
    missed_names: str = ""


def move(state: State, command: Move, act: Act) -> Decision:
    hero = may_move(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    roll = act.roll("movement", 2, D6) if house(state, "movement") == "dice" else None
    far = squares(state, hero, roll.total if roll else 0)
    return (Moved(hero=hero.key, hero_name=hero.name, squares=far, roll=roll),)


def may_move(state: State, key: str) -> Hero | Violation:
    hero = on_turn(state, key)
    if isinstance(hero, Violation) or not of(state).turn.moved:
        return hero
    return refuse(
        "has_moved", "{name} s’est déjà déplacé.", "{name} has moved already.", "§2", name=hero.name
    )


def moved(state: State, event: Moved) -> State:
    return change_turn(end_effects(state, event.hero, *OF_A_MOVE), moved=True)


def open_door(state: State, command: OpenDoor, act: Act) -> Decision:
    hero = may_open(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    place = short_key(act, state.places.rooms)
    return (
        DoorOpened(
            hero=hero.key,
            hero_name=hero.name,
            place=place,
            name=command.name.strip(),
            corridor=command.corridor,
        ),
    )


def may_open(state: State, key: str) -> Hero | Violation:
    hero = on_turn(state, key)
    if isinstance(hero, Violation) or len(state.places.rooms) < MOST_ROOMS:
        return hero
    return refuse("too_many_rooms", "{most} lieux au plus.", "At most {most} places.", "R10", most=MOST_ROOMS)


def door_opened(state: State, event: DoorOpened) -> State:
    room = Room(name=event.name, corridor=event.corridor)
    return change_places(state, rooms=state.places.rooms | {event.place: room})


def enter_room(state: State, command: EnterRoom, act: Act) -> Decision:
    hero = on_turn(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    room = "" if command.room == HALL else command.room
    if (room and room not in state.places.rooms) or room == hero.room:
        return unknown("room", command.room, "§3.1")
    return (RoomEntered(hero=hero.key, hero_name=hero.name, room=room, name=room_name(state, room)),)


def room_entered(state: State, event: RoomEntered) -> State:
    return change_hero(state, event.hero, room=event.room)


def end_turn(state: State, command: EndTurn, act: Act) -> Decision:
    hero = waking(state, command.hero)
    return hero if isinstance(hero, Violation) else (passed(state, hero),)


def give_turn(state: State, command: GiveTurn, act: Act) -> Decision:
    hero = living(state, command.to, "to")
    if isinstance(hero, Violation):
        return hero
    if of(state).turn.hero == hero.key:
        return refuse("turn_is_theirs", "C’est déjà son tour.", "The turn is theirs.", "§1", field="to")
    return (TurnGiven(to=hero.key, to_name=hero.name),)


def turn_given(state: State, event: TurnGiven) -> State:
    return begin_turn(state, event.to)


def end_round(state: State, command: EndRound, act: Act) -> Decision:
    quest = quest_of(state)
    if isinstance(quest, Violation):
        return quest
    if quest.turn.hero:
        return heroes_turn(state.heroes[quest.turn.hero])
    found, missed = following(state, "")
    return (
        RoundEnded(
            round=quest.round,
            next_hero=found.key if found else "",
            next_name=found.name if found else "",
            missed=tuple(one.key for one in missed),
            missed_names=", ".join(one.name for one in missed),
        ),
    )


def round_ended(state: State, event: RoundEnded) -> State:
    """What held monsters back for a turn is over."""
    for figure in state.places.figures:
        kept = tuple(one for one in figure.effects if one not in ("tempest", "veil-of-mist"))
        state = change_figure(state, figure.key, effects=kept)
    for key in event.missed:
        state = end_effects(state, key, "tempest")
    return begin_turn(change(state, round=event.round + 1), event.next_hero)


def room_choices(state: State, hero: Hero) -> tuple[Choice, ...]:
    rooms = tuple(
        Choice(key, same(room.name)) for key, room in state.places.rooms.items() if key != hero.room
    )
    return (*rooms, *((Choice(HALL, room_name(state, "")),) if hero.room else ()))


def offer_move(state: State, hero: str, given: Given) -> Draft:
    return drafted(state, move, Move(hero=hero))


def offer_door(state: State, hero: str, given: Given) -> Draft:
    found = may_open(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    return Draft((words("name", NAME), flag("corridor", IS_CORRIDOR)))


def offer_enter(state: State, hero: str, given: Given) -> Draft:
    found = on_turn(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    rooms = room_choices(state, found)
    if rooms:
        return Draft((choice("room", ROOM, rooms),))
    return refused(refuse("no_room", "Aucune porte n’est ouverte.", "No door is open.", "§3.3"))


def offer_end_turn(state: State, hero: str, given: Given) -> Draft:
    return drafted(state, end_turn, EndTurn(hero=hero))


def offer_give_turn(state: State, given: Given) -> Draft:
    quest = quest_of(state)
    if isinstance(quest, Violation):
        return refused(quest)
    able = [one for one in in_order(state) if not one.is_dead and one.key != quest.turn.hero]
    if able:
        return Draft((choice("to", HERO, tuple(Choice(one.key, same(one.name)) for one in able)),))
    return refused(refuse("turn_is_theirs", "Personne d’autre ne peut jouer.", "Nobody else can play.", "§1"))


def offer_end_round(state: State, given: Given) -> Draft:
    return drafted(state, end_round, EndRound())


def tell_moved(event: Moved) -> Text:
    return Text("{h} se déplace : {n} cases au plus.", "{h} moves: up to {n} squares.")(
        h=event.hero_name, n=event.squares
    )


def tell_round(event: RoundEnded) -> Text:
    """Nobody may be next: all missed, or all dead."""
    said = Text("Fin du tour {n}.", "End of round {n}.")(n=event.round)
    if event.next_name:
        said = said + Text(" À suivre : {h}.", " Next: {h}.")(h=event.next_name)
    return with_missing(said, event.missed_names)


CHAPTER = Chapter(
    name="turns",
    decides={
        Move: move,
        OpenDoor: open_door,
        EnterRoom: enter_room,
        EndTurn: end_turn,
        EndRound: end_round,
        GiveTurn: give_turn,
    },
    evolves={
        Moved: moved,
        DoorOpened: door_opened,
        RoomEntered: room_entered,
        RoundEnded: round_ended,
        TurnGiven: turn_given,
    },
    tells={
        Moved: tell_moved,
        DoorOpened: told("{hero_name} ouvre une porte : {name}.", "{hero_name} opens a door: {name}."),
        RoomEntered: told("{hero_name} est ici : {name}.", "{hero_name} is here: {name}."),
        RoundEnded: tell_round,
        TurnGiven: told("Le tour est à {to_name}.", "The turn is {to_name}’s."),
    },
    offers={
        Move: offer_move,
        OpenDoor: offer_door,
        EnterRoom: offer_enter,
        EndTurn: offer_end_turn,
        EndRound: offer_end_round,
        GiveTurn: offer_give_turn,
    },
    small=(Moved, RoomEntered, RoundEnded, TurnGiven),
)
