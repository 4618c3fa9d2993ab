"""The rulebook at hand: every table of content as rows in source order (R1–R32, §IV–§VII)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.heroquest_evolution.book import BOOK, Level, LevelGain, StockRow
from rules.heroquest_evolution.content_types import HeroClass, Item, Mercenary, Monster, Row, Skill, Spell
from rules.heroquest_evolution.levels import QUALITY_NAMES
from rules.heroquest_evolution.recruiting import SPHERES
from rules.kernel.catalog import CatalogSection, as_row
from rules.kernel.text import Text, listed

Plain = dict[str, Any]
Column = tuple[str, Text]
NAME: Column = ("name", Text("Nom", "Name"))
TEXT: Column = ("text", Text("Règle", "Rule"))
USE: Column = ("use_name", Text("Usage", "Use"))
USE_COUNT: Column = ("uses", Text("Fois", "Uses"))
MIN_LEVEL: Column = ("min_level", Text("Dès le niveau", "From level"))
SPHERE: Column = ("sphere_name", Text("Sphère", "Sphere"))
ROUNDS: Column = ("duration", Text("Tours", "Rounds"))
TRAINING: Column = ("price", Text("Entraînement", "Training"))
ABILITIES: Column = ("abilities", Text("Compétences et sorts", "Skills and spells"))
XP: Column = ("xp", Text("XP", "XP"))
PRICE: Column = ("price", Text("Prix", "Price"))
PROFILE: tuple[Column, ...] = (
    ("movement", Text("Mouvement", "Movement")),
    ("attack", Text("Attaque", "Attack")),
    ("defence", Text("Défense", "Defence")),
    ("body", Text("Corps", "Body")),
    ("mind", Text("Esprit", "Mind")),
)
DICE = PROFILE[1:3]
RANKS: dict[str, Text] = {
    "base": Text("Monstres de base", "Base monsters"),
    "evolved": Text("Monstres évolués", "Evolved monsters"),
    "new": Text("Nouveaux monstres", "New monsters"),
    "named": Text("Monstres nommés", "Named monsters"),
}
USES: dict[str, Text] = {
    "permanent": Text("Permanente", "Permanent"),
    "per_dungeon": Text("Par donjon", "Per dungeon"),
    "out_of_dungeon": Text("Hors du donjon", "Out of the dungeon"),
    "special": Text("Spéciale", "Special"),
}
SHOPS: dict[str | None, Text] = {
    "armourer": Text("Armurier", "Armourer"),
    "alchemist": Text("Alchimiste", "Alchemist"),
    None: Text("Hors boutique", "Not in a shop"),
}
EXTERNAL: dict[str, Text] = {
    "set:all": Text("Tous les sorts", "Every spell"),
    "set:all-below-6": Text("Tous les sorts, sauf ceux de niveau 6", "Every spell except those of level 6"),
    "external:necromancer": Text("Sorts de nécromancien (extension)", "Necromancer’s spells (expansion)"),
    "external:orc-shaman": Text("Sorts du Chaman (extension)", "The Shaman’s spells (expansion)"),
    "external:lightning": Text("Foudre (extension)", "Lightning (expansion)"),
}
LORE: dict[str, Row] = {**BOOK.monster_skills, **BOOK.dark_spells, **BOOK.skills, **BOOK.spells}


def plain(text: Text | None) -> Plain | None:
    """A text as `{fr, en}`."""
    return None if text is None else {"fr": text.fr, "en": text.en}


def sentences(*texts: Text | None) -> Text | None:
    """Texts one after the other; None when there is none."""
    found = [text for text in texts if text]
    return Text(" ".join(t.fr for t in found), " ".join(t.en for t in found)) if found else None


def hero_class_row(row: HeroClass) -> Plain:
    return as_row(row, movement=row.movement_bonus, movement_dice="2d6")


def skill_row(row: Skill) -> Plain:
    return as_row(row, group=plain(BOOK.hero_classes[row.hero_class].name), use_name=plain(USES[row.use]))


def spell_row(row: Spell) -> Plain:
    group = plain(Text("Niveau {n}", "Level {n}")(n=row.level))
    return as_row(row, group=group, sphere_name=plain(SPHERES[row.sphere]))


def lore_name(key: str) -> Text:
    """The name of what a monster can do: a skill, a spell, a set or what an expansion holds (R59)."""
    return EXTERNAL[key] if ":" in key else LORE[key].name


def monster_text(row: Monster) -> Text | None:
    """What the source says beside the profile; None where it says nothing."""
    return sentences(row.equipment, row.note)


def abilities(row: Monster) -> Text | None:
    """Skills, then spells, by name; None for a monster without any."""
    keys = row.skills + row.spells
    return listed(tuple(lore_name(key) for key in keys)) if keys else None


def monster_row(row: Monster) -> Plain:
    group = plain(RANKS[row.rank])
    return as_row(row, text=plain(monster_text(row)), abilities=plain(abilities(row)), group=group)


def item_row(row: Item) -> Plain:
    return as_row(row, group=plain(SHOPS[row.shop]))


def mercenary_row(row: Mercenary) -> Plain:
    group = Text("Apprentis", "Apprentices") if row.apprentice else Text("Mercenaires", "Mercenaries")
    if row.movement is None:
        return as_row(row, movement=row.movement_bonus, movement_dice="2d6", group=plain(group))
    return as_row(row, movement_dice=None, group=plain(group))


def gain_text(gain: LevelGain) -> Text:
    """A cell of the level table in words: `+1 corps, une compétence` (R5)."""
    words = [
        Text("+{n} {what}", "+{n} {what}")(n=amount, what=QUALITY_NAMES[what]) for what, amount in gain.gains
    ]
    if gain.skill:
        words.append(Text("une compétence", "one skill"))
    if gain.spell:
        spell = Text("un sort de niveau {n} au plus", "one spell of level {n} or lower")(n=gain.spell)
        words.append(
            spell + Text(" (sauf mage guerrier)", " (not a warrior mage)") if gain.starred else spell
        )
    return listed(tuple(words))


def level_row(row: Level) -> Plain:
    classes = {key: gain_text(row.gain(key)) for key in BOOK.hero_classes}
    return {
        "key": row.key,
        "name": plain(Text("Niveau {n}", "Level {n}")(n=row.key)),
        "text": None,
        "level": int(row.key),
        "xp": row.threshold,
        "price": row.training,
        "cells": {key: getattr(row, key) for key in BOOK.hero_classes},
        **{key: plain(text) for key, text in classes.items()},
        "source": row.source,
        "house_table": row.house_table,
    }


def cell_text(monsters: tuple[str, ...]) -> Text:
    return listed(tuple(BOOK.monsters[key].name for key in monsters))


def stock_row(row: StockRow) -> Plain:
    return {
        "key": row.key,
        "name": plain(Text("Niveau {n}", "Level {n}")(n=row.key)),
        "text": None,
        "level": int(row.key),
        "cells": [list(cell) for cell in row.cells],
        **{f"hero_{place}": plain(cell_text(cell)) for place, cell in enumerate(row.cells, 1)},
        "source": row.source,
        "house_table": row.house_table,
    }


def _section(
    key: str, name: Text, as_plain: Callable[[Any], Plain], table: dict[str, Any], *columns: Column
) -> CatalogSection:
    rows = tuple(map(as_plain, table.values()))
    group_by = "group" if "group" in rows[0] else None
    return CatalogSection(key=key, name=name, rows=rows, columns=(NAME, *columns), group_by=group_by)


CLASSES: tuple[Column, ...] = tuple((key, row.name) for key, row in BOOK.hero_classes.items())
PLACES: tuple[Column, ...] = (
    ("hero_1", Text("1er héros", "1st hero")),
    ("hero_2", Text("2e héros", "2nd hero")),
    ("hero_3", Text("3e héros", "3rd hero")),
    ("hero_4", Text("4e héros", "4th hero")),
)

CATALOG: tuple[CatalogSection, ...] = (
    _section(
        "hero-classes",
        Text("Classes de héros", "Hero classes"),
        hero_class_row,
        BOOK.hero_classes,
        *PROFILE,
        TEXT,
    ),
    _section(
        "skills", Text("Compétences", "Skills"), skill_row, BOOK.skills, USE, USE_COUNT, MIN_LEVEL, TEXT
    ),
    _section("spells", Text("Sorts", "Spells"), spell_row, BOOK.spells, SPHERE, ROUNDS, TEXT),
    _section(
        "monsters", Text("Bestiaire", "Bestiary"), monster_row, BOOK.monsters, *PROFILE, XP, ABILITIES, TEXT
    ),
    _section(
        "monster-skills",
        Text("Compétences des monstres", "Monster skills"),
        as_row,
        BOOK.monster_skills,
        TEXT,
    ),
    _section("dark-spells", Text("Magie noire", "Dark magic"), as_row, BOOK.dark_spells, ROUNDS, TEXT),
    _section("quests", Text("Quêtes", "Quests"), as_row, BOOK.quests, XP, TEXT),
    _section("items", Text("Équipement", "Equipment"), item_row, BOOK.items, PRICE, *DICE, TEXT),
    _section(
        "mercenaries",
        Text("Mercenaires", "Mercenaries"),
        mercenary_row,
        BOOK.mercenaries,
        PRICE,
        *PROFILE,
        TEXT,
    ),
    _section("levels", Text("Niveaux", "Levels"), level_row, BOOK.levels, XP, TRAINING, *CLASSES),
    _section(
        "evolution-stock", Text("Réserve d’évolution", "Evolution stock"), stock_row, BOOK.stock, *PLACES
    ),
)
"""Every section of `api.md`. `movement` adds to `movement_dice` where there is one."""
