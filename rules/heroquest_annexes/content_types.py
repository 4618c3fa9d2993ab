"""The shapes of the rows in `content/*.toml`. Figures are dice, points, squares, gold."""

from __future__ import annotations

from typing import Literal

import msgspec

from rules.kernel.text import Text

Category = Literal["weapon", "ranged", "ammunition", "armour", "tool", "potion", "unique"]


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every row has: its key, its name, where it comes from."""

    key: str
    name: Text
    source: str
    text: Text
    house_table: bool = False


class HeroClass(Row, frozen=True, kw_only=True):
    """Annex 1: `series` of spells chosen at each quest; `power` in words, `power_name` for short."""

    attack: int
    defence: int
    body: int
    mind: int
    movement: int
    power_name: Text
    power: Text
    series: int = 0


class Monster(Row, frozen=True, kw_only=True):
    plural: Text
    family: Literal["green", "undead", "chaos"]
    movement: int
    attack: int
    defence: int
    mind: int
    body: int
    xp: int


class Spell(Row, frozen=True, kw_only=True):
    """`target`: a hero, anybody, or what a genie is asked; `works` names how the app plays it."""

    series: str
    target: Literal["hero", "any", "djinn"]
    works: Literal["effect", "burn", "djinn", "sleep", "heal"]


class Trap(Row, frozen=True, kw_only=True):
    disarmable: bool


class Item(Row, frozen=True, kw_only=True):
    """Without a price it is found. `sets`: its defence takes the place of the hero's own; `cleaves`: black shields take dice away."""

    category: Category
    bearers: tuple[str, ...]
    price: int | None = None
    attack: int = 0
    defence: int = 0
    mind: int = 0
    bonus: int = 0
    diagonal: bool = False
    reach: int = 1
    two_handed: bool = False
    thrown: bool = False
    cleaves: bool = False
    sets: bool = False
    slow: bool = False
    helmed: bool = False
    slot: str = ""
    lot: int = 1
    works: str = ""

    @property
    def hold(self) -> str:
        """Where it is worn: `hand` for weapons, empty for what is only carried."""
        return "hand" if self.attack else self.slot or ("charm" if self.bonus or self.mind else "")


class Rate(Row, frozen=True, kw_only=True):
    """Annex 4: what one of it costs in experience."""

    price: int


class RuleRow(Row, frozen=True, kw_only=True):
    """A page of the rules; `covers` the places of the source that it is the page of."""

    topic: str
    covers: tuple[str, ...] = ()


class Ruling(Row, frozen=True, kw_only=True):
    """What the source leaves open and how it is settled."""

    @property
    def number(self) -> str:
        return self.key.upper()
