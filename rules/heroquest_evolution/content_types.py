"""The shapes of the rows in `content/*.toml`. Amounts are dice, points, squares or gold pieces as said."""

from __future__ import annotations

from typing import Literal

import msgspec

from rules.kernel.text import Text

Sphere = Literal["air", "water", "earth", "fire"]
Use = Literal["permanent", "per_dungeon", "out_of_dungeon", "special"]
Slot = Literal["weapon", "shield", "body", "head", "arms", "cloak", "none"]


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every row has: its key, its name, where it comes from."""

    key: str
    name: Text
    source: str
    house_table: bool = False


class HeroClass(Row, frozen=True, kw_only=True):
    """§VII, R1: attack and defence in dice, body and mind in points, movement `2d6` plus `movement_bonus` squares."""

    attack: int
    defence: int
    body: int
    mind: int
    movement_bonus: int = 0
    weapon: str
    gold: int = 0
    sphere_count: int = 0
    text: Text


class Skill(Row, frozen=True, kw_only=True):
    """§IV, §VII: one row per class and skill. `skill` is the identity that classes share."""

    hero_class: str
    skill: str
    use: Use
    uses: int | None = None
    pool: int | None = None
    min_level: int = 2
    evolution_of: str | None = None
    excludes: tuple[str, ...] = ()
    activated: bool = False
    text: Text


class Spell(Row, frozen=True, kw_only=True):
    """§5.2, R18: `duration` in rounds (the maximum where "up to"), null when none."""

    level: int
    sphere: Sphere
    duration: int | None = None
    offensive: bool = False
    text: Text
    details: tuple[Text, ...] = ()


class SpellSet(Row, frozen=True, kw_only=True):
    """What the bestiary calls by one word (R59): spells by `levels` and `dark` magic, or those of a `book` that is not here."""

    named: str
    levels: tuple[int, ...] = ()
    dark: bool = False
    book: Text | None = None
    text: Text


class BoardRule(Row, frozen=True, kw_only=True):
    """§I–§III and what stands outside the lists: `covers` names the places of the source it is the page of."""

    topic: str
    covers: tuple[str, ...] = ()
    text: Text


class Ruling(Row, frozen=True, kw_only=True):
    """What the source leaves open, settled: its key is its number, `source` the place that it settles."""

    text: Text

    @property
    def number(self) -> str:
        return self.key.upper()


class Monster(Row, frozen=True, kw_only=True):
    """§3.1, §6.1, §6.2, R32: profile null where the source gives none. `xp_section_3` is §3.1's own figure where it differs."""

    plural: Text
    proper: bool = False
    species: str
    rank: Literal["base", "evolved", "new", "named"]
    movement: int | None = None
    attack: int | None = None
    attack_melee: int | None = None
    defence: int | None = None
    body: int | None = None
    mind: int | None = None
    xp: int
    xp_section_3: int | None = None
    skills: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    equipment: Text | None = None
    note: Text | None = None
    misprint: bool = False
    quest: str | None = None


class Lore(Row, frozen=True, kw_only=True):
    """A named rule text: monster skills (§6.3), dark spells (§6.4)."""

    duration: int | None = None
    text: Text


class Quest(Row, frozen=True, kw_only=True):
    """§3.1: XP for each survivor of a success. `special` names the find worth `special_xp` instead (R13)."""

    xp: int
    xp_is_optional: bool = False
    special: str | None = None
    special_xp: int | None = None
    special_is_treasure: bool = False
    gold_mark: bool = False
    mercenaries: bool = True
    monsters: tuple[str, ...] = ()
    text: Text


class Item(Row, frozen=True, kw_only=True):
    """R20–R22 and starting gear. `attack` is the weapon's dice, `defence` added dice, `movement` added squares."""

    category: Literal["weapon", "ranged", "armour", "tool", "ammunition", "potion", "artefact"]
    shop: Literal["armourer", "alchemist"] | None = None
    price: int | None = None
    lot: int = 1
    slot: Slot = "none"
    attack: int | None = None
    defence: int = 0
    movement: int = 0
    diagonal: bool = False
    two_handed: bool = False
    bars_shield: bool = False
    adjacent: bool = True
    thrown: bool = False
    reach: int = 1
    ammunition: str | None = None
    only: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    needs_skill: str | None = None
    wooden: bool = False
    heals_body: int = 0
    heals_body_dice: str | None = None
    heals_mind: int = 0
    consumable: bool = False
    text: Text


