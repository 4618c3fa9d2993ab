"""Figures of the catalog that a campaign's house rules choose."""

from __future__ import annotations

from rules.heroquest_annexes.house import HOUSE_RULES
from rules.heroquest_annexes.state import State
from rules.kernel.ruleset import Places

COLUMNS = {"xp": ("monsters", "xp"), "rate": ("rates", "xp"), "price": ("items", "price")}


def figures(state: State) -> Places:
    """What the campaign plays otherwise than the book."""
    found: Places = {}
    for key, value in state.house.items():
        family, _, row = key.partition(".")
        if family in COLUMNS and isinstance(value, int):
            section, column = COLUMNS[family]
            found[f"{section}/{row}", column] = (value, HOUSE_RULES[key].source)
    return found
