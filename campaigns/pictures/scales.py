"""Where a number stands on a picture, and which round numbers to write beside it."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, log10

STEPS = (1, 2, 5, 10)


@dataclass(frozen=True)
class Scale:
    """Numbers from `low` to `high` lie between `start` and `end` of the picture."""

    low: float
    high: float
    start: float
    end: float

    def at(self, number: float) -> float:
        span = self.high - self.low
        share = (number - self.low) / span if span else 0.0
        return round(self.start + share * (self.end - self.start), 1)


def ticks(low: float, high: float, most: int = 5) -> list[int]:
    """Round whole numbers that reach from at most `low` to at least `high`."""
    step = _step(max(1.0, high - low), most)
    return list(range(floor(low / step) * step, (ceil(high / step) + 1) * step, step))[: most + 2]


def _step(span: float, most: int) -> int:
    """The least of 1, 2, 5, 10, 20 … that makes at most so many steps."""
    size = 10 ** floor(log10(span / most)) if span > most else 1
    return next(int(step * size) for step in STEPS if step * size * most >= span and step * size >= 1)


def scale(low: float, high: float, start: float, end: float) -> tuple[Scale, list[int]]:
    """A scale that ends at round numbers, and these."""
    marks = ticks(low, high)
    while len(marks) > 2 and marks[-2] >= high:
        marks.pop()
    return Scale(marks[0], marks[-1], start, end), marks


def every(number: int, most: int) -> int:
    """Label each so-manieth of `number` places, lest more than `most` labels crowd."""
    return max(1, ceil(number / most))
