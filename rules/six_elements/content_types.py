"""The shapes of the rows in `content/*.toml`. Amounts are dice, points, stones or gold pieces as said."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from rules.kernel.text import Text

Element = Literal["fire", "water", "earth", "air", "poison", "void", "neutral"]
Rarity = Literal["common", "rare", "unique", "mythic"]
Stat = Literal["attack", "defence", "magic"]
Slot = Literal["head", "torso", "main", "off", "feet", "ring", "amulet"]
Token = Literal["fire", "water", "earth", "air", "poison", "void", "attack", "defence", "stun"]
Instant = Literal["damage", "ward", "heal", "mana", "reroll", "cleanse"]
Exits = Annotated[str, msgspec.Meta(pattern="^N?E?S?W?$", min_length=1)]


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every row has: its key, its name, where it comes from."""

    key: str
    name: Text
    source: str
    house_table: bool = False


class Power(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a card does when it is played (§7): at once, or tokens after the wounds. Without a target it falls on whom its
    kind is meant for; `both` is a power that names nobody.
    """

    what: Token | Instant
    amount: int = 1
    target: Literal["", "both"] = ""


Powers = tuple[Power, ...]


class ElementRow(Row, frozen=True, kw_only=True):
    """§10: the Nemesis and the stone; the neutral element has neither. The text says what its token does (§8)."""

    nemesis: str | None = None
    stone: Text | None = None
    text: Text


class HeroClass(Row, frozen=True, kw_only=True):
    """§4: one of each element."""

    element: Element
    text: Text


class Skill(Row, frozen=True, kw_only=True):
    """§11: a spell where it costs mana. `dice` and `bonus` come with the stat that it adds."""

    element: Element
    rarity: Rarity
    skill_kind: Literal["combat", "defence"]
    mana: int = 0
    dice: int
    bonus: int
    powers: Powers = ()


class Equipment(Row, frozen=True, kw_only=True):
    """§12: bonuses to stats and to the most of body and mana; `needs_…` are the least own stats."""

    rarity: Rarity
    slot: Slot
    element: Element | None = None
    attack: int = 0
    defence: int = 0
    magic: int = 0
    body: int = 0
    mana: int = 0
    needs_attack: int = 0
    needs_defence: int = 0
    needs_magic: int = 0
    two_handed: bool = False


class Monster(Row, frozen=True, kw_only=True):
    """§13, §16: `attack` and `defence` are added to its dice. What it `casts` counts Magic of its gear."""

    element: Element
    rarity: Literal["common", "rare", "unique", "mythic", "boss"]
    body: int
    attack_dice: int
    attack: int
    defence_dice: int
    defence: int
    attack_powers: Powers = ()
    defence_powers: Powers = ()
    casts: bool = False


class Item(Row, frozen=True, kw_only=True):
    """§15: used once; its price is its rank."""

    rank: Annotated[int, msgspec.Meta(ge=1, le=4)]
    powers: Powers


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What an adventure brings or costs: points, gold, stones of its element, item cards, a step of affinity (§14)."""

    body: int = 0
    mana: int = 0
    gold: int = 0
    stone: int = 0
    item: int = 0
    affinity: int = 0


class Adventure(Row, frozen=True, kw_only=True):
    """§14: one stat against a threshold of three; `won` and `lost` are for easy, normal and heroic."""

    adventure_kind: Literal["trial", "trap", "event", "blessing", "curse", "divine"]
    element: Element
    tested: Stat
    easy: int
    normal: int
    heroic: int
    won: tuple[Change, Change, Change]
    lost: tuple[Change, Change, Change]


class TileRow(Row, frozen=True, kw_only=True):
    """§2: the exits as it lies unturned."""

    exits: Exits


class RuleRow(Row, frozen=True, kw_only=True):
    """A page of the rulebook: `covers` names the places it is the page of."""

    topic: str
    covers: tuple[str, ...] = ()
    text: Text


class Ruling(Row, frozen=True, kw_only=True):
    """What the source leaves open, settled: its key is its number."""

    text: Text

    @property
    def number(self) -> str:
        return self.key.upper()
