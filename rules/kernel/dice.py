"""Dice come in from outside; every face that fell is kept."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Literal, Protocol

import msgspec

from rules.kernel.messages import Violation
from rules.kernel.text import Text

Origin = Literal["app", "table"]
Thrower = Literal["ask", "app", "table"]
"""Who throws in a campaign: the app without asking, the table always, or whoever is asked each time."""


class Die(msgspec.Struct, frozen=True):
    """A die by its faces, each a symbol; `d6` has `1` to `6`. `name` (plural), `single` and `words` put it into the reader's words."""

    key: str
    faces: tuple[str, ...]
    name: Text | None = None
    words: dict[str, Text] = {}
    single: Text | None = None

    @property
    def symbols(self) -> tuple[str, ...]:
        """The different faces."""
        return tuple(dict.fromkeys(self.faces))

    @property
    def is_numbered(self) -> bool:
        """Whether its faces can be summed."""
        return all(face.isdecimal() for face in self.faces)

    @property
    def title(self) -> Text:
        """What it is called where it stands alone: `D6`, `Combat dice`."""
        name = self.name or Text(self.key, self.key)
        return Text(name.fr[:1].upper() + name.fr[1:], name.en[:1].upper() + name.en[1:])

    def word(self, face: str) -> Text:
        return self.words.get(face) or Text(face, face)

    def many(self, number: int) -> Text:
        """`2d6`, or `2 combat dice`."""
        if self.name is None:
            return Text(f"{number}{self.key}", f"{number}{self.key}")
        name = self.single if number == 1 and self.single else self.name
        return Text(f"{number} {name.fr}", f"{number} {name.en}")


D6 = Die("d6", ("1", "2", "3", "4", "5", "6"))


class Roll(msgspec.Struct, frozen=True):
    """One throw: what for, of what (`2d6`), the faces, and whether the app or the table threw it."""

    purpose: str
    dice: str
    faces: tuple[str, ...]
    origin: Origin

    @property
    def total(self) -> int:
        """The sum of numbered faces."""
        return sum(int(face) for face in self.faces)


class Thrown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Faces thrown on the table, as the envelope's `rolls` gives them."""

    purpose: str = msgspec.field(name="for")
    faces: tuple[int | str, ...]


class RollRefused(Exception):
    """A roll is missing or malformed; the kernel turns it into its Violation."""

    def __init__(self, violation: Violation) -> None:
        self.violation = violation


class Dice(Protocol):
    def roll(self, purpose: str, number: int, die: Die) -> Roll:
        """Throw `number` dice for `purpose`; raises RollRefused."""
        ...


class NoDice:
    """Every roll is missing: what a preview and a check of offers use."""

    def roll(self, purpose: str, number: int, die: Die) -> Roll:
        dice = f"{number}{die.key}"
        raise RollRefused(
            Violation(
                code="roll_needed",
                message=Text("Il faut lancer {dice} : {for_}.", "Roll {dice} for {for_}.")(
                    dice=die.many(number), for_=purpose
                ),
                rule="R33",
                params={"for": purpose, "dice": dice},
            )
        )


class AppDice:
    """The app throws; `below(n)` gives an integer in `[0, n)`."""

    def __init__(self, below: Callable[[int], int]) -> None:
        self.below = below

    def roll(self, purpose: str, number: int, die: Die) -> Roll:
        faces = tuple(die.faces[self.below(len(die.faces))] for _ in range(number))
        return Roll(purpose, f"{number}{die.key}", faces, "app")


class TableDice:
    """Faces from the table; what is not among them is asked of `otherwise`."""

    def __init__(self, thrown: tuple[Thrown, ...], otherwise: Dice) -> None:
        self.thrown = {throw.purpose: throw for throw in thrown}
        self.otherwise = otherwise
        self.used: set[str] = set()

    def roll(self, purpose: str, number: int, die: Die) -> Roll:
        throw = self.thrown.get(purpose)
        if throw is None:
            return self.otherwise.roll(purpose, number, die)
        self.used.add(purpose)
        faces = tuple(str(face) for face in throw.faces)
        if len(faces) != number or any(face not in die.faces for face in faces):
            raise RollRefused(_impossible(purpose, number, die))
        return Roll(purpose, f"{number}{die.key}", faces, "table")

    @property
    def unused(self) -> tuple[str, ...]:
        return tuple(purpose for purpose in self.thrown if purpose not in self.used)


def _impossible(purpose: str, number: int, die: Die) -> Violation:
    return Violation(
        code="roll_impossible",
        message=Text("Ces faces ne peuvent pas tomber avec {dice}.", "{dice} cannot show these faces.")(
            dice=die.many(number)
        ),
        rule="R33",
        params={"for": purpose, "dice": f"{number}{die.key}"},
        field="rolls",
    )


class DrawingDice:
    """Cards of `piles` are drawn by the app, a pile being a die whose faces are cards; all else is asked of `otherwise`."""

    def __init__(self, piles: Container[str], app: Dice, otherwise: Dice) -> None:
        self.piles, self.app, self.otherwise = piles, app, otherwise

    def roll(self, purpose: str, number: int, die: Die) -> Roll:
        return (self.app if die.key in self.piles else self.otherwise).roll(purpose, number, die)


class RecordedDice:
    """The faces of an act that happened, given again."""

    def __init__(self, rolls: tuple[Roll, ...]) -> None:
        self.rolls = {(roll.purpose, roll.dice): roll for roll in rolls}

    def roll(self, purpose: str, number: int, die: Die) -> Roll:
        found = self.rolls.get((purpose, f"{number}{die.key}"))
        return found or NoDice().roll(purpose, number, die)


class Recorder:
    """Passes rolls on and remembers them, for the entry."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.rolls: list[Roll] = []

    def roll(self, purpose: str, number: int, die: Die) -> Roll:
        roll = self.dice.roll(purpose, number, die)
        self.rolls.append(roll)
        return roll


class Act(msgspec.Struct, frozen=True):
    """What surrounds one decision: the act's id (32 hex digits) and its dice."""

    id: str
    dice: Dice

    def roll(self, purpose: str, number: int, die: Die) -> Roll:
        return self.dice.roll(purpose, number, die)

    def new_key(self) -> str:
        """A key for what this act brings into being; the same act always gives the same key."""
        return self.id[:12]


NO_ACT = Act("0" * 32, NoDice())
"""For questions that must not roll: previews and offers."""
