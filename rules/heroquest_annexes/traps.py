"""Traps: disarmed, sprung, roped (§3.4, §III)."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from rules.heroquest_annexes.book import BOOK
from rules.heroquest_annexes.combat_die import BLACK, SKULL, count, thrown
from rules.heroquest_annexes.findings import MOST_THINGS, here, one_of, thing_here, thing_key
from rules.heroquest_annexes.harm import harmed, passed
from rules.heroquest_annexes.refusals import alone, living, may_act, quest_of, unknown
from rules.heroquest_annexes.state import (
    Hero,
    State,
    Thing,
    add_effect,
    add_item,
    change_places,
    change_turn,
    of,
    without_thing,
)
from rules.heroquest_annexes.words import HERO, TRAP
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act, Roll
from rules.kernel.messages import Command, Decision, Event, Key, Violation, Who
from rules.kernel.offers import Choice, Draft, Given, choice, refused
from rules.kernel.refusing import refuse
from rules.kernel.telling import told
from rules.kernel.text import Text, same


class Disarm(Command, frozen=True, tag="disarm"):
    """The dwarf, or whoever has a tool kit; a black shield costs a point. Never a pit."""

    who: ClassVar[Who] = "own"
    label = Text("Désamorcer", "Disarm")
    icon = "trap"
    hero: Key
    trap: Key


class Disarmed(Event, frozen=True, tag="disarmed"):
    hero: str
    hero_name: str
    trap: str
    name: Text
    what: str
    roll: Roll


class SpringTrap(Command, frozen=True, tag="spring_trap"):
    label = Text("Piège !", "Trap!")
    icon = "trap"
    at_hand = True
    target: Key
    trap: Key


class TrapSprung(Event, frozen=True, tag="trap_sprung"):
    """`place`: the key of the pit that is on the board from now on, in the room of the hero."""

    to: str
    to_name: str
    trap: str
    name: Text
    place: str = ""
    room: str = ""
    roll: Roll | None = None


class FixRope(Command, frozen=True, tag="fix_rope"):
    who: ClassVar[Who] = "own"
    label = Text("Fixer une corde", "Fix a rope")
    icon = "link"
    hero: Key
    trap: Key


class RopeFixed(Event, frozen=True, tag="rope_fixed"):
    hero: str
    hero_name: str
    trap: str


def disarm(state: State, command: Disarm, act: Act) -> Decision:
    hero = may_disarm(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    trap = thing_here(state, hero, command.trap, "trap", *BOOK.traps)
    if isinstance(trap, Violation):
        return trap
    if not BOOK.traps[trap.what].disarmable:
        return refuse(
            "never_disarmed",
            "Personne ne désamorce une oubliette.",
            "Nobody disarms a pit.",
            "§3.4",
            field="trap",
        )
    roll = thrown(act, "disarm", 1)
    assert roll is not None
    name = BOOK.traps[trap.what].name
    event = Disarmed(hero=hero.key, hero_name=hero.name, trap=trap.key, name=name, what=trap.what, roll=roll)
    return (event, *harmed(disarmed(state, event), hero.key, count(roll, BLACK), name))


def may_disarm(state: State, key: str) -> Hero | Violation:
    hero = may_act(state, key)
    if isinstance(hero, Violation) or hero.hero_class == "dwarf" or hero.count("tool-kit"):
        return hero
    return refuse(
        "no_tool_kit",
        "{name} n’a pas de trousse à outils.",
        "{name} has no tool kit.",
        "§3.4",
        name=hero.name,
    )


def disarmed(state: State, event: Disarmed) -> State:
    return change_turn(without_thing(state, event.trap), acted="disarm")


def spring_trap(state: State, command: SpringTrap, act: Act) -> Decision:
    hero = living(state, command.target, "target")
    if isinstance(hero, Violation):
        return hero
    if command.trap not in BOOK.traps:
        return unknown("trap", command.trap, "§III")
    return sprung(state, hero, command.trap, act)


def sprung(state: State, hero: Hero, trap: str, act: Act) -> tuple[Event, ...]:
    """Darts and a pit cost a point, rocks one for each skull; a pit ends the turn."""
    roll = thrown(act, "rocks", 3) if trap == "rocks" else None
    lost = count(roll, SKULL) if roll else 1
    name = BOOK.traps[trap].name
    event = TrapSprung(
        to=hero.key,
        to_name=hero.name,
        trap=trap,
        name=name,
        place=thing_key(state, act) if _opens(state, hero, trap) else "",
        room=hero.room,
        roll=roll,
    )
    after = trap_sprung(state, event)
    found = harmed(after, hero.key, lost, name)
    ends = trap == "pit" and hero.body > lost and of(state).turn.hero == hero.key
    return (event, *found, *((passed(after, hero),) if ends else ()))


def _opens(state: State, hero: Hero, trap: str) -> bool:
    """A pit that nobody knew of stays where it is (§III)."""
    return trap == "pit" and not here(state, hero, "pit") and len(state.places.things) < MOST_THINGS


def trap_sprung(state: State, event: TrapSprung) -> State:
    if event.place:
        thing = Thing(key=event.place, what=event.trap, room=event.room)
        state = change_places(state, things=(*state.places.things, thing))
    return add_effect(state, event.to, "pit") if event.trap == "pit" else state


def fix_rope(state: State, command: FixRope, act: Act) -> Decision:
    hero = living(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    if not hero.count("rope"):
        return refuse("no_rope", "{name} n’a pas de corde.", "{name} has no rope.", "§III", name=hero.name)
    trap = thing_here(state, hero, command.trap, "trap", "pit")
    if isinstance(trap, Violation) or not trap.roped:
        return (
            trap
            if isinstance(trap, Violation)
            else (RopeFixed(hero=hero.key, hero_name=hero.name, trap=trap.key),)
        )
    return refuse("roped_already", "Une corde y est déjà.", "A rope is there already.", "§III", field="trap")


def rope_fixed(state: State, event: RopeFixed) -> State:
    things = tuple(replace(one, roped=True) if one.key == event.trap else one for one in state.places.things)
    return add_item(change_places(state, things=things), event.hero, "rope", -1)


def offer_disarm(state: State, hero: str, given: Given) -> Draft:
    found = may_disarm(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    able = tuple(key for key, row in BOOK.traps.items() if row.disarmable)
    return one_of("trap", TRAP, here(state, found, *able))


def offer_spring(state: State, given: Given) -> Draft:
    quest = quest_of(state)
    if isinstance(quest, Violation):
        return refused(quest)
    able = tuple(
        Choice(key, same(state.heroes[key].name)) for key in quest.heroes if not state.heroes[key].is_dead
    )
    if not able:
        return refused(refuse("hero_dead", "Tous sont morts.", "All are dead.", "§III"))
    traps = tuple(Choice(key, row.name, hint=row.text) for key, row in BOOK.traps.items())
    return Draft((alone("target", HERO, able), choice("trap", TRAP, traps)))


def offer_rope(state: State, hero: str, given: Given) -> Draft:
    found = living(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    if not found.count("rope"):
        return refused(refuse("no_rope", "Pas de corde.", "No rope.", "§III"))
    return one_of("trap", TRAP, tuple(one for one in here(state, found, "pit") if not one.roped))


CHAPTER = Chapter(
    name="traps",
    decides={Disarm: disarm, FixRope: fix_rope, SpringTrap: spring_trap},
    evolves={Disarmed: disarmed, RopeFixed: rope_fixed, TrapSprung: trap_sprung},
    tells={
        Disarmed: told("{hero_name} désamorce : {name}.", "{hero_name} disarms: {name}."),
        RopeFixed: told("{hero_name} fixe une corde.", "{hero_name} fixes a rope."),
        TrapSprung: told("{to_name} déclenche : {name}.", "{to_name} springs: {name}."),
    },
    offers={Disarm: offer_disarm, FixRope: offer_rope, SpringTrap: offer_spring},
)
