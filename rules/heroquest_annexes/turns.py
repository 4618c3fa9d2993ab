"""A hero's turn: one move and one action, in any order; what holds a hero back (§1, §2, §3.1, §II, §III)."""

from __future__ import annotations

from typing import ClassVar

from rules.heroquest_annexes.combat_die import SKULL, count, thrown
from rules.heroquest_annexes.harm import begin_turn, following, harmed, in_order, passed
from rules.heroquest_annexes.house import house
from rules.heroquest_annexes.monsters import without_zero
from rules.heroquest_annexes.numbers import body, mind, mind_now, squares
from rules.heroquest_annexes.refusals import bounds, drafted, living, on_turn, quest_of, unknown, waking
from rules.heroquest_annexes.state import (
    Hero,
    Keys,
    Room,
    State,
    add_effect,
    change,
    change_figure,
    change_hero,
    change_places,
    change_turn,
    end_effects,
    of,
)
from rules.heroquest_annexes.words import EFFECTS, HERO, NAME, POINTS, ROOM, WHAT, room_name
from rules.kernel.chapters import Chapter
from rules.kernel.dice import D6, Act, Roll
from rules.kernel.keys import short_key
from rules.kernel.messages import Command, Decision, Event, Key, Name, Number, Violation, Who
from rules.kernel.offers import Choice, Draft, Given, choice, flag, refused, span, words
from rules.kernel.refusing import refuse
from rules.kernel.telling import told
from rules.kernel.text import Text, same

OF_A_MOVE = ("swift-wind", "speed", "veil-of-mist", "pass-through-rock")
MOST_ROOMS = 30
HALL = "corridor"
HELD = ("sleep", "pit", "tempest")
"""What nobody ends by wishing."""
BY = Text("De combien", "By how much")
IS_CORRIDOR = Text("C’est un couloir", "It is a corridor")
EFFECT = Text("Effet", "Effect")
HAZARD = Text("Passer l’oubliette", "Cross the pit")


class Move(Command, frozen=True, tag="move"):
    who: ClassVar[Who] = "own"
    label = Text("Se déplacer", "Move")
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
    label = Text("Entrer", "Enter")
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
    hero: Key


class GiveTurn(Command, frozen=True, tag="give_turn"):
    """Where the table lost its order."""

    label = Text("Donner le tour", "Give the turn")
    to: Key


class TurnGiven(Event, frozen=True, tag="turn_given"):
    to: str
    to_name: str


class EndRound(Command, frozen=True, tag="end_round"):
    """The monsters have played."""

    label = Text("Fin du tour des monstres", "The monsters have played")
    at_hand = True


class RoundEnded(Event, frozen=True, tag="round_ended"):
    round: int
    next_hero: str = ""
    missed: Keys = ()


class Wake(Command, frozen=True, tag="wake"):
    """A die for each mind point; a 6 wakes. Once a turn."""

    who: ClassVar[Who] = "own"
    label = Text("Tenter de se réveiller", "Try to wake")
    hero: Key


class WakeTried(Event, frozen=True, tag="wake_tried"):
    hero: str
    hero_name: str
    woke: bool
    roll: Roll


class ClimbOut(Command, frozen=True, tag="climb_out"):
    """Out of a pit: a die, once a turn; a skull is a slip (R13)."""

    who: ClassVar[Who] = "own"
    label = Text("Sortir de l’oubliette", "Climb out of the pit")
    hero: Key


class JumpPit(Command, frozen=True, tag="jump_pit"):
    who: ClassVar[Who] = "own"
    label = Text("Sauter l’oubliette", "Jump over the pit")
    hero: Key
    trap: Key


class PitCrossed(Event, frozen=True, tag="pit_crossed"):
    """`fell`: a skull; `out`: it was a climb."""

    hero: str
    hero_name: str
    fell: bool
    out: bool = False
    roll: Roll | None = None


class EndEffect(Command, frozen=True, tag="end_effect"):
    """A courage ends when no enemy is in sight; others where the table sees it."""

    who: ClassVar[Who] = "own"
    label = Text("Fin d’un effet", "An effect ends")
    hero: Key
    effect: Key


class EffectEnded(Event, frozen=True, tag="effect_ended"):
    hero: str
    hero_name: str
    effect: str
    name: Text


class ChangePoints(Command, frozen=True, tag="change_points"):
    """What the app did not throw for. Mind never falls to 0."""

    who: ClassVar[Who] = "own"
    label = Text("Points", "Points")
    hero: Key
    track: Key
    by: Number


