"""The die of the game: three skulls, two white shields, one black shield (§3.2)."""

from __future__ import annotations

from rules.kernel.dice import D6, Act, Die, Roll
from rules.kernel.text import Text

SKULL, WHITE, BLACK = "skull", "white", "black"
COMBAT = Die(
    "combat",
    (SKULL, SKULL, SKULL, WHITE, WHITE, BLACK),
    Text("dés de combat", "combat dice"),
    {
        SKULL: Text("crâne", "skull"),
        WHITE: Text("bouclier blanc", "white shield"),
        BLACK: Text("bouclier noir", "black shield"),
    },
    Text("dé de combat", "combat die"),
)
DICE = (COMBAT, D6)


def thrown(act: Act, purpose: str, number: int) -> Roll | None:
    """So many combat dice; None where there is nothing to throw."""
    return act.roll(purpose, number, COMBAT) if number > 0 else None


def count(roll: Roll | None, face: str) -> int:
    return roll.faces.count(face) if roll else 0
