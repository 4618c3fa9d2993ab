"""Where the fields of events name something of the catalog, and in which of its sections."""

from __future__ import annotations

EQUIPMENT, ITEMS = ("equipment",), ("items",)
MENTIONS: dict[str, tuple[str, ...]] = {
    "monster": ("monsters", "bosses"),
    "skill": ("skills",),
    "equipment": EQUIPMENT,
    "gear": EQUIPMENT,
    "add_equipment": EQUIPMENT,
    "remove_equipment": EQUIPMENT,
    "item": ITEMS,
    "drawn": ITEMS,
    "stall": ITEMS,
    "add_item": ITEMS,
    "remove_item": ITEMS,
    "adventure": ("adventures",),
    "tile": ("tiles",),
    "hero_class": ("hero-classes",),
    "element": ("elements",),
}
