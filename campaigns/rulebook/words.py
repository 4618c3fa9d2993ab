"""What every rulebook's catalog has in common, beside the words of its own lexicon."""

from __future__ import annotations

from rules.kernel.lexicon import Relation
from rules.kernel.text import Text

CITES = Relation(
    "source", Text("Décisions", "Rulings"), Text("S’applique à", "Applies to"), sections=("rulings",)
)
"""The field that names places of the rules; the rulings among them are rows of their own."""
TONES = frozenset({"fire", "air", "water", "earth", "dark"})
"""The site's colours that a row may name."""