class Improvement(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """R28: one more of `gain`, a `skill`, a choice (a skill of the class, attack or defence), the way to become a hero, or nothing."""

    text: Text
    gain: Literal["attack", "defence", "body", "movement"] | None = None
    skill: str | None = None
    choice: Literal["skill", "dice"] | None = None
    becomes_hero: bool = False


class Mercenary(Row, frozen=True, kw_only=True):
    """R25–R28: `movement` squares, or null for `2d6` plus `movement_bonus`.

    An apprentice learns and is equipped as the class `learns_from`, and may become a hero of `hero_class` (R56).
    """

    price: int
    apprentice: bool = False
    hero_class: str | None = None
    movement: int | None = None
    movement_bonus: int = 0
    attack: int
    defence: int
    body: int
    mind: int
    disarms: bool = False
    diagonal: bool = False
    skills: tuple[str, ...] = ()
    learns_from: str | None = None
    never_learns: tuple[str, ...] = ()
    weapon: str | None = None
    improvements: tuple[Improvement, ...] = ()
    text: Text


Forbidden = Literal["attack", "move", "search", "spell", "high_spell", "item", "skill", "meditation"]
"""What an effect may forbid its bearer (R50)."""
Tick = Literal["regeneration", "poison", "withering", "waking", "confusion", "rising", "trap"]
"""The roll an effect asks for every round."""
Aim = Literal["self", "hero", "other", "all", "any", "monster", "place"]
"""Who a spell may be cast at: the caster, a hero, a hero but the caster, all heroes, a hero or a monster, a monster, a place."""


class EffectRow(Row, frozen=True, kw_only=True):
    """What lasts on a hero or a monster (R33–R35, R44–R47, R50).

    `rounds`, or `rolls` of attack or defence, until it ends by itself; neither: it lasts until ended. `*_flat` replaces the whole
    number, `weapon` the weapon's dice. `form_*` is the profile of another shape, with a body and mind of its own (R55).
    `then` follows for `then_rounds`; `exact` cannot be cut short; `on_monsters` is for monsters and places only.
    """

    text: Text
    icon: str = "hourglass"
    good: bool = False
    rounds: int | None = None
    rolls: int | None = None
    attack: int = 0
    defence: int = 0
    attack_flat: int | None = None
    defence_flat: int | None = None
    weapon: int | None = None
    attack_halved: bool = False
    movement: int = 0
    movement_dice: int = 0
    movement_doubled: bool = False
    movement_halved: bool = False
    form_movement: int | None = None
    form_attack: int = 0
    form_defence: int = 0
    form_body: int = 0
    form_mind: int = 0
    forbids: tuple[Forbidden, ...] = ()
    wards: Literal["", "spells", "harmful_spells", "psychic"] = ""
    stuns: bool = False
    exact: bool = False
    on_monsters: bool = False
    then: str | None = None
    then_rounds: int = 0
    tick: Tick | None = None
    ends_on_wound: bool = False


class Casting(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What casting a spell brings about: an `effect`, a `companion`, body points given back, a roll to resist. `harmful`: a ward stops it."""

    key: str
    aim: Aim
    effect: str | None = None
    companion: str | None = None
    heals: Literal["", "4", "1d6+2", "1d6x2", "all"] = ""
    cures: tuple[str, ...] = ()
    resist: Literal["", "sleep", "command", "stone"] = ""
    also: str | None = None
    harmful: bool = False


class CompanionRow(Row, frozen=True, kw_only=True):
    """A summoned creature on the party's board (§5.2, R50). Null numbers are those of the one it copies."""

    rounds: int
    movement: int | None = None
    attack: int | None = None
    defence: int | None = None
    body: int | None = None
    mind: int | None = None
    text: Text
