"""Figures and words of the catalog that a campaign's house rules choose (R1, R5, R6, R13, R14, R29)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.house import HOUSE_RULES, house_int, monster_xp, training_price
from rules.heroquest_evolution.state import State
from rules.kernel.house_rules import shown
from rules.kernel.ruleset import Places
from rules.kernel.text import Text

OWN = Text("{here} (livre : {book})", "{here} (book: {book})")
Place = tuple[tuple[str, str], tuple[int | Text, str]]


def figures(state: State) -> Places:
    """The XP of every monster with the place it comes from; of all else what the campaign plays otherwise."""
    monsters: Places = {(f"monsters/{key}", "xp"): monster_xp(state, key) for key in BOOK.monsters}
    return monsters | dict(_different(state)) if state.house else monsters


def _different(state: State) -> Iterator[Place]:
    if house_int(state, "starting_gold"):
        start = house_int(state, "starting_gold"), "R1"
        yield from (((f"hero-classes/{key}", "gold"), start) for key in BOOK.hero_classes)
    if state.house.get("free_training"):
        free = training_price(state, 2), "R105"
        yield from (((f"levels/{key}", "price"), free) for key in BOOK.levels)
    for key, value in state.house.items():
        family, _, rest = key.partition(".")
        if family == "special_xp" and isinstance(value, int):
            yield (f"quests/{rest}", "special_xp"), (value, "R13")
        elif family in CELLS:
            row, _, column = rest.partition(".")
            yield (
                (f"{CELLS[family][0]}/{row}", f"{CELLS[family][1]}{column}"),
                (_own(state, key), HOUSE_RULES[key].source),
            )


CELLS = {"level_gain": ("levels", ""), "stock": ("evolution-stock", "hero_")}
"""The tables of words, by the family of house rules that replaces their cells, and how their columns are called."""


def _own(state: State, key: str) -> Text:
    """The campaign's own cell, and the book's."""
    rule = HOUSE_RULES[key]
    return OWN(here=shown(rule, state.house[key]), book=shown(rule, rule.default))
