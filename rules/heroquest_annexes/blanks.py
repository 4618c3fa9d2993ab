"""Sheets of nobody, one for each of the four, to be filled in with a pencil; and what is counted on them in strokes."""

from __future__ import annotations

from msgspec.structs import replace

from rules.heroquest_annexes.book import BOOK
from rules.heroquest_annexes.content_types import HeroClass
from rules.heroquest_annexes.sheet import sheet
from rules.heroquest_annexes.state import Hero, initial
from rules.kernel.offers import Viewer
from rules.kernel.sections import Sheet
from rules.kernel.text import Text

ONLOOKER = Viewer("spectator")
TALLIED: tuple[Text, ...] = tuple(row.name for row in BOOK.monsters.values())


def blanks() -> tuple[Sheet, ...]:
    return tuple(map(_blank, BOOK.heroes.values()))


def _blank(row: HeroClass) -> Sheet:
    """What everybody of the class begins with."""
    hero = Hero(key=row.key, name=row.key, hero_class=row.key, body=row.body)
    found = sheet(replace(initial(), heroes={row.key: hero}), row.key, ONLOOKER)
    assert found is not None
    return replace(found, name="", subtitle=row.name, badges=())
