"""What holds a hero back, what lasts, points noted at the table (§II, §III; R12)."""

from __future__ import annotations

from typing import ClassVar

from rules.heroquest_annexes.harm import harmed
from rules.heroquest_annexes.monsters import without_zero
from rules.heroquest_annexes.numbers import body, mind, mind_now
from rules.heroquest_annexes.refusals import bounds, drafted, living, unknown, waking
from rules.heroquest_annexes.state import Hero, State, change_hero, change_turn, end_effects, of
from rules.heroquest_annexes.words import EFFECTS, POINTS, WHAT, signed
from rules.kernel.chapters import Chapter
from rules.kernel.dice import D6, Act, Roll
from rules.kernel.messages import Command, Decision, Event, Key, Number, Violation, Who
from rules.kernel.offers import Choice, Draft, Given, choice, refused, span
from rules.kernel.refusing import refuse
from rules.kernel.telling import told
from rules.kernel.text import Text

HELD = ("sleep", "pit", "tempest")
"""What nobody ends by wishing."""
BY = Text("De combien", "By how much")
EFFECT = Text("Effet", "Effect")


class Wake(Command, frozen=True, tag="wake"):
    """A die for each mind point; a 6 wakes. Once a turn."""

    who: ClassVar[Who] = "own"
    label = Text("Tenter de se réveiller", "Try to wake")
    icon = "sun"
    hero: Key


class WakeTried(Event, frozen=True, tag="wake_tried"):
    hero: str
    hero_name: str
    woke: bool
    roll: Roll


class EndEffect(Command, frozen=True, tag="end_effect"):
    """A courage ends when no enemy is in sight; others where the table sees it."""

    who: ClassVar[Who] = "own"
    label = Text("Fin d’un effet", "An effect ends")
    icon = "check"
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
    icon = "heart"
    hero: Key
    track: Key
    by: Number


class PointsChanged(Event, frozen=True, tag="points_changed"):
    hero: str
    hero_name: str
    track: str
    name: Text
    by: int


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


def offer_wake(state: State, hero: str, given: Given) -> Draft:
    return drafted(state, wake, Wake(hero=hero))


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


def tell_wake(event: WakeTried) -> Text:
    if event.woke:
        return Text("{h} se réveille.", "{h} wakes.")(h=event.hero_name)
    return Text("{h} dort toujours.", "{h} sleeps on.")(h=event.hero_name)


def tell_points(event: PointsChanged) -> Text:
    return Text("{h} : {n} {by}.", "{h}: {n} {by}.")(h=event.hero_name, n=event.name, by=signed(event.by))


CHAPTER = Chapter(
    name="held",
    decides={Wake: wake, EndEffect: end_effect, ChangePoints: change_points},
    evolves={WakeTried: wake_tried, EffectEnded: effect_ended, PointsChanged: points_changed},
    tells={
        WakeTried: tell_wake,
        EffectEnded: told("{hero_name} : fin de {name}.", "{hero_name}: {name} ends."),
        PointsChanged: tell_points,
    },
    offers={Wake: offer_wake, EndEffect: offer_end_effect, ChangePoints: offer_points},
    small=(WakeTried, EffectEnded, PointsChanged),
)
