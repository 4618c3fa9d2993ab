"""What is thrown and added up in an exchange: a hero's dice and sum, a monster's, and how it spends its mana (§7, R26)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.kernel.dice import D6, Act
from rules.six_elements.book import BOOK
from rules.six_elements.content_types import Skill
from rules.six_elements.house import house_int
from rules.six_elements.state import Counts, Foe, Hero, State
from rules.six_elements.stats import foe_bonus, foe_mana, skill_stat, stat
from rules.six_elements.tokens import spent

Use = Literal["attack", "defence"]
WEAK = 3
"""A monster rolls again what shows this or less: a fresh die promises more (R26)."""


@dataclass(frozen=True)
class Throw:
    """A monster's roll: faces, its sum with all that is added, mana and tokens spent on it."""

    faces: tuple[int, ...]
    total: int
    mana: int
    tokens: Counts


def hero_dice(hero: Hero, skill: Skill | None, use: Use) -> int:
    """A card's dice, one less under a water token in attack; none without a card (§7, R12, R15)."""
    if skill is None:
        return 0
    wet = use == "attack" and hero.tokens.get("water", 0) > 0
    return max(0, skill.dice - wet)


def token_bonus(tokens: Counts, use: Use) -> int:
    return tokens.get("attack", 0) if use == "attack" else tokens.get("defence", 0) + tokens.get("earth", 0)


def token_cost(tokens: Counts, use: Use) -> Counts:
    """The tokens that an attack or a defence uses up (R12, R35)."""
    if use == "attack":
        return spent(attack=tokens.get("attack", 0), water=min(1, tokens.get("water", 0)))
    return spent(defence=tokens.get("defence", 0), earth=min(1, tokens.get("earth", 0)))


def hero_total(hero: Hero, skill: Skill | None, use: Use, faces: tuple[int, ...]) -> int:
    """Dice, the card's bonus, the stat it decides with gear, and tokens (§7)."""
    bonus = skill.bonus if skill else 0
    return sum(faces) + bonus + stat(hero, skill_stat(skill, use)) + token_bonus(hero.tokens, use)


def foe_throws(state: State, act: Act, foe: Foe, use: Use, against: int | None = None) -> Throw:
    """The monster's dice with what mana it has well spent; in defence not once it loses nothing (R26)."""
    added = foe_added(state, foe, use)
    faces, mana = _thrown(act, foe, use), foe_mana(foe)
    spend = Purse(state, act, mana)
    while against is None or sum(faces) + added < against:
        more = spend.on(faces)
        if more is None:
            break
        faces = more
    return Throw(tuple(faces), sum(faces) + added, mana - spend.mana, token_cost(foe.tokens, use))


def foe_dice(foe: Foe, use: Use) -> int:
    """A monster's dice, one less under a water token in attack."""
    row = BOOK.creature(foe.card)
    wet = use == "attack" and foe.tokens.get("water", 0) > 0
    return max(0, (row.attack_dice if use == "attack" else row.defence_dice) - wet)


def foe_added(state: State, foe: Foe, use: Use) -> int:
    """What a monster adds to them: its own figure, gear and tokens."""
    return foe_bonus(state, foe, use) + token_bonus(foe.tokens, use)


def _thrown(act: Act, foe: Foe, use: Use) -> list[int]:
    number = foe_dice(foe, use)
    roll = act.roll(f"foe_{use}", number, D6) if number else None
    return [int(face) for face in roll.faces] if roll else []


class Purse:
    """A monster's mana in one roll: weak dice again, the weakest first; then one more die."""

    def __init__(self, state: State, act: Act, mana: int) -> None:
        self.act, self.mana, self.rolls, self.has_added = act, mana, 0, False
        self.reroll, self.more = house_int(state, "reroll_cost"), house_int(state, "added_cost")

    def on(self, faces: list[int]) -> list[int] | None:
        """The faces after one use of mana; None where none is worth it."""
        if faces and min(faces) <= WEAK and self.mana >= self.reroll:
            self.mana, weakest = self.mana - self.reroll, faces.index(min(faces))
            return [*faces[:weakest], self._die(), *faces[weakest + 1 :]]
        if faces and not self.has_added and self.mana >= self.more:
            self.mana, self.has_added = self.mana - self.more, True
            return [*faces, self._die()]
        return None

    def _die(self) -> int:
        self.rolls += 1
        return self.act.roll(f"foe_mana_{self.rolls}", 1, D6).total
