"""Throws of dice: what the form of the roller says, and the throws there have been."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django.http import QueryDict

from campaigns.access import Entrance
from campaigns.answers import Envelope, Plain, Refusal
from campaigns.forms import count_of
from campaigns.ledger import HistoryLine, history
from rules.kernel.dice import Die, Roll, Thrown
from rules.kernel.faces import chance_text, die_of
from rules.kernel.messages import kind_of
from rules.kernel.ruleset import HeroSummary
from rules.kernel.text import Text
from rules.kernel.throwing import (
    KINDS_OF_THROWS,
    MODIFIER,
    MOST,
    DiceThrown,
    ThrowDice,
    ThrowForHero,
    purpose,
)

SHOWN = 12
APP, TABLE = "app", "table"


def are_known(entrance: Entrance) -> bool:
    """Whether the rulebook throws dice of its own accord."""
    return ThrowDice in entrance.ruleset.commands


def are_offered(entrance: Entrance) -> bool:
    return are_known(entrance) and entrance.ruleset.may_send(ThrowDice, entrance.viewer, None)


# What the form says


@dataclass(frozen=True)
class Wanted:
    """How many of each die by its key, or of each of its faces; for whom, what for, and by whom it is thrown."""

    counts: dict[str, int]
    fell: dict[str, dict[str, int]]
    by: str
    hero: str
    reason: str
    modifier: str
    key: str

    @property
    def dice(self) -> dict[str, int]:
        counts = {key: sum(faces.values()) for key, faces in self.fell.items()}
        return {key: n for key, n in (counts if self.by == TABLE else self.counts).items() if n}

    @property
    def plain(self) -> Plain:
        about = {"hero": self.hero, "reason": self.reason, "modifier": _whole(self.modifier)}
        kind = kind_of(ThrowForHero if self.hero else ThrowDice)
        return {"kind": kind, "dice": self.dice} | {name: value for name, value in about.items() if value}

    @property
    def again(self) -> str:
        """The same throw as a query: what the app has thrown once it throws again by one press."""
        counts = self.counts if self.by == APP else {}
        kept = {f"die.{key}": str(n) for key, n in counts.items() if n}
        more = {"modifier": self.modifier} if self.by == APP and self.modifier != "0" else {}
        return urlencode({name: value for name, value in (kept | self._about | more).items() if value})

    @property
    def _about(self) -> dict[str, str]:
        return {"by": self.by, "hero": self.hero, "reason": self.reason}

    @property
    def untallied(self) -> Wanted:
        """The same before any face has been counted."""
        return replace(self, fell={key: dict.fromkeys(faces, 0) for key, faces in self.fell.items()})

    def envelope(self, dice: Iterable[Die]) -> Envelope:
        thrown = tuple(Thrown(purpose(die), self._faces(die)) for die in dice if die.key in self.dice)
        is_app = self.by == APP
        return Envelope(key=self.key, app_dice=is_app, rolls=() if is_app else thrown)

    def _faces(self, die: Die) -> tuple[str, ...]:
        return tuple(face for face, many in self.fell[die.key].items() for _ in range(many))


def _whole(text: str) -> int | str:
    """A number, with either minus; what is none is for the command's type to refuse."""
    number = text.replace("\N{MINUS SIGN}", "-").lstrip("+")
    return int(number) if len(number) <= 4 and number.lstrip("-").isdecimal() else text


def read(entrance: Entrance, form: QueryDict) -> Wanted:
    """A form or a query: its fields are `die.<key>` and `face.<key>.<face>`."""
    ways = ways_of(entrance)
    dice = entrance.ruleset.dice
    return Wanted(
        counts={die.key: count_of(form.get(f"die.{die.key}", "")) for die in dice},
        fell={die.key: {face: count_of(form.get(f"face.{die.key}.{face}", "")) for face in die.symbols} for die in dice},
        by=next((way for way in ways if way == form.get("by")), ways[0]),
        hero=form.get("hero", ""),
        reason=form.get("reason", "").strip(),
        modifier=form.get("modifier", "").strip(),
        key=form.get("key", ""),
    )  # fmt: skip


def ways_of(entrance: Entrance) -> tuple[str, ...]:
    """Who may throw here: the app, the table, or whoever one likes."""
    thrower = entrance.ruleset.thrower(entrance.state())
    return (APP, TABLE) if thrower == "ask" else (thrower,)


# What the page shows


@dataclass(frozen=True)
class Row:
    """A die of the game with what is chosen of it."""

    die: Die
    count: int
    faces: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Handful:
    """The dice of one kind in a throw, as they fell."""

    die: Die
    roll: Roll

    @property
    def many(self) -> Text:
        return self.die.many(len(self.roll.faces))

    @property
    def chance(self) -> Text | None:
        return chance_text(self.die, self.roll.faces)


@dataclass(frozen=True)
class Throw:
    """A throw of the history; `undo` is its act where this viewer may take it back."""

    line: HistoryLine
    event: DiceThrown
    handfuls: tuple[Handful, ...]
    undo: int | None

    @property
    def is_of_table(self) -> bool:
        return all(handful.roll.origin == TABLE for handful in self.handfuls)

    @property
    def total(self) -> int | None:
        """The sum, where there is something to sum up."""
        numbers = [int(face) for one in self.handfuls if one.die.is_numbered for face in one.roll.faces]
        return sum(numbers) + self.event.modifier if len(numbers) + bool(self.event.modifier) > 1 else None


@dataclass(frozen=True, kw_only=True)
class DicePage:
    wanted: Wanted
    ways: tuple[str, ...]
    rows: tuple[Row, ...]
    heroes: tuple[HeroSummary, ...]
    throws: tuple[Throw, ...]
    may_throw: bool
    key: str
    most: int = MOST
    modifier: int = MODIFIER
    refusal: Refusal | None = None


def page_of(entrance: Entrance, wanted: Wanted, undoable: Any, refusal: Refusal | None = None) -> DicePage:
    """`undoable` says of a line whether this viewer may take it back."""
    heroes = entrance.ruleset.heroes(entrance.state())
    return DicePage(
        wanted=wanted,
        ways=ways_of(entrance),
        rows=tuple(rows_of(entrance.ruleset.dice, wanted)),
        heroes=tuple(hero for hero in heroes if entrance.viewer.may_act_for(hero.key)),
        throws=throws_of(entrance, undoable),
        may_throw=are_offered(entrance),
        key=str(uuid4()),
        refusal=refusal,
    )


def rows_of(dice: tuple[Die, ...], wanted: Wanted) -> Iterator[Row]:
    for die in dice:
        yield Row(die, wanted.counts[die.key], tuple(wanted.fell[die.key].items()))


def throws_of(entrance: Entrance, undoable: Any) -> tuple[Throw, ...]:
    """The newest first."""
    lines = history(entrance, kinds=KINDS_OF_THROWS, limit=SHOWN)
    dice = {die.key: die for die in entrance.ruleset.dice}
    return tuple(
        Throw(line, event, handfuls_of(event, dice), line.seq if undoable(line) else None)
        for line in lines
        for event in line.told
        if isinstance(event, DiceThrown)
    )


def handfuls_of(event: DiceThrown, dice: dict[str, Die]) -> tuple[Handful, ...]:
    return tuple(Handful(die_of(roll, dice), roll) for roll in event.rolls)
