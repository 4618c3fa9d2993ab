"""A roll that is asked for, as the faces that may have fallen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import QueryDict

from rules.kernel.dice import Die
from rules.kernel.text import Text

if TYPE_CHECKING:
    from campaigns.access import Entrance
    from campaigns.answers import Refusal

FALLEN = ("roll.", "fell.")
"""How inputs for faces are named, before what they are for."""


@dataclass(frozen=True)
class Roll:
    """A roll that is asked for: what for, of how many of which die. `app`: whether the app may throw it instead.

    `before` are the inputs of rolls of the same act that were thrown already; `is_card`: it is drawn from a pile.
    """

    purpose: str
    die: Die
    number: int
    app: bool = True
    before: tuple[tuple[str, str], ...] = ()
    is_card: bool = False

    @property
    def dice(self) -> Text:
        return self.die.many(self.number)

    @property
    def faces(self) -> tuple[tuple[str, int], ...]:
        """Each face, with none of it counted yet."""
        return tuple((face, 0) for face in self.die.symbols)


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
    app = ruleset.thrower(entrance.state()) != "table"
    before, is_card = thrown_in(form, purpose), die in ruleset.piles
    return Roll(purpose, die, int(number), app, before, is_card)


def thrown_in(form: QueryDict, purpose: str) -> tuple[tuple[str, str], ...]:
    """The faces that came along for other purposes: an act of several rolls asks for one after the other."""
    names = [name for name in form if name.startswith(FALLEN) and purpose not in name.split(".")[1:2]]
    return tuple((name, face) for name in names for face in form.getlist(name) if face)
