"""The rulebook at hand: every table of content as rows in source order (R1–R32, §IV–§VII)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.heroquest_evolution.book import BOOK, Level, LevelGain, StockRow
from rules.heroquest_evolution.content_types import (
    BoardRule,
    CompanionRow,
    EffectRow,
    HeroClass,
    Item,
    Mercenary,
    Monster,
    Row,
    Ruling,
    Skill,
    Spell,
    SpellSet,
)
from rules.heroquest_evolution.icons import monster_icon
from rules.heroquest_evolution.levels import QUALITY_NAMES
from rules.heroquest_evolution.recruiting import SPHERES
from rules.heroquest_evolution.references import by_name, members
from rules.kernel.catalog import CatalogSection, Holds, as_row
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
XP_SECTION_3: Column = ("xp_section_3", Text("XP selon §3.1", "XP by §3.1"))
NUMBER: Column = ("number_name", Text("Décision", "Ruling"))
ELSEWHERE: Column = ("book", Text("Dans un livre que nous n’avons pas", "In a book that we do not have"))
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
TOPICS: dict[str, Text] = {
    "round": Text("Le tour de jeu", "The round"),
    "combat": Text("Attaque et défense", "Attack and defence"),
    "states": Text("États et durées", "States and durations"),
    "experience": Text("Expérience et niveaux", "Experience and levels"),
    "death": Text("Mort et retour", "Death and return"),
    "between": Text("Entre deux quêtes", "Between two quests"),
    "mercenaries": Text("Mercenaires", "Mercenaries"),
    "sorcerer": Text("Le sorcier", "The sorcerer"),
}
CHAPTERS: dict[str, str] = {
    "barbarian": "§4.1",
    "elf": "§4.2",
    "enchanter": "§4.3",
    "dwarf": "§4.4",
    "amazon": "§VII",
}
"""Where the source lists the skills of each class."""
ALONE = Text("Seuls de leur espèce", "Alone of their kind")
RULINGS_IN = 20
"""Rulings in one group of their section."""
LORE: dict[str, Row] = {
    **BOOK.monster_skills,
    **BOOK.dark_spells,
    **BOOK.skills,
    **BOOK.spells,
    **by_name(BOOK),
}


def plain(text: Text | None) -> Plain | None:
    """A text as `{fr, en}`."""
    return None if text is None else {"fr": text.fr, "en": text.en}


def sentences(*texts: Text | None) -> Text | None:
    """Texts one after the other; None when there is none."""
    found = [text for text in texts if text]
    return Text(" ".join(t.fr for t in found), " ".join(t.en for t in found)) if found else None


def hero_class_row(row: HeroClass) -> Plain:
    return as_row(row, movement=row.movement_bonus, movement_dice="2d6", covers=[CHAPTERS[row.key]])


def skill_row(row: Skill) -> Plain:
    return as_row(row, group=plain(BOOK.hero_classes[row.hero_class].name), use_name=plain(USES[row.use]))


def spell_row(row: Spell) -> Plain:
    group = plain(Text("Niveau {n}", "Level {n}")(n=row.level))
    return as_row(row, group=group, sphere_name=plain(SPHERES[row.sphere]))


def lore_name(key: str) -> Text:
    """The name of what a monster can do: a skill, a spell, a set or what an expansion holds (R59)."""
    return LORE[key].name


def monster_text(row: Monster) -> Text | None:
    """What the source says beside the profile; None where it says nothing."""
    return sentences(row.equipment, row.note)


def abilities(row: Monster) -> Text | None:
    """Skills, then spells, by name; None for a monster without any."""
    keys = row.skills + row.spells
    return listed(tuple(lore_name(key) for key in keys)) if keys else None


def monster_row(row: Monster) -> Plain:
    return as_row(
        row,
        icon=monster_icon(row),
        text=plain(monster_text(row)),
        abilities=plain(abilities(row)),
        group=plain(RANKS[row.rank]),
        family=plain(family(row)),
    )


def family(row: Monster) -> Text:
    """What a species is called, where there are several of it."""
    kin = [other for other in BOOK.monsters.values() if other.species == row.species]
    return BOOK.monsters[row.species].plural if len(kin) > 1 else ALONE


def board_rule_row(row: BoardRule) -> Plain:
    return as_row(row, group=plain(TOPICS[row.topic]))


def ruling_row(row: Ruling) -> Plain:
    """Under its number, in groups of twenty."""
    number = int(row.number[1:])
    first = (number - 1) // RULINGS_IN * RULINGS_IN + 1
    group = Text("R{first} à R{last}", "R{first} to R{last}")(first=first, last=first + RULINGS_IN - 1)
    name = Text("{number}", "{number}")(number=row.number)
    return as_row(row, number=row.number, number_name=plain(name), group=plain(group))


def spell_set_row(row: SpellSet) -> Plain:
    return as_row(row, members=list(members(BOOK, row)))


def effect_row(row: EffectRow) -> Plain:
    group = Text("Favorables", "Helpful") if row.good else Text("Néfastes", "Harmful")
    return as_row(row, duration=row.rounds, group=plain(group))


def companion_row(row: CompanionRow) -> Plain:
    return as_row(row, duration=row.rounds)


def item_row(row: Item) -> Plain:
    return as_row(row, group=plain(SHOPS[row.shop]))


def mercenary_row(row: Mercenary) -> Plain:
    group = Text("Apprentis", "Apprentices") if row.apprentice else Text("Mercenaires", "Mercenaries")
    by_dice = row.movement is None
    return as_row(
        row,
        movement=row.movement_bonus if by_dice else row.movement,
        movement_dice="2d6" if by_dice else None,
        improvements=[plain(step.text) for step in row.improvements],
        group=plain(group),
    )


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
    key: str,
    name: Text,
    as_plain: Callable[[Any], Plain],
    table: dict[str, Any],
    *columns: Column,
    by: str = "group",
    also_by: tuple[Column, ...] = (),
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
        group_by=by if by in rows[0] else None,
        also_by=also_by,
        covers=covers,
        as_cards=as_cards,
        holds=holds,
        icon=icon,
        tone=tone,
    )


CLASSES: tuple[Column, ...] = tuple((key, row.name) for key, row in BOOK.hero_classes.items())
PLACES: tuple[Column, ...] = (
    ("hero_1", Text("1er héros", "1st hero")),
    ("hero_2", Text("2e héros", "2nd hero")),
    ("hero_3", Text("3e héros", "3rd hero")),
    ("hero_4", Text("4e héros", "4th hero")),
)

CATALOG: tuple[CatalogSection, ...] = (
    _section("rules", Text("Règles", "Rules"), board_rule_row, BOOK.rules, TEXT, icon="scroll"),
    _section(
        "hero-classes",
        Text("Classes de héros", "Hero classes"),
        hero_class_row,
        BOOK.hero_classes,
        *PROFILE,
        TEXT,
        icon="people",
    ),
    _section(
        "skills",
        Text("Compétences", "Skills"),
        skill_row,
        BOOK.skills,
        USE,
        USE_COUNT,
        MIN_LEVEL,
        TEXT,
        also_by=(("group", Text("Par classe", "By class")), ("use_name", Text("Par usage", "By use"))),
        as_cards=True,
        icon="bolt",
    ),
    _section(
        "spells",
        Text("Sorts", "Spells"),
        spell_row,
        BOOK.spells,
        SPHERE,
        ROUNDS,
        TEXT,
        also_by=(
            ("group", Text("Par niveau", "By level")),
            ("sphere_name", Text("Par sphère", "By sphere")),
        ),
        covers=("§5.2",),
        as_cards=True,
        icon="flame",
        tone="fire",
    ),
    _section(
        "monsters",
        Text("Bestiaire", "Bestiary"),
        monster_row,
        BOOK.monsters,
        *PROFILE,
        XP,
        XP_SECTION_3,
        ABILITIES,
        TEXT,
        by="family",
        also_by=(("family", Text("Par espèce", "By species")), ("group", Text("Par rang", "By rank"))),
        covers=("§6.1", "§6.2"),
        as_cards=True,
        icon="monster",
        holds="opponents",
    ),
    _section(
        "monster-skills",
        Text("Compétences des monstres", "Monster skills"),
        as_row,
        BOOK.monster_skills,
        TEXT,
        covers=("§6.3",),
        as_cards=True,
        icon="claw",
        tone="bad",
    ),
    _section(
        "dark-spells",
        Text("Magie noire", "Dark magic"),
        as_row,
        BOOK.dark_spells,
        ROUNDS,
        TEXT,
        covers=("§6.4",),
        as_cards=True,
        icon="eclipse",
        tone="dark",
    ),
    _section(
        "spell-sets",
        Text("Ensembles de sorts", "Sets of spells"),
        spell_set_row,
        BOOK.spell_sets,
        ELSEWHERE,
        TEXT,
        icon="list",
    ),
    _section(
        "effects",
        Text("États et effets", "Conditions and effects"),
        effect_row,
        BOOK.effects,
        ROUNDS,
        TEXT,
        as_cards=True,
    ),
    _section(
        "companions",
        Text("Créatures invoquées", "Summoned creatures"),
        companion_row,
        BOOK.companions,
        *PROFILE,
        ROUNDS,
        as_cards=True,
    ),
    _section("quests", Text("Quêtes", "Quests"), as_row, BOOK.quests, XP, TEXT, icon="map", holds="runs"),
    _section(
        "items",
        Text("Équipement", "Equipment"),
        item_row,
        BOOK.items,
        PRICE,
        *DICE,
        TEXT,
        as_cards=True,
        icon="sword",
    ),
    _section(
        "mercenaries",
        Text("Mercenaires", "Mercenaries"),
        mercenary_row,
        BOOK.mercenaries,
        PRICE,
        *PROFILE,
        TEXT,
        as_cards=True,
        icon="flag",
    ),
    _section(
        "levels", Text("Niveaux", "Levels"), level_row, BOOK.levels, XP, TRAINING, *CLASSES, icon="star"
    ),
    _section(
        "evolution-stock",
        Text("Réserve d’évolution", "Evolution stock"),
        stock_row,
        BOOK.stock,
        *PLACES,
        icon="chest",
    ),
    _section("rulings", Text("Décisions", "Rulings"), ruling_row, BOOK.rulings, NUMBER, TEXT, icon="hammer"),
)
"""Every section of `api.md`. `movement` adds to `movement_dice` where there is one."""
