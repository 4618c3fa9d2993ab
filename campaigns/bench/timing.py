"""Times that can be compared on a machine that does other things too: short turns, taken in rounds."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from time import perf_counter

Case = Callable[[], object]
Times = dict[str, list[float]]


def interleaved(cases: Mapping[str, Case], *, rounds: int, turns: int = 1) -> Times:
    """Seconds of each case in each round. Every round begins with another case; garbage is collected in between."""
    names = list(cases)
    times: Times = {name: [] for name in names}
    for case in cases.values():
        case()
    for number in range(rounds):
        gc.collect(0)
        gc.disable()
        for name in names[number % len(names) :] + names[: number % len(names)]:
            start = perf_counter()
            for _ in range(turns):
                cases[name]()
            times[name].append((perf_counter() - start) / turns)
        gc.enable()
    return times


def ratio(times: Times, one: str, other: str) -> float:
    """The median over the rounds of how much longer `one` took than `other`."""
    return median(a / b for a, b in zip(times[one], times[other], strict=True))


def typical(seconds: Sequence[float]) -> float:
    return median(seconds)
