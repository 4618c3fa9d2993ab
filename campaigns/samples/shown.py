"""What the home page shows of the game: a sheet of the sample’s story, as who watches sees it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec

from campaigns.samples.playing import story
from rules.kernel.offers import Viewer
from rules.kernel.registry import ruleset
from rules.kernel.ruleset import HeroSummary, Ruleset
from rules.kernel.sections import AnySection, Numbers, Tracks

ON_A_PHONE = 3


@dataclass(frozen=True)
class Shown:
    """A hero with body, mind and the like, and the numbers that explain themselves."""

    rules: Ruleset[Any]
    hero: HeroSummary
    tracks: tuple[AnySection, ...]
    numbers: tuple[AnySection, ...]


def few(section: Numbers) -> Numbers:
    return msgspec.structs.replace(section, numbers=section.numbers[:ON_A_PHONE])


def shown() -> Shown | None:
    """The first hero of the story; None where no rulebook tells one."""
    told = story()
    return drawn_from(told.header.name, told.header.ruleset) if told else None


@cache
def drawn_from(name: str, ruleset_key: str) -> Shown | None:
    told = story()
    assert told is not None
    rules = ruleset(ruleset_key)
    hero = next(iter(rules.heroes(told.state)), None)
    sheet = rules.sheet(told.state, hero.key, Viewer("spectator")) if hero else None
    if hero is None or sheet is None:
        return None
    head = [section for section in sheet.sections if section.place == "head"]
    return Shown(
        rules=rules,
        hero=hero,
        tracks=tuple(section for section in head if isinstance(section, Tracks)),
        numbers=tuple(few(section) for section in head if isinstance(section, Numbers))[:1],
    )
