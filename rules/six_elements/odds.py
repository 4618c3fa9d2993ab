"""The chances of a whole fight, exactly, without mana, items and tokens: round by round until one of the two is down (§7)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rules.kernel.distribution import Chances, summed
from rules.six_elements.book import BOOK, RANKS, RARITIES
from rules.six_elements.content_types import Monster

DIE: Chances = (0.0, *(1 / 6,) * 6)
LONGEST = 60
"""Rounds after which a fight that nobody wins counts as lost."""
KEPT = 4096
Throw = tuple[int, int]
"""Dice, and what is added to them."""


@dataclass(frozen=True)
class Build:
    """A fighter: what is left of the body, and what attack and defence throw."""

    body: int
    attack: Throw
    defence: Throw


@lru_cache(maxsize=KEPT)
def sums(number: int) -> Chances:
    """The sum of so many dice."""
    chances: Chances = (1.0,)
    for _ in range(number):
        chances = summed(chances, DIE)
    return chances


@lru_cache(maxsize=KEPT)
def damage(attack: Throw, defence: Throw) -> Chances:
    """The points one exchange takes: the difference of both totals, 0 at least (§7)."""
    found: dict[int, float] = {}
    for a, p in enumerate(sums(attack[0])):
        for d, q in enumerate(sums(defence[0])):
            points = max(0, a + attack[1] - d - defence[1])
            found[points] = found.get(points, 0.0) + p * q
    return tuple(found.get(points, 0.0) for points in range(max(found) + 1))


def duel(one: Build, other: Build) -> float:
    """The chance of the one, who strikes first, to outlast the other; they alternate (R24)."""
    hits, struck = damage(one.attack, other.defence), damage(other.attack, one.defence)
    alive: dict[tuple[int, int], float] = {(one.body, other.body): 1.0}
    won = 0.0
    for number in range(LONGEST):
        mine = number % 2 == 0
        after: dict[tuple[int, int], float] = {}
        for (own, theirs), chance in alive.items():
            for points, share in enumerate(hits if mine else struck):
                left = (own, theirs - points) if mine else (own - points, theirs)
                if left[1] <= 0:
                    won += chance * share
                elif left[0] > 0:
                    after[left] = after.get(left, 0.0) + chance * share
        alive = after
    return won


def average(row: Monster) -> Build:
    """A monster with the average of the equipment its rank draws (§13); a boss bears none."""
    gear = {what: _mean(row.rarity, what) for what in ("attack", "defence", "magic", "body")}
    attack, defence = ("magic", "magic") if row.casts else ("attack", "defence")
    return Build(
        body=row.body + gear["body"],
        attack=(row.attack_dice, row.attack + gear[attack]),
        defence=(row.defence_dice, row.defence + gear[defence]),
    )


def _mean(rarity: str, what: str) -> int:
    if rarity not in RARITIES:
        return 0
    pieces = [piece for piece in BOOK.equipment.values() if piece.rarity == rarity]
    return round(RANKS[rarity] * sum(int(getattr(piece, what)) for piece in pieces) / len(pieces))
