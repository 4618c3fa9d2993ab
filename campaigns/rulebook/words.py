"""What the fields of catalog rows are called and drawn as, where no column of the section says it.

The names are those of the HTTP contract, shared by every rulebook. A field without a word here is for programs only.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Label = str | Promise


@dataclass(frozen=True)
class Relation:
    """A field that holds keys of rows in `sections` (the own one where none is named).

    `label` heads them on the row's page, `back` heads the rows that lead to a thing; without one the section's name does.
    """

    field: str
    label: Label | None = None
    back: Label | None = None
    sections: tuple[str, ...] = ()
    goes_back: bool = True


CITES = "source"
"""The field that names places of the rules; the rulings among them are rows of their own."""
IDENTITY = "skill"
"""Rows of one section that share this value are one thing for several kinds of heroes."""

SKILLS = ("skills", "monster-skills")
SPELLS = ("spells", "dark-spells")
RELATIONS: tuple[Relation, ...] = (
    Relation("evolution_of", _("Evolution of"), _("Evolves into")),
    Relation("species", _("Evolution of"), _("Evolves into")),
    Relation("excludes", _("Excludes"), _("Excludes")),
    Relation("hero_class", _("Hero class"), sections=("hero-classes",)),
    Relation("skills", sections=SKILLS),
    Relation("spells", sections=(*SPELLS, "spell-sets")),
    Relation("members", back=_("Held by"), sections=SPELLS),
    Relation("monsters", sections=("monsters",)),
    Relation("cells", sections=("monsters",)),
    Relation("quest", sections=("quests",)),
    Relation("weapon", _("Starts with"), _("Carried from the start by"), ("items",)),
    Relation("ammunition", _("Ammunition"), _("Ammunition for"), ("items",)),
    Relation("needs_skill", _("Needs the skill"), _("Lets you use"), SKILLS),
    Relation("only", _("Only for"), _("Gear for few"), ("hero-classes",)),
    Relation("never", _("Not for"), _("Gear out of reach"), ("hero-classes",)),
    Relation("learns_from", _("Learns from"), _("Teaches"), ("hero-classes",)),
    Relation(IDENTITY, _("The same for others"), goes_back=False),
    Relation(CITES, _("Rulings"), _("Applies to"), ("rulings",)),
)

FACTS: dict[str, Label] = {
    "attack_melee": _("Attack in contact"),
    "movement": _("Movement"),
    "reach": _("Reach, in squares"),
    "lot": _("Sold by"),
    "pool": _("Points to spend"),
    "sphere_count": _("Spheres of magic"),
    "gold": _("Gold at the start"),
    "heals_body": _("Gives back body"),
    "heals_mind": _("Gives back mind"),
    "special_xp": _("XP for the one who finds it"),
    "improvements": _("Improvements"),
    "details": _("In detail"),
}
"""Figures and lists beside the columns, on the page of one thing."""

DULL = {"lot": 1, "reach": 1}
"""Figures that tell nothing; of the other facts it is 0."""

MARKS: dict[str, Label] = {
    "two_handed": _("Two-handed"),
    "bars_shield": _("No shield beside it"),
    "diagonal": _("Strikes diagonally"),
    "thrown": _("Can be thrown"),
    "wooden": _("Of wood"),
    "consumable": _("Used up"),
    "offensive": _("Offensive spell"),
    "activated": _("Has to be declared"),
    "disarms": _("Disarms traps"),
    "misprint": _("As printed, likely a misprint"),
}
"""What is simply so."""

WARNINGS = {"misprint": MARKS["misprint"]}
"""What has to be said in lists too."""

COLUMN_ICONS: dict[str, str] = {
    "movement": "movement",
    "attack": "attack",
    "attack_melee": "axe",
    "defence": "defence",
    "body": "body",
    "mind": "mind",
    "xp": "xp",
    "price": "coin",
    "duration": "hourglass",
}

PROFILE = frozenset({"movement", "attack", "defence", "body", "mind"})
"""The figures of a creature: a section that has them all is drawn in columns."""

SECTION_ICONS: dict[str, str] = {
    "rules": "scroll",
    "spell-sets": "list",
    "rulings": "hammer",
    "hero-classes": "people",
    "skills": "bolt",
    "spells": "flame",
    "monsters": "monster",
    "monster-skills": "claw",
    "dark-spells": "eclipse",
    "quests": "map",
    "items": "sword",
    "mercenaries": "flag",
    "levels": "star",
    "evolution-stock": "chest",
}
SECTION_TONES: dict[str, str] = {"dark-spells": "dark", "monster-skills": "bad", "spells": "fire"}
TONES = frozenset({"fire", "air", "water", "earth", "dark"})

ICON_FIELDS = ("icon", "key", "sphere", "category", "hero_class")
"""The fields whose words may be drawn, the most telling first."""

ICONS: dict[str, str] = {
    "weapon": "sword",
    "ranged": "bow",
    "ammunition": "target",
    "tool": "bag",
    "artefact": "crown",
    "hand-axe": "axe",
    "battle-axe": "axe",
    "halberd": "spear",
}
"""Words whose symbol is called otherwise."""
