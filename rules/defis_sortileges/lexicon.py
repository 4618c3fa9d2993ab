"""What the fields of the catalog's rows are called and drawn as."""

from __future__ import annotations

from rules.kernel.lexicon import Lexicon, Relation
from rules.kernel.text import Text

LEXICON = Lexicon(
    relations=(
        Relation(
            "weapon",
            Text("Commence avec", "Starts with"),
            Text("Portée dès le début par", "Carried from the start by"),
            ("weapons",),
        ),
        Relation("character", Text("Personnage", "Character"), sections=("characters",)),
        Relation("attitude", Text("Attitude", "Attitude"), sections=("attitudes",)),
    ),
)
