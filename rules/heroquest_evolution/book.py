"""The content of the rulebook, loaded once and cross-checked."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec

from rules.heroquest_evolution.content_types import (
    HeroClass,
    Item,
    Lore,
    Mercenary,
    Monster,
    Quest,
    Skill,
    Spell,
)
from rules.kernel.content import ContentError, load_table, resolve

FOLDER = Path(__file__).parent / "content"
CELL = re.compile(r"^(?:(?P<choice>C)|\+(?P<amount>\d)(?P<what>[BMAD])|S(?P<spell>[2-6])(?P<star>\*?))$")
QUALITIES = {"B": "body", "M": "mind", "A": "attack", "D": "defence"}
MAX_LEVEL = 15


class LevelGain(msgspec.Struct, frozen=True):
    """One cell of the level table (R5): what it adds, whether a skill is chosen, the highest level of a new spell."""

    gains: tuple[tuple[str, int], ...] = ()
    skill: bool = False
    spell: int | None = None
    starred: bool = False


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`threshold` in XP, `training` in gold, the cells as the table prints them."""

    key: str
    threshold: int
    training: int
    barbarian: str
    dwarf: str
    elf: str
    enchanter: str
    amazon: str
    source: str
    house_table: bool = True

    def gain(self, hero_class: str) -> LevelGain:
        return _cell(self.key, getattr(self, hero_class))


class StockRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    key: str
    cells: tuple[tuple[str, ...], ...]
    source: str
    house_table: bool = True


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """Every table of content by key, in source order."""

    hero_classes: dict[str, HeroClass]
    skills: dict[str, Skill]
    spells: dict[str, Spell]
    monsters: dict[str, Monster]
    monster_skills: dict[str, Lore]
    dark_spells: dict[str, Lore]
    quests: dict[str, Quest]
    items: dict[str, Item]
    mercenaries: dict[str, Mercenary]
    levels: dict[str, Level]
    stock: dict[str, StockRow]

    def level(self, level: int) -> Level:
        return self.levels[str(level)]


def _cell(level: str, cell: str) -> LevelGain:
    gains: list[tuple[str, int]] = []
    found = LevelGain()
    for word in cell.split():
        match = CELL.match(word)
        if match is None:
            raise ContentError(f"levels.toml: [{level}]: unreadable gain {word!r}")
        if match["choice"]:
            found = msgspec.structs.replace(found, skill=True)
        elif match["what"]:
            gains.append((QUALITIES[match["what"]], int(match["amount"])))
        else:
            found = msgspec.structs.replace(found, spell=int(match["spell"]), starred=bool(match["star"]))
    return msgspec.structs.replace(found, gains=tuple(gains))


def load(folder: Path = FOLDER) -> Book:
    """The book; raises ContentError naming file and key."""
    book = Book(
        hero_classes=load_table(folder / "hero_classes.toml", HeroClass),
        skills=load_table(folder / "skills.toml", Skill),
        spells=load_table(folder / "spells.toml", Spell),
        monsters=load_table(folder / "monsters.toml", Monster),
        monster_skills=load_table(folder / "monster_skills.toml", Lore),
        dark_spells=load_table(folder / "dark_spells.toml", Lore),
        quests=load_table(folder / "quests.toml", Quest),
        items=load_table(folder / "items.toml", Item),
        mercenaries=load_table(folder / "mercenaries.toml", Mercenary),
        levels=load_table(folder / "levels.toml", Level),
        stock=load_table(folder / "evolution_stock.toml", StockRow),
    )
    _check(book)
    return book


def _check(book: Book) -> None:
    for key, skill in book.skills.items():
        resolve("skills.toml", key, (skill.hero_class,), book.hero_classes)
        resolve(
            "skills.toml",
            key,
            skill.excludes + ((skill.evolution_of,) if skill.evolution_of else ()),
            book.skills,
        )
    for key, hero_class in book.hero_classes.items():
        resolve("hero_classes.toml", key, (hero_class.weapon,), book.items)
    for key, quest in book.quests.items():
        resolve("quests.toml", key, quest.monsters, book.monsters)
    for key, item in book.items.items():
        resolve("items.toml", key, item.only + item.never, book.hero_classes)
        resolve("items.toml", key, (item.ammunition,) if item.ammunition else (), book.items)
    for key, monster in book.monsters.items():
        _check_monster(book, key, monster)
    for level in range(2, MAX_LEVEL + 1):
        for name in book.hero_classes:
            book.level(level).gain(name)
        resolve("evolution_stock.toml", str(level), sum(book.stock[str(level)].cells, ()), book.monsters)


def _check_monster(book: Book, key: str, monster: Monster) -> None:
    resolve("monsters.toml", key, monster.skills, book.monster_skills | book.skills)
    named = tuple(spell for spell in monster.spells if ":" not in spell)
    known: dict[str, Any] = {**book.dark_spells, **book.spells}
    resolve("monsters.toml", key, named, known)


BOOK = load()
