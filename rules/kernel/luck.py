"""Whether dice fell as fair dice do, and whether somebody was luckier than chance alone makes people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache, reduce
from math import erfc, exp, factorial, gamma, sqrt
from typing import Literal, TypeAlias

import msgspec

from rules.kernel.counting import score
from rules.kernel.dice import Die
from rules.kernel.distribution import Chances, summed, symbols

ENOUGH = 20
"""With fewer throws nothing is said."""
EXACT = 60
"""Up to so many dice of a kind the chances are summed one by one; more of them follow the normal curve."""
LEVEL, STRICT = 0.05, 0.01

Verdict: TypeAlias = Literal["too_few", "usual", "lucky", "very_lucky", "unlucky", "very_unlucky"]


class Fallen(msgspec.Struct, frozen=True):
    """A face fell so often, in the hope that `aim` (the key of one) says."""

    die: Die
    aim: str
    face: str
    times: int


class Luck(msgspec.Struct, frozen=True):
    """`score` of all throws with a hope beside what is `expected`; `beaten` is the share of fair throwers who do worse."""

    throws: int
    score: int
    expected: float
    beaten: float

    @property
    def verdict(self) -> Verdict:
        if self.throws < ENOUGH:
            return "too_few"
        worse, better = self.beaten, 1 - self.beaten
        if min(worse, better) > LEVEL:
            return "usual"
        if better <= LEVEL:
            return "very_lucky" if better <= STRICT else "lucky"
        return "very_unlucky" if worse <= STRICT else "unlucky"


class Fairness(msgspec.Struct, frozen=True):
    """`chance`: how often fair dice fall at least as unevenly as these (chi-square); None with too few throws."""

    throws: int
    chance: float | None

    @property
    def is_odd(self) -> bool:
        return self.chance is not None and self.chance <= LEVEL


class Spread(msgspec.Struct, frozen=True):
    """The sum of some dice: chances from `low` on, or none where mean and variance have to do."""

    mean: float
    variance: float
    low: int = 0
    chances: Chances = ()


def luck(fallen: Iterable[Fallen]) -> Luck:
    """Of the throws that hope for something; the others are no luck and no misfortune."""
    throws: dict[tuple[tuple[str, ...], str], int] = {}
    total = 0
    for one in fallen:
        points = score(one.aim, one.die.faces, one.face)
        if points is not None:
            kind = one.die.faces, one.aim
            throws[kind] = throws.get(kind, 0) + one.times
            total += points * one.times
    spreads = [spread(*kind, number) for kind, number in throws.items()]
    whole = reduce(_both, spreads, Spread(0.0, 0.0, 0, (1.0,)))
    return Luck(sum(throws.values()), total, whole.mean, beaten(whole, total))


@lru_cache(maxsize=1024)
def spread(faces: tuple[str, ...], aim: str, number: int) -> Spread:
    """The sum of the points of so many dice."""
    points = [score(aim, faces, face) or 0 for face in faces]
    low, mean = min(points), sum(points) / len(points)
    variance = sum((point - mean) ** 2 for point in points) / len(points)
    if number > EXACT:
        return Spread(number * mean, number * variance)
    one = tuple(points.count(point) / len(points) for point in range(low, max(points) + 1))
    chances = reduce(summed, [one] * number)
    return Spread(number * mean, number * variance, number * low, chances)


def _both(left: Spread, right: Spread) -> Spread:
    exact = left.chances and right.chances and len(left.chances) * len(right.chances) <= 100_000
    chances = summed(left.chances, right.chances) if exact else ()
    return Spread(left.mean + right.mean, left.variance + right.variance, left.low + right.low, chances)


def beaten(spread: Spread, total: int) -> float:
    """The chance of less than `total`, and half of that of exactly as much."""
    if spread.chances:
        at = total - spread.low
        return sum(spread.chances[:at]) + spread.chances[at] / 2
    return erfc((spread.mean - total) / sqrt(2 * spread.variance)) / 2


def fairness(die: Die, faces: Mapping[str, int]) -> Fairness:
    """Every symbol beside how often fair dice show it; there must be five to expect of each."""
    throws = sum(faces.values())
    expected = {face: float(share) * throws for face, share in symbols(die).items()}
    if throws < ENOUGH or len(expected) < 2 or min(expected.values()) < 5:
        return Fairness(throws, None)
    away = sum((faces.get(face, 0) - wanted) ** 2 / wanted for face, wanted in expected.items())
    return Fairness(throws, beyond(away, len(expected) - 1))


def beyond(away: float, degrees: int) -> float:
    """The chance that chi-square of so many degrees of freedom comes to `away` or more, in closed form."""
    half = away / 2
    if degrees % 2 == 0:
        return float(exp(-half) * sum(half**k / factorial(k) for k in range(degrees // 2)))
    rest = sum(half ** (k - 0.5) / gamma(k + 0.5) for k in range(1, (degrees + 1) // 2))
    return float(erfc(sqrt(half)) + exp(-half) * rest)
