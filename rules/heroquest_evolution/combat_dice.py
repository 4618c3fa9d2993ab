"""The combat die: three skulls, two white shields, one black shield (§2.5, R32)."""

from __future__ import annotations

from rules.kernel.dice import Die, Roll
from rules.kernel.text import Text

SKULL, WHITE, BLACK = "skull", "white", "black"
WORDS: dict[str, Text] = {
    SKULL: Text("crâne", "skull"),
    WHITE: Text("bouclier blanc", "white shield"),
    BLACK: Text("bouclier noir", "black shield"),
}
COMBAT = Die(
    "combat",
    (SKULL, SKULL, SKULL, WHITE, WHITE, BLACK),
    Text("dés de combat", "combat dice"),
    WORDS,
    Text("dé de combat", "combat die"),
)


def faces_text(roll: Roll) -> Text:
    """The faces that fell, in words."""
    shown = [WORDS.get(face, Text(face, face)) for face in roll.faces]
    return Text(", ".join(text.fr for text in shown), ", ".join(text.en for text in shown))


def doubled(roll: Roll, face: str) -> bool:
    """Whether every die shows this face: a natural double 6 (R35)."""
    return all(shown == face for shown in roll.faces)
