"""The shapes of the rows in `content/*.toml`. Scores are points, damage and effects dice of six faces."""

from __future__ import annotations

from typing import Literal

import msgspec

from rules.kernel.text import Text

Score = Literal["initiative", "combat", "magic", "aura"]
Attitude = Literal["prudent", "cunning", "friendly", "aggressive"]


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every row has: its key, its name, where it comes from."""

    key: str
    name: Text
    source: str
    text: Text
    house_table: bool = False


class Character(Row, frozen=True, kw_only=True):
    """§1: the scores at the start; `lost` names those that the source does not give."""

    title: Text
    magic_name: Text
    initiative: int
    combat: int
    magic: int
    aura: int
    vitality: int
    weapon: str
    lost: tuple[str, ...] = ()


class Weapon(Row, frozen=True, kw_only=True):
    """§3: the dice of wounds it inflicts."""

    dice: int


class Lowers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Dice taken from every adversary until the fight ends."""

    initiative: int = 0
    combat: int = 0
    magic: int = 0


class Summons(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who comes to fight on the caster's side."""

    initiative: int
    combat: int
    dice: int


class Spell(Row, frozen=True, kw_only=True):
    """§9: known from the start, or opened by `power` points or by `ticks` of one attitude."""

    character: str
    initiative: int
    level: int
    power: int | None = None
    attitude: Attitude | None = None
    ticks: int | None = None
    lowers: Lowers = Lowers()
    sets_combat: int | None = None
    rounds: int | None = None
    heals: int = 0
    hurts: int = 0
    hurts_all: bool = False
    summons: Summons | None = None
    doubles: bool = False

    @property
    def is_known_at_start(self) -> bool:
        return self.power is None

    @property
    def lasts(self) -> Literal["fight", "rounds", "for_good"]:
        """§9: wounds and their healing are for good; all else is over with the fight, or after `rounds`."""
        if self.rounds is not None:
            return "rounds"
        return "for_good" if self.heals or self.hurts else "fight"


class AttitudeRow(Row, frozen=True, kw_only=True):
    """§5.4."""


class RuleRow(Row, frozen=True, kw_only=True):
    """A page of the rules; `covers` the places of the source it is the page of."""

    topic: str
    covers: tuple[str, ...] = ()


class Ruling(Row, frozen=True, kw_only=True):
    """What the source leaves open and how it is settled."""

    @property
    def number(self) -> str:
        return self.key.upper()
