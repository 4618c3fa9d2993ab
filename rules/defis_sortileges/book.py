"""The content of the rulebook, loaded once and cross-checked."""

from __future__ import annotations

from pathlib import Path

import msgspec

from rules.defis_sortileges.content_types import AttitudeRow, Character, RuleRow, Ruling, Spell, Weapon
from rules.kernel.content import ContentError, load_table, resolve

FOLDER = Path(__file__).parent / "content"
SCORES = ("initiative", "combat", "magic", "aura")
ATTITUDES = ("prudent", "cunning", "friendly", "aggressive")
LOWEST, HIGHEST = 3, 30
"""§1: what a score may be."""


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """Every table of content by key, in source order."""

    characters: dict[str, Character]
    weapons: dict[str, Weapon]
    spells: dict[str, Spell]
    attitudes: dict[str, AttitudeRow]
    rules: dict[str, RuleRow]
    rulings: dict[str, Ruling]

    def spells_of(self, character: str) -> tuple[Spell, ...]:
        return tuple(spell for spell in self.spells.values() if spell.character == character)


def load(folder: Path = FOLDER) -> Book:
    """The book; raises ContentError where a row does not fit."""
    book = Book(
        characters=load_table(folder / "characters.toml", Character),
        weapons=load_table(folder / "weapons.toml", Weapon),
        spells=load_table(folder / "spells.toml", Spell),
        attitudes=load_table(folder / "attitudes.toml", AttitudeRow),
        rules=load_table(folder / "rules.toml", RuleRow),
        rulings=load_table(folder / "rulings.toml", Ruling),
    )
    _check(book)
    return book


def _check(book: Book) -> None:
    for one in book.characters.values():
        resolve("characters.toml", one.key, (one.weapon,), book.weapons)
    for spell in book.spells.values():
        resolve("spells.toml", spell.key, (spell.character,), book.characters)
        if len({spell.power is None, spell.attitude is None, spell.ticks is None}) > 1:
            raise ContentError(f"spells.toml: [{spell.key}]: power, attitude and ticks go together")
        if (spell.sets_combat is None) != (spell.rounds is None):
            raise ContentError(f"spells.toml: [{spell.key}]: sets_combat and rounds go together")


BOOK = load()
