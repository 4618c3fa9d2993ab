"""The content of the rulebook, loaded once and cross-checked."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from rules.heroquest_evolution import references
from rules.heroquest_evolution.content_types import (
    BoardRule,
    Casting,
    CompanionRow,
    EffectRow,
    HeroClass,
    Item,
    Lore,
    Mercenary,
    Monster,
    Quest,
    Ruling,
    Skill,
    Spell,
    SpellSet,
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
    effects: dict[str, EffectRow]
    castings: dict[str, Casting]
    companions: dict[str, CompanionRow]
    levels: dict[str, Level]
    stock: dict[str, StockRow]
    rules: dict[str, BoardRule]
    rulings: dict[str, Ruling]
    spell_sets: dict[str, SpellSet]

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
        effects=load_table(folder / "effects.toml", EffectRow),
        castings=load_table(folder / "castings.toml", Casting),
        companions=load_table(folder / "companions.toml", CompanionRow),
        levels=load_table(folder / "levels.toml", Level),
        stock=load_table(folder / "evolution_stock.toml", StockRow),
        rules=load_table(folder / "rules.toml", BoardRule),
        rulings=load_table(folder / "rulings.toml", Ruling),
        spell_sets=load_table(folder / "spell_sets.toml", SpellSet),
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
    references.check(book)
    for key, mercenary in book.mercenaries.items():
        _check_mercenary(book, key, mercenary)
    for key, effect in book.effects.items():
        resolve("effects.toml", key, (effect.then,) if effect.then else (), book.effects)
    for key, casting in book.castings.items():
        resolve("castings.toml", key, (key,), book.spells)
        effects = (casting.effect, casting.also, *casting.cures)
        resolve("castings.toml", key, tuple(filter(None, effects)), book.effects)
        resolve("castings.toml", key, (casting.companion,) if casting.companion else (), book.companions)
    for level in range(2, MAX_LEVEL + 1):
        for name in book.hero_classes:
            book.level(level).gain(name)
        resolve("evolution_stock.toml", str(level), sum(book.stock[str(level)].cells, ()), book.monsters)


def _check_mercenary(book: Book, key: str, row: Mercenary) -> None:
    classes = tuple(filter(None, (row.hero_class, row.learns_from)))
    resolve("mercenaries.toml", key, classes, book.hero_classes)
    resolve("mercenaries.toml", key, (row.weapon,) if row.weapon else (), book.items)
    taught = tuple(step.skill for step in row.improvements if step.skill)
    resolve("mercenaries.toml", key, row.skills + row.never_learns + taught, book.skills)


BOOK = load()
