"""What rows of content name in each other, checked at start; what the sets of the bestiary hold (R59)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rules.heroquest_evolution.content_types import Item, Monster, Quest, SpellSet
from rules.kernel.content import resolve

if TYPE_CHECKING:
    from rules.heroquest_evolution.book import Book

ALONE = frozenset({"balur", "witch-lord"})
"""The species of named figures that no profile stands for."""


def check(book: Book) -> None:
    """Raises ContentError naming file, row and the key that names nothing."""
    for monster in book.monsters.values():
        check_monster(book, monster)
    for quest in book.quests.values():
        check_quest(book, quest)
    for item in book.items.values():
        check_item(book, item)


def check_monster(book: Book, monster: Monster) -> None:
    """A skill or spell is a key, a named set or `external` with its book (R59); a species is a monster's key."""
    known: dict[str, Any] = {**book.dark_spells, **book.spells, **by_name(book)}
    resolve("monsters.toml", monster.key, monster.skills, book.monster_skills | book.skills)
    resolve("monsters.toml", monster.key, monster.spells, known)
    resolve("monsters.toml", monster.key, (monster.species,), book.monsters | dict.fromkeys(ALONE))
    resolve("monsters.toml", monster.key, given(monster.quest), book.quests)


def check_quest(book: Book, quest: Quest) -> None:
    resolve("quests.toml", quest.key, quest.monsters, book.monsters)
    resolve("quests.toml", quest.key, given(quest.special), {key.replace("-", "_") for key in book.items})


def check_item(book: Book, item: Item) -> None:
    resolve("items.toml", item.key, item.only + item.never, book.hero_classes)
    resolve("items.toml", item.key, given(item.ammunition), book.items)
    resolve("items.toml", item.key, given(item.needs_skill), {skill.skill for skill in book.skills.values()})


def given(key: str | None) -> tuple[str, ...]:
    return (key,) if key else ()


def by_name(book: Book) -> dict[str, SpellSet]:
    """The sets and the spells of other books, by the word the bestiary has for them."""
    return {row.named: row for row in book.spell_sets.values()}


def members(book: Book, row: SpellSet) -> tuple[str, ...]:
    """The keys of the spells a set holds, in source order; none of a book that is not here (R97)."""
    spells = tuple(spell.key for spell in book.spells.values() if spell.level in row.levels)
    return spells + (tuple(book.dark_spells) if row.dark else ())
