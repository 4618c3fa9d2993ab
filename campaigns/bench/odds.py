"""The odds of one fight: eight dice against eight, with every modifier that goes together."""

from __future__ import annotations

from time import perf_counter

from campaigns.bench.script import Script
from campaigns.bench.table import Figure
from rules.kernel.messages import Violation
from rules.kernel.registry import ruleset

ROUNDS = 200


class NoOddsError(Exception):
    """The question of the script has no answer."""


def figure(script: Script) -> Figure:
    """The best of many, since nothing but the processor is asked."""
    odds = ruleset(script.ruleset).odds
    if odds is None or isinstance(odds(script.odds), Violation):
        raise NoOddsError(script.ruleset)
    times = []
    for _ in range(ROUNDS):
        start = perf_counter()
        odds(script.odds)
        times.append(perf_counter() - start)
    mods = len(script.odds["mods"].split(","))
    plain = {name: value for name, value in script.odds.items() if name != "mods"}
    start = perf_counter()
    odds(plain)
    note = f"{mods} modifiers; {(perf_counter() - start) * 1000:.2f} ms without"
    return Figure("odds of 8 + 8 dice, all modifiers", min(times) * 1000, 1.0, unit="ms", note=note)
