"""A roll that is asked for, as inputs for the faces that fell."""

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
    """A roll that is asked for: what for, of what, how many inputs. `faces` are the symbols of a die that has no numbers.

    `app`: whether the app may throw it instead.
    """

    purpose: str
    dice: Text
    inputs: range
    sides: int
    faces: tuple[tuple[str, Text], ...] = ()
    app: bool = True


def roll_of(refusal: Refusal, entrance: Entrance) -> Roll | None:
    """The roll that a refusal asks for."""
    if refusal.code != "roll_needed":
        return None
    ruleset = entrance.ruleset
    purpose, dice = str(refusal.params["for"]), str(refusal.params["dice"])
    die = ruleset.die_of(dice)
    number = dice.removesuffix(die.key) if die else ""
    if die is None or not number.isdecimal():
        return None
    many = range(int(number))
    app = ruleset.thrower(entrance.state()) != "table"
    return Roll(purpose, die.many(len(many)), many, 0 if die.words else len(die.faces), _faces(die), app)


def _faces(die: Die) -> tuple[tuple[str, Text], ...]:
    return tuple((face, die.words[face]) for face in die.symbols) if die.words else ()
