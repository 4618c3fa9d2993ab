"""What the fields of the catalog's rows are called and drawn as."""

from __future__ import annotations

from rules.kernel.lexicon import Lexicon, Relation
from rules.kernel.text import Text

LEXICON = Lexicon(
    relations=(
        Relation("nemesis", Text("Némésis", "Nemesis"), Text("Némésis", "Nemesis")),
        Relation("element", Text("Élément", "Element"), sections=("elements",)),
    ),
    marks={"two_handed": Text("À deux mains", "Two-handed")},
    figures={"attack": "attack", "defence": "defence", "body": "body", "price": "coin"},
    icon_fields=("icon", "key", "element"),
    tone="element",
)