class PointsChanged(Event, frozen=True, tag="points_changed"):
    hero: str
    hero_name: str
    track: str
    name: Text
    by: int


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
        name = state.heroes[quest.turn.hero].name
        return refuse("heroes_turn", "C’est le tour de {name}.", "It is {name}’s turn.", "§1", name=name)
    found, missed = following(state, "")
    return (
        RoundEnded(
            round=quest.round,
            next_hero=found.key if found else "",
            missed=tuple(one.key for one in missed),
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


def wake(state: State, command: Wake, act: Act) -> Decision:
    hero = waking(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    if not hero.has("sleep") or of(state).turn.woke:
        return refuse(
            "not_asleep",
            "{name} ne dort pas, ou a déjà essayé.",
            "{name} is not asleep, or has tried.",
            "§II",
            name=hero.name,
        )
    roll = act.roll("waking", mind_now(hero), D6)
    return (WakeTried(hero=hero.key, hero_name=hero.name, woke="6" in roll.faces, roll=roll),)


def wake_tried(state: State, event: WakeTried) -> State:
    state = change_turn(state, woke=True)
    return end_effects(state, event.hero, "sleep") if event.woke else state


def climb_out(state: State, command: ClimbOut, act: Act) -> Decision:
    hero = waking(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    if not hero.has("pit") or hero.has("sleep") or of(state).turn.woke:
        return refuse(
            "not_in_pit",
            "{name} n’est pas dans une oubliette, ou a déjà essayé.",
            "{name} is in no pit, or has tried.",
            "§III",
            name=hero.name,
        )
    roped = any(one.what == "pit" and one.roped and one.room == hero.room for one in state.places.things)
    return _crossing(state, hero, act, roped=roped, out=True)


def jump_pit(state: State, command: JumpPit, act: Act) -> Decision:
    hero = on_turn(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    trap = next((one for one in state.places.things if one.key == command.trap and one.what == "pit"), None)
    if trap is None:
        return unknown("trap", command.trap, "§III")
    return _crossing(state, hero, act, roped=trap.roped, out=False)


def _crossing(state: State, hero: Hero, act: Act, *, roped: bool, out: bool) -> tuple[Event, ...]:
    """A skull is a fall and a point; a rope makes it safe."""
    roll = None if roped else thrown(act, "pit", 1)
    fell = count(roll, SKULL) > 0
    event = PitCrossed(hero=hero.key, hero_name=hero.name, fell=fell, out=out, roll=roll)
    if not fell:
        return (event,)
    after = pit_crossed(state, event)
    found = harmed(after, hero.key, 1, EFFECTS["pit"])
    return (event, *found, *(() if out or hero.body <= 1 else (passed(after, hero),)))


def pit_crossed(state: State, event: PitCrossed) -> State:
    if event.out:
        state = change_turn(state, woke=True)
        return state if event.fell else end_effects(state, event.hero, "pit")
    return add_effect(state, event.hero, "pit") if event.fell else state


def end_effect(state: State, command: EndEffect, act: Act) -> Decision:
    hero = living(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    if not hero.has(command.effect) or command.effect in HELD:
        return unknown("effect", command.effect, "§II")
    name = EFFECTS[command.effect]
    return (EffectEnded(hero=hero.key, hero_name=hero.name, effect=command.effect, name=name),)


def effect_ended(state: State, event: EffectEnded) -> State:
    return end_effects(state, event.hero, event.effect)


def change_points(state: State, command: ChangePoints, act: Act) -> Decision:
    hero = living(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    if command.track not in POINTS:
        return unknown("track", command.track, "§I")
    wrong = bounds("by", command.by, *leeway(hero, command.track), "§I", zero=False)
    if wrong:
        return wrong
    if command.track == "body" and command.by < 0:
        return harmed(state, hero.key, -command.by, NOTED)
    name = POINTS[command.track]
    return (PointsChanged(hero=hero.key, hero_name=hero.name, track=command.track, name=name, by=command.by),)


NOTED = Text("noté à la table", "noted at the table")


def leeway(hero: Hero, track: str) -> tuple[int, int]:
    """How far it may fall and rise."""
    if track == "body":
        return -hero.body, body(hero).value - hero.body
    return 1 - mind_now(hero), mind(hero).value - mind_now(hero)


def points_changed(state: State, event: PointsChanged) -> State:
    hero = state.heroes[event.hero]
    if event.track == "body":
        return change_hero(state, event.hero, body=hero.body + event.by)
    return change_hero(state, event.hero, spent=hero.spent - event.by)


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


def offer_wake(state: State, hero: str, given: Given) -> Draft:
    return drafted(state, wake, Wake(hero=hero))


def offer_climb(state: State, hero: str, given: Given) -> Draft:
    return drafted(state, climb_out, ClimbOut(hero=hero))


def offer_jump(state: State, hero: str, given: Given) -> Draft:
    found = on_turn(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    pits = tuple(
        Choice(one.key, EFFECTS["pit"], hint=room_name(state, one.room))
        for one in state.places.things
        if one.what == "pit"
    )
    if pits:
        return Draft((choice("trap", HAZARD, pits),))
    return refused(refuse("no_trap", "Aucune oubliette n’est connue.", "No pit is known.", "§III"))


def offer_end_effect(state: State, hero: str, given: Given) -> Draft:
    found = living(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    effects = tuple(Choice(one.key, EFFECTS[one.key]) for one in found.effects if one.key not in HELD)
    if effects:
        return Draft((choice("effect", EFFECT, effects),))
    return refused(refuse("no_effect", "Rien ne dure sur ce héros.", "Nothing lasts on this hero.", "§II"))


def offer_points(state: State, hero: str, given: Given) -> Draft:
    found = living(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    able = tuple(Choice(key, name) for key, name in POINTS.items() if leeway(found, key) != (0, 0))
    field = choice("track", WHAT, able, depends=True)
    track = str(given.get("track"))
    if track not in {one.value for one in able}:
        return Draft((field,))
    low, high = leeway(found, track)
    return Draft((field, without_zero(span("by", BY, low, high, default=-1 if low else 1))))


def tell_moved(event: Moved) -> Text:
    return Text("{h} se déplace : {n} cases au plus.", "{h} moves: up to {n} squares.")(
        h=event.hero_name, n=event.squares
    )


def tell_wake(event: WakeTried) -> Text:
    if event.woke:
        return Text("{h} se réveille.", "{h} wakes.")(h=event.hero_name)
    return Text("{h} dort toujours.", "{h} sleeps on.")(h=event.hero_name)


def tell_pit(event: PitCrossed) -> Text:
    if event.fell:
        said = (
            Text("{h} glisse.", "{h} slips.")
            if event.out
            else Text("{h} tombe dans l’oubliette.", "{h} falls into the pit.")
        )
    elif event.out:
        said = Text("{h} sort de l’oubliette.", "{h} climbs out of the pit.")
    else:
        said = Text("{h} franchit l’oubliette.", "{h} crosses the pit.")
    return said(h=event.hero_name)


CHAPTER = Chapter(
    name="turns",
    decides={
        Move: move,
        OpenDoor: open_door,
        EnterRoom: enter_room,
        EndTurn: end_turn,
        EndRound: end_round,
        GiveTurn: give_turn,
        Wake: wake,
        ClimbOut: climb_out,
        JumpPit: jump_pit,
        EndEffect: end_effect,
        ChangePoints: change_points,
    },
    evolves={
        Moved: moved,
        DoorOpened: door_opened,
        RoomEntered: room_entered,
        RoundEnded: round_ended,
        TurnGiven: turn_given,
        WakeTried: wake_tried,
        PitCrossed: pit_crossed,
        EffectEnded: effect_ended,
        PointsChanged: points_changed,
    },
    tells={
        Moved: tell_moved,
        DoorOpened: told("{hero_name} ouvre une porte : {name}.", "{hero_name} opens a door: {name}."),
        RoomEntered: told("{hero_name} est ici : {name}.", "{hero_name} is here: {name}."),
        RoundEnded: told("Fin du tour {round}.", "End of round {round}."),
        TurnGiven: told("Le tour est à {to_name}.", "The turn is {to_name}’s."),
        WakeTried: tell_wake,
        PitCrossed: tell_pit,
        EffectEnded: told("{hero_name} : fin de {name}.", "{hero_name}: {name} ends."),
        PointsChanged: told("{hero_name} : {name} {by}.", "{hero_name}: {name} {by}."),
    },
    offers={
        Move: offer_move,
        OpenDoor: offer_door,
        EnterRoom: offer_enter,
        EndTurn: offer_end_turn,
        EndRound: offer_end_round,
        GiveTurn: offer_give_turn,
        Wake: offer_wake,
        ClimbOut: offer_climb,
        JumpPit: offer_jump,
        EndEffect: offer_end_effect,
        ChangePoints: offer_points,
    },
    small=(Moved, RoomEntered, RoundEnded, TurnGiven, EffectEnded, PointsChanged),
)
