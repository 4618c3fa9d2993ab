"""Which symbol stands for what, where no key of the rules says it already."""

from __future__ import annotations

from rules.heroquest_evolution.content_types import Item

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


def item_icon(item: Item) -> str:
    return ITEM_ICONS.get(item.key) or SLOT_ICONS.get(item.slot) or CATEGORY_ICONS[item.category]
