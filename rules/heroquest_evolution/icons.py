"""Which symbol stands for what, where no key of the rules says it already."""

from __future__ import annotations

from rules.heroquest_evolution.content_types import Item, Monster

DEED_ICONS = {
    "quest_treasure": "chest",
    "spell_kill": "bolt",
    "trap_disarmed": "trap",
    "fabulous_treasure": "crown",
}
CATEGORY_ICONS = {
    "weapon": "sword",
    "ranged": "bow",
    "armour": "armour",
    "tool": "bag",
    "ammunition": "target",
    "potion": "potion",
    "artefact": "star",
}
SLOT_ICONS = {"shield": "shield", "head": "helmet"}
ITEM_ICONS = {
    "dagger": "dagger",
    "staff": "staff",
    "hand-axe": "axe",
    "battle-axe": "axe",
    "spear": "spear",
    "halberd": "spear",
}
MONSTER_ICONS = {
    "demon": "demon",
    "balur": "demon",
    "banshee": "spectre",
    "poltergeist": "spectre",
    "necromancer": "lich",
    "witch-lord": "lich",
}
"""Of a monster or its species; any other species has a drawing of its own name."""


def item_icon(item: Item) -> str:
    return ITEM_ICONS.get(item.key) or SLOT_ICONS.get(item.slot) or CATEGORY_ICONS[item.category]


def monster_icon(monster: Monster) -> str:
    return MONSTER_ICONS.get(monster.key) or MONSTER_ICONS.get(monster.species, monster.species)
