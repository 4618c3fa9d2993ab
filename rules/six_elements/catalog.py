"""The rulebook at hand: every table of content as rows in source order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.kernel.catalog import CatalogSection, Holds, as_row
from rules.kernel.text import Text, same
from rules.six_elements.adventures import effect_text
from rules.six_elements.belongings import SLOT_ICONS
from rules.six_elements.book import BOOK
from rules.six_elements.content_types import (
    Adventure,
    ElementRow,
    Equipment,
    Item,
    Monster,
    RuleRow,
    Ruling,
    Skill,
    TileRow,
)
from rules.six_elements.dungeon import ARROWS, exits_text
from rules.six_elements.equipment import piece_text
from rules.six_elements.learning import KINDS
from rules.six_elements.market import item_text
from rules.six_elements.skill_cards import card_text
from rules.six_elements.stats import ELEMENT_ICONS
from rules.six_elements.words import ADVENTURES, ELEMENTS, GRADES, RARITY, SLOTS, STATS, joined, power_text

Plain = dict[str, Any]
Column = tuple[str, Text]
NAME: Column = ("name", Text("Nom", "Name"))
TEXT: Column = ("text", Text("Règle", "Rule"))
ELEMENT: Column = ("element_name", Text("Élément", "Element"))
RARITY_: Column = ("rarity_name", Text("Rareté", "Rarity"))
BODY: Column = ("body", Text("Corps", "Body"))
ATTACK: Column = ("attack", Text("Attaque", "Attack"))
DEFENCE: Column = ("defence", Text("Défense", "Defence"))
USE: Column = ("kind_name", Text("Usage", "Use"))
PRICE: Column = ("price", Text("Prix", "Price"))
NUMBER: Column = ("number_name", Text("Décision", "Ruling"))
EXITS: Column = ("exits_text", Text("Sorties", "Exits"))
BY_ELEMENT: Column = ("element_name", Text("Par élément", "By element"))
BY_RARITY: Column = ("rarity_name", Text("Par rareté", "By rarity"))
RULINGS_IN = 20
TOPICS: dict[str, Text] = {
    "game": Text("La partie", "The game"),
    "hero": Text("Le héros", "The hero"),
    "turn": Text("Le tour", "The turn"),
    "combat": Text("Le combat", "Combat"),
    "growth": Text("Progresser", "Growing"),
    "cards": Text("Cartes et équipement", "Cards and equipment"),
    "end": Text("La fin", "The end"),
}


def plain(text: Text | None) -> Plain | None:
    """A text as `{fr, en}`."""
    return None if text is None else {"fr": text.fr, "en": text.en}


def element_of(key: str | None) -> Plain | None:
    return plain(ELEMENTS[key]) if key else plain(Text("Sans élément", "No element"))


def rule_row(row: RuleRow) -> Plain:
    return as_row(row, group=plain(TOPICS[row.topic]))


def ruling_row(row: Ruling) -> Plain:
    """Under its number, in groups of twenty."""
    first = (int(row.number[1:]) - 1) // RULINGS_IN * RULINGS_IN + 1
    group = Text(f"R{first} à R{first + RULINGS_IN - 1}", f"R{first} to R{first + RULINGS_IN - 1}")
    name = Text(row.number, row.number)
    return as_row(row, number=row.number, number_name=plain(name), group=plain(group))


def class_row(row: Any) -> Plain:
    return as_row(row, element_name=element_of(row.element), icon=ELEMENT_ICONS[row.element])


def element_row(row: ElementRow) -> Plain:
    return as_row(row, icon=ELEMENT_ICONS[row.key])


def skill_row(row: Skill) -> Plain:
    return as_row(
        row,
        text=plain(card_text(row)),
        element_name=element_of(row.element),
        rarity_name=plain(RARITY[row.rarity]),
        kind_name=plain(KINDS[row.skill_kind]),
        icon=ELEMENT_ICONS[row.element],
    )


def piece_row(row: Equipment) -> Plain:
    return as_row(
        row,
        text=plain(piece_text(row)),
        element_name=element_of(row.element),
        rarity_name=plain(RARITY[row.rarity]),
        slot_name=plain(SLOTS[row.slot]),
        icon=SLOT_ICONS[row.slot],
    )


def creature_row(row: Monster) -> Plain:
    return as_row(
        row,
        text=plain(creature_text(row)),
        attack_dice=f"{row.attack_dice}d6",
        defence_dice=f"{row.defence_dice}d6",
        icon="monster",
        element_name=element_of(row.element),
        rarity_name=plain(RARITY[row.rarity]),
    )


def creature_text(row: Monster) -> Text:
    """Its powers in attack and in defence."""
    found = []
    for label, powers in ((STATS["attack"], row.attack_powers), (STATS["defence"], row.defence_powers)):
        if powers:
            what = joined(tuple(map(power_text, powers)), ", ")
            found.append(Text("{label} : {what}", "{label}: {what}")(label=label, what=what))
    if row.casts:
        found.append(
            Text(
                "jette des sorts : la Magie de son équipement compte",
                "casts spells: Magic of its gear counts",
            )
        )
    return joined(tuple(found)) if found else Text("Aucun pouvoir.", "No power.")


def item_row(row: Item) -> Plain:
    group = Text("Prix {n}", "Price {n}")(n=row.rank)
    return as_row(row, text=plain(item_text(row)), price=row.rank, group=plain(group), icon="potion")


def adventure_row(row: Adventure) -> Plain:
    return as_row(
        row,
        text=plain(adventure_text(row)),
        element_name=element_of(row.element),
        tested_name=plain(STATS[row.tested]),
        group=plain(ADVENTURES[row.adventure_kind]),
        icon=ELEMENT_ICONS[row.element],
    )


def adventure_text(row: Adventure) -> Text:
    """`Magie, Eau · Facile 4 : +1 mana / rien · …`."""
    parts = [joined((STATS[row.tested], ELEMENTS[row.element]), ", ")]
    for place, (grade, label) in enumerate(GRADES.items()):
        won, lost = effect_text(row.won[place]), effect_text(row.lost[place])
        needed = int(getattr(row, grade))
        one = Text("{label} {n} : {won} / {lost}", "{label} {n}: {won} / {lost}")
        parts.append(one(label=label, n=needed, won=won, lost=lost))
    return joined(tuple(parts))


def tile_row(row: TileRow) -> Plain:
    number = len(row.exits)
    group = Text(f"{number} sortie{'s' if number > 1 else ''}", f"{number} exit{'s' if number > 1 else ''}")
    drawn = plain(same("  ".join(ARROWS[way] for way in row.exits)))
    return as_row(row, text=drawn, exits_text=plain(exits_text(row.exits)), group=plain(group), icon="map")


def _section(
    key: str,
    name: Text,
    as_plain: Callable[[Any], Plain],
    table: dict[str, Any],
    *columns: Column,
    by: str | None = "group",
    also_by: tuple[Column, ...] = (),
    covers: tuple[str, ...] = (),
    holds: Holds = "",
    icon: str = "book",
    as_cards: bool = True,
) -> CatalogSection:
    return CatalogSection(
        key=key,
        name=name,
        rows=tuple(map(as_plain, table.values())),
        columns=(NAME, *columns),
        group_by=by,
        also_by=also_by,
        covers=covers,
        holds=holds,
        icon=icon,
        as_cards=as_cards,
    )


KINDS_TOO = (BY_RARITY, BY_ELEMENT)
CATALOG: tuple[CatalogSection, ...] = (
    _section("rules", Text("Règles", "Rules"), rule_row, BOOK.rules, TEXT, icon="scroll", as_cards=False),
    _section(
        "hero-classes",
        Text("Classes de héros", "Hero classes"),
        class_row,
        BOOK.hero_classes,
        ELEMENT,
        TEXT,
        by=None,
        icon="people",
        as_cards=False,
    ),
    _section(
        "elements",
        Text("Éléments", "Elements"),
        element_row,
        BOOK.elements,
        TEXT,
        by=None,
        icon="stars",
        as_cards=False,
    ),
    _section(
        "skills",
        Text("Talents", "Skills"),
        skill_row,
        BOOK.skills,
        USE,
        RARITY_,
        TEXT,
        by="element_name",
        also_by=(BY_ELEMENT, BY_RARITY, ("kind_name", Text("Par usage", "By use"))),
        icon="bolt",
    ),
    _section(
        "equipment",
        Text("Équipement", "Equipment"),
        piece_row,
        BOOK.equipment,
        TEXT,
        by="rarity_name",
        also_by=(*KINDS_TOO, ("slot_name", Text("Par emplacement", "By slot"))),
        icon="armour",
    ),
    _section(
        "monsters",
        Text("Monstres", "Monsters"),
        creature_row,
        BOOK.monsters,
        ELEMENT,
        BODY,
        ATTACK,
        DEFENCE,
        TEXT,
        by="rarity_name",
        also_by=KINDS_TOO,
        icon="monster",
        holds="opponents",
    ),
    _section(
        "bosses",
        Text("Boss divins", "Divine bosses"),
        creature_row,
        BOOK.bosses,
        ELEMENT,
        BODY,
        ATTACK,
        DEFENCE,
        TEXT,
        by=None,
        icon="lich",
        holds="opponents",
    ),
    _section("items", Text("Objets", "Items"), item_row, BOOK.items, PRICE, TEXT, icon="sword"),
    _section(
        "adventures", Text("Aventures", "Adventures"), adventure_row, BOOK.adventures, TEXT, icon="scroll"
    ),
    _section("tiles", Text("Tuiles", "Tiles"), tile_row, BOOK.tiles, EXITS, icon="map"),
    _section(
        "rulings",
        Text("Décisions", "Rulings"),
        ruling_row,
        BOOK.rulings,
        NUMBER,
        TEXT,
        icon="hammer",
        as_cards=False,
    ),
)
