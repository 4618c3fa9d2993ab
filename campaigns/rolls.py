"""A roll that is asked for, as inputs for the faces that fell."""

from __future__ import annotations

from dataclasses import dataclass

from campaigns.answers import Refusal


@dataclass(frozen=True)
class Die:
    """A roll that is asked for: what for, of what, and how many inputs. `sides` is 0 where faces are symbols."""

    purpose: str
    dice: str
    inputs: range
    sides: int


def roll_of(refusal: Refusal) -> Die | None:
    """The roll that a refusal asks for."""
    if refusal.code != "roll_needed":
        return None
    purpose, dice = str(refusal.params["for"]), str(refusal.params["dice"])
    number, _, die = dice.partition("d")
    many = int(number) if number.isdecimal() else 1
    return Die(purpose, dice, range(many), int(die) if die.isdecimal() else 0)
