"""Exact chances over dice with symbols: how many of a handful show some faces, which faces fall together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from fractions import Fraction
from functools import lru_cache
from math import comb, factorial, prod
from operator import mul
from typing import TypeAlias

from rules.kernel.dice import Die

Chances: TypeAlias = tuple[float, ...]
"""`chances[k]` is the probability of the number k; they sum to 1, each correct to the last bit but a few."""
Faces: TypeAlias = tuple[Fraction, ...]
"""The probability of each of some symbols on one die, exactly."""

KEPT = 4096


def share(die: Die, symbols: Collection[str]) -> Fraction:
    """The probability that one die shows one of these symbols."""
    return Fraction(sum(face in symbols for face in die.faces), len(die.faces))


def symbols(die: Die) -> dict[str, Fraction]:
    """Every symbol of a die with its probability, in the order of its faces."""
    return {symbol: Fraction(count, len(die.faces)) for symbol, count in Counter(die.faces).items()}


def certain(number: int) -> Chances:
    """It is this number, for sure."""
    return (*(0.0,) * number, 1.0)


@lru_cache(maxsize=KEPT)
def binomial(number: int, chance: Fraction) -> Chances:
    """How many of `number` dice show what one shows with `chance`."""
    hit, whole = chance.numerator, chance.denominator
    miss = whole - hit
    every = whole**number
    return tuple(comb(number, k) * hit**k * miss ** (number - k) / every for k in range(number + 1))


@lru_cache(maxsize=KEPT)
def handful(number: int, faces: Faces) -> tuple[tuple[tuple[int, ...], float], ...]:
    """Every way `number` dice may fall, as counts of each symbol, with its probability; `faces` sum to 1."""
    whole = prod(face.denominator for face in faces)
    weights = [int(face * whole) for face in faces]
    every = whole**number
    return tuple(
        (counts, _ways(counts) * prod(w**k for w, k in zip(weights, counts, strict=True)) / every)
        for counts in _splits(number, len(faces))
    )


def _ways(counts: tuple[int, ...]) -> int:
    return factorial(sum(counts)) // prod(map(factorial, counts))


def _splits(number: int, into: int) -> Iterator[tuple[int, ...]]:
    if into == 1:
        yield (number,)
        return
    for first in range(number + 1):
        for rest in _splits(number - first, into - 1):
            yield (first, *rest)


def gathered(outcomes: Collection[tuple[int, float]]) -> Chances:
    """The chances of numbers of which some may come twice."""
    found = [0.0] * (1 + max(number for number, _ in outcomes))
    for number, chance in outcomes:
        found[number] += chance
    return tuple(found)


def summed(left: Chances, right: Chances) -> Chances:
    """The sum of two numbers that do not depend on each other."""
    found = [0.0] * (len(left) + len(right) - 1)
    for a, p in enumerate(left):
        for b, q in enumerate(right):
            found[a + b] += p * q
    return tuple(found)


def mixed(weighted: Collection[tuple[float, Chances]]) -> Chances:
    """One of several, each with its weight; the weights sum to 1."""
    found = [0.0] * max(len(chances) for _, chances in weighted)
    for weight, chances in weighted:
        for number, chance in enumerate(chances):
            found[number] += weight * chance
    return tuple(found)


def mean(chances: Chances, most: int | None = None) -> float:
    """The number to expect; what lies above `most` counts as `most`."""
    if most is None or most >= len(chances):
        return float(sum(map(mul, chances, range(len(chances)))))
    return float(sum(map(mul, chances, range(most))) + most * sum(chances[most:]))
