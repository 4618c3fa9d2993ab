"""The content of the rulebook, loaded once and cross-checked."""

from __future__ import annotations

from pathlib import Path

import msgspec

from rules.heroquest_annexes.content_types import (
    HeroClass,
    Item,
    Monster,
    Rate,
    RuleRow,
    Ruling,
    Spell,
    Trap,
)
from rules.kernel.content import load_table, resolve
from rules.kernel.text import Text

FOLDER = Path(__file__).parent / "content"
SERIES: dict[str, Text] = {
    "fire": Text("Feu", "Fire"),
    "air": Text("Air", "Air"),
    "water": Text("Eau", "Water"),
    "earth": Text("Terre", "Earth"),
}


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """Every table of content by key, in source order."""

    heroes: dict[str, HeroClass]
    monsters: dict[str, Monster]
    spells: dict[str, Spell]
    traps: dict[str, Trap]
    items: dict[str, Item]
    rates: dict[str, Rate]
    rules: dict[str, RuleRow]
    rulings: dict[str, Ruling]

    def spells_of(self, series: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(key for key, row in self.spells.items() if row.series in series)


def load(folder: Path = FOLDER) -> Book:
    """The book; raises ContentError where a row does not fit."""
    book = Book(
        heroes=load_table(folder / "heroes.toml", HeroClass),
        monsters=load_table(folder / "monsters.toml", Monster),
        spells=load_table(folder / "spells.toml", Spell),
        traps=load_table(folder / "traps.toml", Trap),
        items=load_table(folder / "items.toml", Item),
        rates=load_table(folder / "rates.toml", Rate),
        rules=load_table(folder / "rules.toml", RuleRow),
        rulings=load_table(folder / "rulings.toml", Ruling),
    )
    for item in book.items.values():
        resolve("items.toml", item.key, item.bearers, book.heroes)
    for spell in book.spells.values():
        resolve("spells.toml", spell.key, (spell.series,), SERIES)
    return book


BOOK = load()
