"""What each roll is for, in the reader's words."""

from __future__ import annotations

from rules.kernel.text import Text

ROLLS: dict[str, Text] = {
    "lots": Text("Tirage au sort", "Drawing lots"),
    "simple": Text("Combat simple", "Simple combat"),
    "assault": Text("Assaut", "Assault"),
    "foe-assault": Text("Assaut de la créature", "The creature’s assault"),
    "foe-wounds": Text("Blessures infligées par la créature", "Wounds inflicted by the creature"),
    "wounds": Text("Blessures infligées", "Wounds inflicted"),
    "healing": Text("Soins", "Healing"),
    "lost-initiative": Text("Initiative perdue", "Initiative lost"),
    "lost-combat": Text("Combat perdu", "Combat lost"),
    "lost-magic": Text("Magie perdue", "Magic lost"),
}
