"""Sheets of nobody, one for each of the four, to be filled in with a pencil; and what is counted on them in strokes (§2, §5.1)."""

from __future__ import annotations

from typing import TypeAlias

from msgspec.structs import replace

from rules.defis_sortileges.book import BOOK
from rules.defis_sortileges.choosing import newcomer, newly_chosen
from rules.defis_sortileges.content_types import Character
from rules.defis_sortileges.sheet import (
    ABOUT_KEY,
    ATTITUDES_KEY,
    FIGURES_KEY,
    PROSE_START,
    sheet,
    spell_lines,
)
from rules.defis_sortileges.state import initial
from rules.defis_sortileges.words import ATTITUDE_NAMES, RESTS
from rules.kernel.offers import Viewer
from rules.kernel.sections import AnySection, Card, Cards, Sheet, Tracks
from rules.kernel.text import Text, same

ONLOOKER = Viewer("spectator")
TALLIED: tuple[Text, ...] = (*ATTITUDE_NAMES.values(), RESTS)
"""The boxes of the four attitudes, and the rests."""
OF_VITALITY = Text("Vitalité {n}", "Vitality {n}")
Figures: TypeAlias = dict[Text, Text | None]
LEFT_OUT = (PROSE_START, ATTITUDES_KEY, FIGURES_KEY, ABOUT_KEY)
"""Paper needs no word of how to set out, and counts attitudes in strokes: all is on one page."""


def blanks() -> tuple[Sheet, ...]:
    return tuple(map(_blank, BOOK.characters.values()))


def _blank(row: Character) -> Sheet:
    """What the character begins with."""
    hero = newcomer(newly_chosen(initial(), row.key, row.key))
    state = replace(initial(), heroes={row.key: hero})
    found = sheet(state, row.key, ONLOOKER)
    assert found is not None
    figures = {line.label: line.detail for line in spell_lines(state, hero).lines}
    kept = (to_write_on(section, figures) for section in found.sections if section.key not in LEFT_OUT)
    return replace(found, name="", subtitle=same(row.name.fr), badges=(), sections=tuple(kept))


def to_write_on(section: AnySection, figures: Figures) -> AnySection:
    """Nobody draws forty boxes: wounds are a number that is rubbed out and written anew. A spell has its figures behind it."""
    if isinstance(section, Cards):
        return replace(section, cards=tuple(_with(card, figures.get(card.title)) for card in section.cards))
    if not isinstance(section, Tracks):
        return section
    tracks = tuple(replace(track, style="bar", note=OF_VITALITY(n=track.most)) for track in section.tracks)
    return replace(section, tracks=tracks)


def _with(card: Card, figures: Text | None) -> Card:
    return replace(card, title=card.title + Text(" : ", ": ") + figures) if figures else card
