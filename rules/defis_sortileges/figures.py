"""Figures of the catalog that a campaign's house rules choose (R2, R3)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.defis_sortileges.book import BOOK
from rules.defis_sortileges.state import State
from rules.kernel.ruleset import Places
from rules.kernel.text import Text

Place = tuple[tuple[str, str], tuple[int | Text, str]]


def figures(state: State) -> Places:
    """What the campaign plays otherwise than the book."""
    return dict(_different(state))


def _different(state: State) -> Iterator[Place]:
    for key, value in state.house.items():
        family, _, rest = key.partition(".")
        row, _, column = rest.partition(".")
        if family == "start" and isinstance(value, int):
            if column == "dice":
                yield (f"weapons/{BOOK.characters[row].weapon}", "dice"), (value, "R2")
            else:
                yield (f"characters/{row}", column), (value, "R2")
        elif family == "spell" and isinstance(value, int):
            yield (f"spells/{row}", column), (value, "R3")
