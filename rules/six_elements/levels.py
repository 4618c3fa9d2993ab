"""Levels: level n costs n XP and takes them all; two choices, and everything restored (§4, R2)."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Violation
from rules.kernel.offers import Choice, Draft, Given, choice, refused
from rules.kernel.refusing import refuse
from rules.kernel.ruleset import Movement
from rules.kernel.text import Text
from rules.six_elements.dues import level_due
from rules.six_elements.house import house_int
from rules.six_elements.learning import notice_neutral
from rules.six_elements.oracle import speak
from rules.six_elements.refusals import known, unknown
from rules.six_elements.state import Answer, Hero, State, change, play
from rules.six_elements.stats import body_most, mana_most
from rules.six_elements.story import Story
from rules.six_elements.turns import go_on
from rules.six_elements.victories import take_loot
from rules.six_elements.words import POINTS, STATS

POINT, STAT = Text("Un point de", "One point of"), Text("Une stat", "A stat")


class Choices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`point`: body or mana; `stat`: attack, defence or magic."""

    point: Key
    stat: Key


class GainLevel(Command, frozen=True, tag="gain_level"):
    who = "own"
    label = Text("Monter de niveau", "Gain a level")
    icon = "star"
    does = "raises_level"
    hero: Key
    choices: Choices


class LevelGained(Event, frozen=True, tag="level_gained"):
    """`xp` is what it took, the surplus included; body and mana as they fill up."""

    hero: str
    hero_name: str
    level: int
    xp: int
    point: Literal["body", "mana"]
    stat: Literal["attack", "defence", "magic"]
    body: int
    mana: int


def riser(state: State, key: str) -> Answer[Hero]:
    hero = known(state, key)
    if isinstance(hero, Violation) or level_due(hero):
        return hero
    return refuse(
        "no_level_due",
        "{name} n’a pas de niveau à prendre : il faut {n} XP.",
        "{name} has no level due: it takes {n} XP.",
        "§4",
        field="hero",
        name=hero.name,
        n=hero.level,
    )


def gain_level(state: State, command: GainLevel, act: Act) -> Decision:
    """The level, then what its victory still gives, then the Oracle at the top (§9, §16)."""
    hero = riser(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    point, stat = command.choices.point, command.choices.stat
    if point not in POINTS or stat not in STATS:
        return unknown(
            "choices.point" if point not in POINTS else "choices.stat",
            point if point not in POINTS else stat,
            "§4",
        )
    story = Story(state, act)
    story.tell(_gained(hero, point, stat), level_gained)
    notice_neutral(story, hero.key)
    take_loot(story, hero.key)
    if _wakes_oracle(story, hero.key):
        speak(story, hero.key)
    if state.game and state.game.rising == hero.key:
        go_on(story)
    return story.told


def _gained(hero: Hero, point: str, stat: str) -> LevelGained:
    grown = replace(hero, **{f"{point}_max": getattr(hero, f"{point}_max") + 1})
    return LevelGained(
        hero=hero.key,
        hero_name=hero.name,
        level=hero.level + 1,
        xp=-hero.xp,
        point=point,  # type: ignore[arg-type]
        stat=stat,  # type: ignore[arg-type]
        body=body_most(grown) - hero.body,
        mana=mana_most(grown) - hero.mana,
    )


def _wakes_oracle(story: Story, key: str) -> bool:
    game = story.state.game
    if game is None or game.oracle or game.outcome:
        return False
    return story.hero(key).level >= house_int(story.state, "oracle_level")


def level_gained(state: State, event: LevelGained) -> State:
    hero = state.heroes[event.hero]
    gains: dict[str, int] = {
        f"{event.point}_max": int(getattr(hero, f"{event.point}_max")) + 1,
        event.stat: int(getattr(hero, event.stat)) + 1,
    }
    if state.game and state.game.rising == event.hero:
        state = play(state, rising="")
    return change(
        state,
        event.hero,
        level=event.level,
        xp=hero.xp + event.xp,
        body=hero.body + event.body,
        mana=hero.mana + event.mana,
        **gains,
    )


def level_moves(event: LevelGained) -> tuple[Movement, ...]:
    return (Movement(event.hero, "xp", event.xp, Text("Niveau pris", "Level taken"), "§4"),)


def offer_gain(state: State, hero: str, given: Given) -> Draft:
    found = riser(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    points = tuple(Choice(key, label, hint=_grows(found, f"{key}_max")) for key, label in POINTS.items())
    stats = tuple(Choice(key, label, hint=_grows(found, key)) for key, label in STATS.items())
    return Draft((choice("choices.point", POINT, points), choice("choices.stat", STAT, stats)))


def _grows(hero: Hero, what: str) -> Text:
    now = int(getattr(hero, what))
    return Text(f"{now} → {now + 1}", f"{now} → {now + 1}")


def tell_gained(event: LevelGained) -> Text:
    return Text(
        "{hero} passe niveau {n} : +1 {point}, +1 {stat}.", "{hero} reaches level {n}: +1 {point}, +1 {stat}."
    )(hero=event.hero_name, n=event.level, point=POINTS[event.point].inline, stat=STATS[event.stat].inline)


CHAPTER = Chapter(
    name="levels",
    decides={GainLevel: gain_level},
    evolves={LevelGained: level_gained},
    tells={LevelGained: tell_gained},
    offers={GainLevel: offer_gain},
    moves={LevelGained: level_moves},
)
