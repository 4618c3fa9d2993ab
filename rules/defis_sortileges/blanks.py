"""Sheets of nobody, one for each of the four, to be filled in with a pencil; and what is counted on them in strokes (§2, §5.1)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.defis_sortileges.book import BOOK
from rules.defis_sortileges.choosing import newcomer, newly_chosen
from rules.defis_sortileges.content_types import Character
from rules.defis_sortileges.sheet import ATTITUDES_KEY, PROSE_START, sheet
from rules.defis_sortileges.state import initial
from rules.defis_sortileges.words import ATTITUDE_NAMES, RESTS
from rules.kernel.offers import Viewer
from rules.kernel.sections import AnySection, Sheet, Tracks
from rules.kernel.text import Text, same

ONLOOKER = Viewer("spectator")
TALLIED: tuple[Text, ...] = (*ATTITUDE_NAMES.values(), RESTS)
"""The boxes of the four attitudes, and the rests."""
OF_VITALITY = Text("Vitalité {n}", "Vitality {n}")
LEFT_OUT = (PROSE_START, ATTITUDES_KEY)
"""Paper needs no word of how to set out, and counts attitudes in strokes."""


def blanks() -> tuple[Sheet, ...]:
    return tuple(map(_blank, BOOK.characters.values()))


def _blank(row: Character) -> Sheet:
    """What the character begins with."""
    state = initial()
    hero = newcomer(newly_chosen(state, row.key, row.key))
    found = sheet(replace(state, heroes={row.key: hero}), row.key, ONLOOKER)
    assert found is not None
    kept = (to_write_on(section) for section in found.sections if section.key not in LEFT_OUT)
    return replace(found, name="", subtitle=same(row.name.fr), badges=(), sections=tuple(kept))


def to_write_on(section: AnySection) -> AnySection:
    """Nobody draws forty boxes: wounds are a number that is rubbed out and written anew."""
    if not isinstance(section, Tracks):
        return section
    tracks = tuple(replace(track, style="bar", note=OF_VITALITY(n=track.most)) for track in section.tracks)
    return replace(section, tracks=tracks)
