"""A roll that is asked for, as the faces that may have fallen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules.kernel.dice import Die
from rules.kernel.text import Text

if TYPE_CHECKING:
    from campaigns.access import Entrance
    from campaigns.answers import Refusal


@dataclass(frozen=True)
class Roll:
    """A roll that is asked for: what for, of how many of which die. `app`: whether the app may throw it instead."""

    purpose: str
    die: Die
    number: int
    app: bool = True

    @property
    def dice(self) -> Text:
        return self.die.many(self.number)

    @property
    def faces(self) -> tuple[tuple[str, int], ...]:
        """Each face, with none of it counted yet."""
        return tuple((face, 0) for face in self.die.symbols)


def roll_of(refusal: Refusal, entrance: Entrance) -> Roll | None:
    """The roll that a refusal asks for."""
    if refusal.code != "roll_needed":
        return None
    ruleset = entrance.ruleset
    purpose, dice = str(refusal.params["for"]), str(refusal.params["dice"])
    die = next((die for die in ruleset.dice if dice.endswith(die.key)), None)
    number = dice.removesuffix(die.key) if die else ""
    if die is None or not number.isdecimal():
        return None
    return Roll(purpose, die, int(number), ruleset.thrower(entrance.state()) != "table")
