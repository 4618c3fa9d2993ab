"""The content of the rulebook, loaded once and cross-checked."""

from __future__ import annotations

from pathlib import Path

import msgspec

from rules.kernel.content import ContentError, load_table, resolve
from rules.six_elements.content_types import (
    Adventure,
    ElementRow,
    Equipment,
    HeroClass,
    Item,
    Monster,
    RuleRow,
    Ruling,
    Skill,
    TileRow,
)

FOLDER = Path(__file__).parent / "content"
RARITIES = ("common", "rare", "unique", "mythic")
"""In order: the rank of a rarity is its place, from 1."""
RANKS: dict[str, int] = {rarity: rank for rank, rarity in enumerate(RARITIES, 1)} | {"boss": 4}
NEUTRAL = "neutral"


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """Every table of content by key, in source order."""

    elements: dict[str, ElementRow]
    hero_classes: dict[str, HeroClass]
    skills: dict[str, Skill]
    equipment: dict[str, Equipment]
    monsters: dict[str, Monster]
    bosses: dict[str, Monster]
    items: dict[str, Item]
    adventures: dict[str, Adventure]
    tiles: dict[str, TileRow]
    rules: dict[str, RuleRow]
    rulings: dict[str, Ruling]

    def creature(self, key: str) -> Monster:
        """A monster or a boss."""
        return self.monsters.get(key) or self.bosses[key]

    def skills_of(self, element: str, rarity: str) -> tuple[Skill, ...]:
        """Combat and defence of an element and a rarity (§11)."""
        return tuple(s for s in self.skills.values() if s.element == element and s.rarity == rarity)


def load(folder: Path = FOLDER) -> Book:
    """The book; raises ContentError naming file and key."""
    book = Book(
        elements=load_table(folder / "elements.toml", ElementRow),
        hero_classes=load_table(folder / "hero_classes.toml", HeroClass),
        skills=load_table(folder / "skills.toml", Skill),
        equipment=load_table(folder / "equipment.toml", Equipment),
        monsters=load_table(folder / "monsters.toml", Monster),
        bosses=load_table(folder / "bosses.toml", Monster),
        items=load_table(folder / "items.toml", Item),
        adventures=load_table(folder / "adventures.toml", Adventure),
        tiles=load_table(folder / "tiles.toml", TileRow),
        rules=load_table(folder / "rules.toml", RuleRow),
        rulings=load_table(folder / "rulings.toml", Ruling),
    )
    _check(book)
    return book


def _check(book: Book) -> None:
    for key, element in book.elements.items():
        resolve("elements.toml", key, (element.nemesis,) if element.nemesis else (), book.elements)
    for element in book.elements.values():
        for rarity in RARITIES:
            kinds = {skill.skill_kind for skill in book.skills_of(element.key, rarity)}
            if kinds != {"combat", "defence"}:
                raise ContentError(f"skills.toml: {element.key} {rarity}: not one combat and one defence")
    shared = book.monsters.keys() & book.bosses.keys()
    if shared:
        raise ContentError(f"bosses.toml: {sorted(shared)}: a monster has this key too")
    for key, card in book.adventures.items():
        if not card.easy < card.normal < card.heroic:
            raise ContentError(f"adventures.toml: [{key}]: the thresholds do not rise")


BOOK = load()
