"""The rulebook at hand: every table of content as rows in source order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.defis_sortileges.book import BOOK
from rules.defis_sortileges.content_types import AttitudeRow, Character, RuleRow, Ruling, Spell, Weapon
from rules.defis_sortileges.words import ATTITUDE_NAMES, SCORE_NAMES, VITALITY, dice
from rules.kernel.catalog import CatalogSection, as_row
from rules.kernel.text import Text, listed

Plain = dict[str, Any]
Column = tuple[str, Text]
NAME: Column = ("name", Text("Nom", "Name"))
TEXT: Column = ("text", Text("Règle", "Rule"))
TOPICS: dict[str, Text] = {
    "character": Text("Le personnage", "The character"),
    "turn": Text("Le Tour de Jeu", "The turn"),
    "combat": Text("Combats", "Combat"),
    "magic": Text("Magie", "Magic"),
    "several": Text("Jouer à plusieurs", "Playing together"),
}
KNOWN = Text("au départ", "at the start")
OPENED = Text("{p} Pouvoir ou {t} × {a}", "{p} Power or {t} × {a}")
LASTS: dict[str, Text] = {
    "fight": Text("tout le combat", "the whole fight"),
    "rounds": Text("{n} Tours de Combat", "{n} rounds of the fight"),
    "for_good": Text("pour de bon", "for good"),
}
IN_GROUPS = 15


def plain(text: Text | None) -> Plain | None:
    return None if text is None else {"fr": text.fr, "en": text.en}


def character_row(row: Character) -> Plain:
    return as_row(row, group=plain(row.title), weapon_name=plain(BOOK.weapons[row.weapon].name))


def weapon_row(row: Weapon) -> Plain:
    return as_row(row)


def spell_row(row: Spell) -> Plain:
    return as_row(
        row,
        group=plain(BOOK.characters[row.character].name),
        opened=plain(opened(row)),
        lasts_words=plain(LASTS[row.lasts](n=row.rounds or 0)),
        effect=plain(effect(row)),
    )


def opened(row: Spell) -> Text:
    """What opens it (§9.2)."""
    if row.attitude is None:
        return KNOWN
    return OPENED(p=row.power or 0, t=row.ticks or 0, a=ATTITUDE_NAMES[row.attitude].inline)


def effect(row: Spell) -> Text:
    """The effect in figures."""
    found = [
        Text("−{d} {s}", "−{d} {s}")(d=dice(number), s=SCORE_NAMES[score])
        for score in ("initiative", "combat", "magic")
        if (number := getattr(row.lowers, score))
    ]
    if row.sets_combat is not None:
        found.append(Text("Combat réduit à {n}", "Combat reduced to {n}")(n=row.sets_combat))
    found += [Text("−{d} Blessures", "−{d} wounds")(d=dice(row.heals))] if row.heals else []
    hurts = Text("{d} Blessures", "{d} wounds")
    if row.hurts_all:
        hurts = Text("{d} Blessures à chacun", "{d} wounds to each")
    found += [hurts(d=dice(row.hurts))] if row.hurts else []
    if row.summons:
        found.append(
            Text("un allié : {i}, {c}, {d}", "an ally: {i}, {c}, {d}")(
                i=row.summons.initiative, c=row.summons.combat, d=dice(row.summons.dice)
            )
        )
    if row.doubles:
        found.append(Text("un double", "a double"))
    return listed(tuple(found))


def attitude_row(row: AttitudeRow) -> Plain:
    return as_row(row)


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
    icon: str = "book",
    tone: str = "",
    as_cards: bool = False,
) -> CatalogSection:
    rows = tuple(map(as_plain, table.values()))
    return CatalogSection(
        key=key,
        name=name,
        rows=rows,
        columns=(NAME, *columns),
        group_by="group" if "group" in rows[0] else None,
        covers=covers,
        icon=icon,
        tone=tone,
        as_cards=as_cards,
    )


SCORE_COLUMNS: tuple[Column, ...] = tuple(SCORE_NAMES.items())

CATALOG: tuple[CatalogSection, ...] = (
    _section("rules", Text("Règles", "Rules"), rule_row, BOOK.rules, TEXT, icon="scroll"),
    _section(
        "characters",
        Text("Personnages", "Characters"),
        character_row,
        BOOK.characters,
        *SCORE_COLUMNS,
        ("vitality", VITALITY),
        ("weapon_name", Text("Arme", "Weapon")),
        TEXT,
        icon="people",
        as_cards=True,
    ),
    _section(
        "spells",
        Text("Sortilèges", "Spells"),
        spell_row,
        BOOK.spells,
        ("initiative", SCORE_NAMES["initiative"]),
        ("level", Text("Niveau", "Level")),
        ("lasts_words", Text("Durée", "Duration")),
        ("opened", Text("S’ouvre à", "Opens at")),
        ("effect", Text("Effet", "Effect")),
        TEXT,
        covers=("§9", "§9.1", "§9.2"),
        icon="flame",
        tone="fire",
        as_cards=True,
    ),
    _section(
        "attitudes",
        Text("Attitudes", "Attitudes"),
        attitude_row,
        BOOK.attitudes,
        TEXT,
        icon="eye",
        as_cards=True,
    ),
    _section(
        "weapons",
        Text("Armes", "Weapons"),
        weapon_row,
        BOOK.weapons,
        ("dice", Text("Dés de Blessures", "Dice of wounds")),
        TEXT,
        icon="sword",
        as_cards=True,
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
