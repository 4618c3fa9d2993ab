"""Times that can be compared on a machine that does other things too: short turns, taken in rounds."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter, process_time

Case = Callable[[], object]


@dataclass(frozen=True)
class Times:
    """Seconds of each case in each round: by the clock, and of the processor alone, which waits for no disk."""

    clock: dict[str, list[float]] = field(default_factory=dict)
    busy: dict[str, list[float]] = field(default_factory=dict)

    def take(self, name: str, case: Case) -> None:
        clock, busy = perf_counter(), process_time()
        case()
        self.clock.setdefault(name, []).append(perf_counter() - clock)
        self.busy.setdefault(name, []).append(process_time() - busy)

    def ratio(self, one: str, other: str) -> float:
        """The median over the rounds of how much longer `one` took than `other`."""
        return _ratio(self.clock[one], self.clock[other])

    def busy_ratio(self, one: str, other: str) -> float:
        return _ratio(self.busy[one], self.busy[other])

    def typical(self, name: str) -> float:
        return median(self.clock[name])


def _ratio(these: list[float], those: list[float]) -> float:
    return median(a / b for a, b in zip(these, those, strict=True))


def interleaved(cases: Mapping[str, Case], *, rounds: int) -> Times:
    """Every round begins with another case; garbage is collected in between."""
    names, times = list(cases), Times()
    for case in cases.values():
        case()
    for number in range(rounds):
        gc.collect(0)
        gc.disable()
        for name in names[number % len(names) :] + names[: number % len(names)]:
            times.take(name, cases[name])
        gc.enable()
    return times
