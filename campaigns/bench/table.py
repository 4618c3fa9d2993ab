"""The figures and how they are shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A value and what it should be: at most `aim`, or at least, or anything where it is None."""

    name: str
    value: float
    aim: float | None = None
    unit: str = "×"
    at_least: bool = False
    note: str = ""

    @property
    def is_met(self) -> bool:
        if self.aim is None:
            return True
        return self.value >= self.aim if self.at_least else self.value <= self.aim

    def cells(self) -> tuple[str, ...]:
        sign = "≥" if self.at_least else "≤"
        aim = "" if self.aim is None else f"{sign} {shown(self.aim, self.unit)}"
        verdict = (
            "" if self.aim is None else "ok" if self.is_met else "over" if not self.at_least else "under"
        )
        return self.name, shown(self.value, self.unit), aim, verdict, self.note


def shown(value: float, unit: str) -> str:
    number = f"{value:.2f}" if unit in ("×", "s", "ms") else f"{value:.0f}"
    return f"{number} {unit}".strip()


def lined_up(figures: Iterable[Figure]) -> str:
    rows = [("figure", "value", "aim", "", ""), *(figure.cells() for figure in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(line.rstrip() for line in lines)
