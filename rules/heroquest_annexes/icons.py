"""Which symbol stands for what, where no key of the rules says it already."""

from __future__ import annotations

from rules.heroquest_annexes.content_types import Item
from rules.heroquest_annexes.state import Hero

CATEGORY_ICONS = {
    "weapon": "sword",
    "ranged": "bow",
    "ammunition": "target",
    "armour": "armour",
    "tool": "bag",
    "potion": "potion",
    "unique": "star",
}
SLOT_ICONS = {"shield": "shield", "head": "helmet"}
ITEM_ICONS = {
    "dagger": "dagger",
    "staff": "staff",
    "hatchet": "axe",
    "battle-axe": "axe",
    "spear": "spear",
    "halberd": "spear",
    "rope": "bound",
    "tool-kit": "hammer",
}
EFFECT_ICONS = {
    "courage": "flame",
    "swift-wind": "wind",
    "tempest": "spiral",
    "sleep": "sleep",
    "veil-of-mist": "unseen",
    "rock-skin": "stone",
    "pass-through-rock": "mountain",
    "speed": "boot",
    "resistance": "shield",
    "strength": "axe",
    "heroic": "star",
    "pit": "trap",
}
CLASS_ICONS = {"mage": "enchanter"}
RATE_ICONS = {
    "gold": "gold",
    "mind": "mind",
    "body": "body",
    "spell": "stars",
    "defence": "shield",
    "attack": "sword",
}
SERIES_ICONS = {"fire": "flame", "air": "wind", "water": "drop", "earth": "mountain"}


def class_icon(key: str) -> str:
    return CLASS_ICONS.get(key, key)


def icon_of(hero: Hero) -> str:
    return class_icon(hero.hero_class)


def item_icon(item: Item) -> str:
    return ITEM_ICONS.get(item.key) or SLOT_ICONS.get(item.slot) or CATEGORY_ICONS[item.category]
