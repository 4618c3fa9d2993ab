"""What is counted of a game for its pictures: how often, by whom, of what; and which faces a roll hopes for."""

from __future__ import annotations

from typing import Literal

import msgspec

from rules.kernel.text import Text


class Count(msgspec.Struct, frozen=True):
    """An event adds `amount` to a `what` (`kills`) of a hero, of one `thing` (`orc`) whose name is `label`."""

    hero: str
    what: str
    thing: str
    label: Text
    amount: int = 1


class Measure(msgspec.Struct, frozen=True, kw_only=True):
    """How a `what` is drawn: a `curve` of what it has come to after each quest, bars by `quest`, bars by `thing`."""

    what: str
    title: Text
    drawn: Literal["curve", "quest", "thing"]
    icon: str = ""


class Milestone(msgspec.Struct, frozen=True):
    """A day to remember in the life of a hero: `label` says it beside the name."""

    hero: str
    icon: str
    label: Text


class Brought(msgspec.Struct, frozen=True):
    """An event brought a hero this `thing`, by the key that a Part names. No hero: it is the whole campaign's."""

    hero: str
    thing: str


class Aim(msgspec.Struct, frozen=True):
    """What a roll hopes for: `high` or `low` numbers, or one of these faces. `foe`: it is not the hero who throws."""

    wanted: Literal["", "high", "low"] | tuple[str, ...] = "high"
    foe: bool = False

    @property
    def key(self) -> str:
        return self.wanted if isinstance(self.wanted, str) else "+".join(self.wanted)


HIGH, LOW, NEITHER = Aim("high"), Aim("low"), Aim("")


def score(aim: str, faces: tuple[str, ...], face: str) -> int | None:
    """What a face of such a die is worth to who hopes for `aim` (the key of one); None where none is better than another."""
    if aim not in ("high", "low"):
        return int(face in aim.split("+")) if aim else None
    if not all(one.isdecimal() for one in faces):
        return None
    return int(face) if aim == "high" else -int(face)
