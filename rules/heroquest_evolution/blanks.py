"""Sheets of nobody, one for each class, to be filled in with a pencil; and what is counted on them in strokes (§III)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.content_types import HeroClass
from rules.heroquest_evolution.sheet import sheet
from rules.heroquest_evolution.state import Hero, Owned, State, initial
from rules.kernel.offers import Viewer
from rules.kernel.sections import Sheet
from rules.kernel.text import Text

ONLOOKER = Viewer("spectator")
TALLIED: tuple[Text, ...] = tuple(row.name for row in BOOK.monsters.values() if row.rank == "base")
"""A line for each monster of the board game; others are written in."""


def blanks() -> tuple[Sheet, ...]:
    return tuple(map(_blank, BOOK.hero_classes.values()))


def _blank(row: HeroClass) -> Sheet:
    """What everybody of the class begins with."""
    hero = Hero(
        key=row.key,
        name=row.key,
        hero_class=row.key,
        body=row.body,
        mind=row.mind,
        body_base=row.body,
        mind_base=row.mind,
        items=(Owned(row.weapon, 1, True, 0),),
    )
    state: State = replace(initial(), heroes={row.key: hero})
    found = sheet(state, row.key, ONLOOKER)
    assert found is not None
    return replace(found, name="", subtitle=row.name, badges=())
