"""A roll that is asked for, as inputs for the faces that fell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import QueryDict

from rules.kernel.dice import Die
from rules.kernel.text import Text

if TYPE_CHECKING:
    from campaigns.access import Entrance
    from campaigns.answers import Refusal

PREFIX = "roll."
"""How an input for faces is named, before what they are for."""


@dataclass(frozen=True)
class Roll:
    """A roll that is asked for: what for, of what, how many inputs. `faces` are the symbols of a die that has no numbers.

    `app`: whether the app may throw it instead. `before` are the inputs of rolls of the same act that were thrown already.
    """

    purpose: str
    dice: Text
    inputs: range
    sides: int
    faces: tuple[tuple[str, Text], ...] = ()
    app: bool = True
    before: tuple[tuple[str, str], ...] = ()


def roll_of(refusal: Refusal, entrance: Entrance, form: QueryDict) -> Roll | None:
    """The roll that a refusal of this form asks for."""
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
    sides = 0 if die.words else len(die.faces)
    return Roll(purpose, die.many(len(many)), many, sides, _faces(die), app, thrown_in(form, purpose))


def thrown_in(form: QueryDict, purpose: str) -> tuple[tuple[str, str], ...]:
    """The faces that came along for other purposes: an act of several rolls asks for one after the other."""
    names = [name for name in form if name.startswith(PREFIX) and name != PREFIX + purpose]
    return tuple((name, face) for name in names for face in form.getlist(name) if face)


def _faces(die: Die) -> tuple[tuple[str, Text], ...]:
    return tuple((face, die.words[face]) for face in die.symbols) if die.words else ()
