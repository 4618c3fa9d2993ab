"""The rulebook at hand: every table of content as rows in source order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.heroquest_annexes.book import BOOK, SERIES
from rules.heroquest_annexes.content_types import HeroClass, Item, Monster, Rate, RuleRow, Ruling, Spell, Trap
from rules.heroquest_annexes.icons import RATE_ICONS, SERIES_ICONS, class_icon, item_icon
from rules.heroquest_annexes.monsters import GROUPS
from rules.heroquest_annexes.words import ATTACK, BODY, DEFENCE, MIND, MOVEMENT, XP
from rules.kernel.catalog import CatalogSection, Holds, as_row
from rules.kernel.text import Text, listed

Plain = dict[str, Any]
Column = tuple[str, Text]
NAME: Column = ("name", Text("Nom", "Name"))
TEXT: Column = ("text", Text("Règle", "Rule"))
TOPICS: dict[str, Text] = {
    "turn": Text("Le tour", "The turn"),
    "combat": Text("Le combat", "Combat"),
    "exploring": Text("L’exploration", "Exploring"),
    "magic": Text("La magie", "Magic"),
    "after": Text("Après la quête", "After the quest"),
}
CATEGORIES: dict[str, Text] = {
    "weapon": Text("Armes", "Weapons"),
    "ranged": Text("Armes à distance", "Ranged weapons"),
    "ammunition": Text("Armes à distance", "Ranged weapons"),
    "armour": Text("Armures", "Armour"),
    "tool": Text("Autre", "Other"),
    "potion": Text("Potions", "Potions"),
    "unique": Text("Trésors de quêtes", "Treasures of quests"),
}
ALL = Text("tous", "all")
IN_GROUPS = 15


def plain(text: Text | None) -> Plain | None:
    return None if text is None else {"fr": text.fr, "en": text.en}


def hero_row(row: HeroClass) -> Plain:
    """With the power in the text, which is what a sheet on paper has on its back."""
    text = Text("{t} {n} : {p}", "{t} {n}: {p}")(t=row.text, n=row.power_name, p=row.power)
    return as_row(row, text=plain(text), icon=class_icon(row.key))


def monster_row(row: Monster) -> Plain:
    return as_row(row, group=plain(GROUPS[row.family]))


def spell_row(row: Spell) -> Plain:
    return as_row(row, group=plain(SERIES[row.series]), icon=SERIES_ICONS[row.series], sphere=row.series)


def trap_row(row: Trap) -> Plain:
    return as_row(row, icon="trap")


def item_row(row: Item) -> Plain:
    group, names = plain(CATEGORIES[row.category]), plain(bearers(row))
    dice: Plain = {what: getattr(row, what) or None for what in ("attack", "defence")}
    return as_row(row, group=group, bearer_names=names, icon=item_icon(row), **dice)


def bearers(row: Item) -> Text:
    if len(row.bearers) == len(BOOK.heroes):
        return ALL
    return listed(tuple(BOOK.heroes[key].name for key in row.bearers))


def rate_row(row: Rate) -> Plain:
    """What one of it costs, in experience."""
    found = as_row(row, xp=row.price, icon=RATE_ICONS[row.key])
    found.pop("price")
    return found


def rule_row(row: RuleRow) -> Plain:
    return as_row(row, group=plain(TOPICS[row.topic]))


def ruling_row(row: Ruling) -> Plain:
    number = int(row.number[1:])
    first = (number - 1) // IN_GROUPS * IN_GROUPS + 1
    group = Text("R{a} à R{b}", "R{a} to R{b}")(a=first, b=first + IN_GROUPS - 1)
    return as_row(row, number=row.number, number_name=plain(Text(row.number, row.number)), group=plain(group))


def _section(
    key: str,
    name: Text,
    as_plain: Callable[[Any], Plain],
    table: dict[str, Any],
    *columns: Column,
    covers: tuple[str, ...] = (),
    as_cards: bool = False,
    holds: Holds = "",
    icon: str = "book",
    tone: str = "",
) -> CatalogSection:
    rows = tuple(map(as_plain, table.values()))
    return CatalogSection(
        key=key,
        name=name,
        rows=rows,
        columns=(NAME, *columns),
        group_by="group" if "group" in rows[0] else None,
        covers=covers,
        as_cards=as_cards,
        holds=holds,
        icon=icon,
        tone=tone,
    )


FIGURES: tuple[Column, ...] = (
    ("movement", MOVEMENT),
    ("attack", ATTACK),
    ("defence", DEFENCE),
    ("mind", MIND),
    ("body", BODY),
)

CATALOG: tuple[CatalogSection, ...] = (
    _section("rules", Text("Règles", "Rules"), rule_row, BOOK.rules, TEXT, icon="scroll"),
    _section(
        "heroes",
        Text("Héros", "Heroes"),
        hero_row,
        BOOK.heroes,
        *FIGURES,
        covers=("§I",),
        icon="people",
    ),
    _section(
        "monsters",
        Text("Monstres", "Monsters"),
        monster_row,
        BOOK.monsters,
        *FIGURES,
        ("xp", XP),
        as_cards=True,
        icon="monster",
        holds="opponents",
    ),
    _section(
        "spells",
        Text("Sorts", "Spells"),
        spell_row,
        BOOK.spells,
        TEXT,
        covers=("§II",),
        as_cards=True,
        icon="flame",
        tone="fire",
    ),
    _section("traps", Text("Pièges", "Traps"), trap_row, BOOK.traps, TEXT, icon="trap"),
    _section(
        "items",
        Text("Équipement", "Equipment"),
        item_row,
        BOOK.items,
        ("price", Text("Prix", "Price")),
        ("attack", ATTACK),
        ("defence", DEFENCE),
        ("bearer_names", Text("Pour", "For")),
        TEXT,
        covers=("§III",),
        as_cards=True,
        icon="sword",
    ),
    _section(
        "rates",
        Text("Échange d’XP", "Exchange of XP"),
        rate_row,
        BOOK.rates,
        ("xp", XP),
        TEXT,
        covers=("§IV",),
        icon="star",
    ),
    _section(
        "rulings",
        Text("Décisions", "Rulings"),
        ruling_row,
        BOOK.rulings,
        ("number_name", Text("Décision", "Ruling")),
        TEXT,
        icon="hammer",
    ),
)
