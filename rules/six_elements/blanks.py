"""Sheets of nobody, one for each class, to be filled in with a pencil; and what is counted on them in strokes (§4)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.kernel.offers import Viewer
from rules.kernel.sections import Sheet
from rules.kernel.text import Text
from rules.six_elements.book import BOOK, NEUTRAL, RARITIES
from rules.six_elements.content_types import HeroClass
from rules.six_elements.house import house_int
from rules.six_elements.sheet import sheet
from rules.six_elements.state import ENTRANCE, Hero, initial
from rules.six_elements.words import DEATHS, RARITY

ONLOOKER = Viewer("spectator")
TALLIED: tuple[Text, ...] = (*(RARITY[rarity] for rarity in RARITIES), DEATHS)
"""Monsters beaten by rank, and the falls."""


def blanks() -> tuple[Sheet, ...]:
    return tuple(map(_blank, BOOK.hero_classes.values()))


def _blank(row: HeroClass) -> Sheet:
    """What everybody of the class begins with; the free point is for the pencil."""
    state, is_neutral = initial(), row.element == NEUTRAL
    body, mana = house_int(state, "starting_body"), house_int(state, "starting_mana")
    hero = Hero(
        key=row.key,
        name=row.key,
        hero_class=row.key,
        body=body,
        mana=mana,
        body_max=body,
        mana_max=mana,
        place=ENTRANCE,
        attack=int(is_neutral),
        defence=int(is_neutral),
        magic=int(is_neutral),
        best=int(is_neutral),
        affinities={} if is_neutral else {row.element: 1},
        skills=tuple(skill.key for skill in BOOK.skills_of(row.element, "common")),
    )
    found = sheet(replace(state, heroes={row.key: hero}), row.key, ONLOOKER)
    assert found is not None
    return replace(found, name="", subtitle=row.name, badges=())
