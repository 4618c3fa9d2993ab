"""A hero of another campaign, by the facts of their sheet: the command that enrols them here (R5, R16, R20)."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from rules.heroquest_evolution.book import BOOK
from rules.kernel.messages import Key

Plain = dict[str, Any]
MOST_OF_ONE = 1000


class Track(msgspec.Struct, frozen=True):
    max: int


class Tracks(msgspec.Struct, frozen=True):
    body: Track
    mind: Track


class Thing(msgspec.Struct, frozen=True):
    key: Key


class Pile(Thing, frozen=True):
    quantity: Annotated[int, msgspec.Meta(ge=1, le=MOST_OF_ONE)] = 1


class Facts(msgspec.Struct, frozen=True):
    """What of a sheet a hero takes along. Wounds heal on the way; effects, traps, dues and mercenaries stay behind."""

    hero_class: Key
    level: int
    xp: int
    gold: int
    tracks: Tracks
    spheres: tuple[Key, ...] = ()
    skills: tuple[Thing, ...] = ()
    spells: tuple[Thing, ...] = ()
    items: tuple[Pile, ...] = ()


def enrolment(plain: Plain) -> Plain:
    """The fields of `enrol_hero`, but for name and reason; raises msgspec.ValidationError. Whether they hold is for the rules."""
    facts = msgspec.convert(plain, Facts)
    return {
        "hero_class": facts.hero_class,
        "level": facts.level,
        "xp": facts.xp,
        "gold": facts.gold,
        "body": facts.tracks.body.max,
        "mind": facts.tracks.mind.max,
        "spheres": list(facts.spheres),
        "skills": [skill.key for skill in facts.skills],
        "spells": [spell.key for spell in facts.spells],
        "items": [pile.key for pile in facts.items for _ in range(lots(pile))],
    }


def lots(pile: Pile) -> int:
    """How often an item is named: ammunition by lots, of which one that was begun counts as one (R20)."""
    row = BOOK.items.get(pile.key)
    return -(-pile.quantity // row.lot) if row else pile.quantity
