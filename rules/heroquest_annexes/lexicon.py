"""What the fields of the catalog's rows are called and drawn as."""

from __future__ import annotations

from rules.kernel.lexicon import Lexicon, Relation
from rules.kernel.text import Text

LEXICON = Lexicon(
    tone="series",
    relations=(
        Relation(
            "bearers", Text("Réservé à", "Only for"), Text("Équipement réservé", "Gear for few"), ("heroes",)
        ),
    ),
    facts={
        "movement": Text("Mouvement", "Movement"),
        "reach": Text("Portée, en cases", "Reach, in squares"),
        "lot": Text("Vendu par", "Sold by"),
    },
    dull={"lot": 1, "reach": 1},
    marks={
        "two_handed": Text("À deux mains", "Two-handed"),
        "diagonal": Text("Frappe en diagonale", "Strikes diagonally"),
        "thrown": Text("Se lance", "Can be thrown"),
    },
    figures={
        "movement": "movement",
        "attack": "attack",
        "defence": "defence",
        "body": "body",
        "mind": "mind",
        "xp": "xp",
        "price": "coin",
    },
    profile=frozenset({"movement", "attack", "defence", "body", "mind"}),
    icons={"weapon": "sword", "hand-axe": "axe", "battle-axe": "axe"},
    icon_fields=("icon", "key", "series", "category"),
)
