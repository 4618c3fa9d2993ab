"""Where the fields of events name something of the catalog, and in which of its sections."""

from __future__ import annotations

MONSTERS, ITEMS, SKILLS, SPELLS = ("monsters",), ("items",), ("skills",), ("spells", "dark-spells")
MENTIONS: dict[str, tuple[str, ...]] = {
    "monster": MONSTERS,
    "replaces": MONSTERS,
    "evolved_from": MONSTERS,
    "item": ITEMS,
    "add_item": ITEMS,
    "remove_item": ITEMS,
    "skill": SKILLS,
    "skills": SKILLS,
    "add_skill": SKILLS,
    "spell": SPELLS,
    "spells": SPELLS,
    "effect": ("effects",),
    "quest": ("quests",),
    "hero_class": ("hero-classes",),
    "companion_kind": ("companions",),
    "means": (*ITEMS, *SKILLS, *SPELLS),
}
