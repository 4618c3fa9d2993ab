"""Pits: jumped, climbed out of (§III; R13)."""

from __future__ import annotations

from typing import ClassVar

from rules.heroquest_annexes.combat_die import SKULL, count, thrown
from rules.heroquest_annexes.harm import harmed, passed
from rules.heroquest_annexes.refusals import alone, drafted, on_turn, unknown, waking
from rules.heroquest_annexes.state import Hero, State, add_effect, change_turn, end_effects, of
from rules.heroquest_annexes.words import EFFECTS, room_name
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act, Roll
from rules.kernel.messages import Command, Decision, Event, Key, Violation, Who
from rules.kernel.offers import Choice, Draft, Given, refused
from rules.kernel.refusing import refuse
from rules.kernel.text import Text

HAZARD = Text("Passer l’oubliette", "Cross the pit")


class ClimbOut(Command, frozen=True, tag="climb_out"):
    """Out of a pit: a die, once a turn; a skull is a slip (R13)."""

    who: ClassVar[Who] = "own"
    label = Text("Sortir de l’oubliette", "Climb out of the pit")
    icon = "arrow-left"
    hero: Key


class JumpPit(Command, frozen=True, tag="jump_pit"):
    who: ClassVar[Who] = "own"
    label = Text("Sauter l’oubliette", "Jump over the pit")
    icon = "boot"
    hero: Key
    trap: Key


class PitCrossed(Event, frozen=True, tag="pit_crossed"):
    """`fell`: a skull; `out`: it was a climb."""

    hero: str
    hero_name: str
    fell: bool
    out: bool = False
    roll: Roll | None = None


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
        return Draft((alone("trap", HAZARD, pits),))
    return refused(refuse("no_trap", "Aucune oubliette n’est connue.", "No pit is known.", "§III"))


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
    name="pits",
    decides={ClimbOut: climb_out, JumpPit: jump_pit},
    evolves={PitCrossed: pit_crossed},
    tells={PitCrossed: tell_pit},
    offers={ClimbOut: offer_climb, JumpPit: offer_jump},
)
