"""A hero of another campaign, by the facts of their sheet: the command that enrols them here (R43)."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.kernel.messages import Key
from rules.six_elements.book import NEUTRAL

Plain = dict[str, Any]


class Track(msgspec.Struct, frozen=True):
    own: int


class Tracks(msgspec.Struct, frozen=True):
    body: Track
    mana: Track


class Thing(msgspec.Struct, frozen=True):
    key: Key


class Facts(msgspec.Struct, frozen=True):
    """What of a sheet a hero takes along. Wounds heal, tokens and dice stay behind, what is worn comes in the bag."""

    hero_class: Key
    level: int
    xp: int
    gold: int
    tracks: Tracks
    own: dict[str, int]
    deaths: int = 0
    affinities: dict[Key, int] = {}
    stones: dict[Key, int] = {}
    skills: tuple[Thing, ...] = ()
    worn: tuple[Key, ...] = ()
    bag: tuple[Key, ...] = ()
    items: tuple[Thing, ...] = ()


def enrolment(plain: Plain) -> Plain:
    """The fields of `enrol_hero`, but for name and reason; raises msgspec.ValidationError. Whether they hold is for the rules."""
    facts = msgspec.convert(plain, Facts)
    return {
        "hero_class": facts.hero_class,
        "level": facts.level,
        "xp": facts.xp,
        "gold": facts.gold,
        "deaths": facts.deaths,
        "body": facts.tracks.body.own,
        "mana": facts.tracks.mana.own,
        "attack": facts.own.get("attack", 0),
        "defence": facts.own.get("defence", 0),
        "magic": facts.own.get("magic", 0),
        "affinities": {key: n for key, n in facts.affinities.items() if key != NEUTRAL and n},
        "stones": facts.stones,
        "skills": [skill.key for skill in facts.skills],
        "bag": [*facts.worn, *facts.bag],
        "items": [item.key for item in facts.items],
    }
