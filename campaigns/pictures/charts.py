"""Charts as plain shapes, which a template draws as SVG. Series differ by shape, dash and pattern as much as by colour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.formats import number_format

from campaigns.pictures.scales import Scale, every, scale

WIDTH, HEIGHT = 320, 210
LEFT, RIGHT, TOP, BOTTOM = 48, 312, 12, 182
ROW, BAR = 42, 14
"""The height of a row of a bar chart with its name, and of its bar."""
LABELS = 10
MANY = 24
"""More points than this are joined without a mark on each."""


@dataclass(frozen=True)
class Series:
    """One line or one colour: `values` by column. A hero has the same `style` in every chart."""

    name: str
    values: tuple[int, ...]
    style: int


@dataclass(frozen=True)
class Grid:
    """What a chart shows, which is a table too. `short` are the columns as an axis has room for them."""

    columns: tuple[str, ...]
    short: tuple[str, ...]
    series: tuple[Series, ...]

    @property
    def rows(self) -> list[tuple[str, tuple[int, ...], int]]:
        """By column: its name, the value of each series, their sum."""
        by_column = zip(*(one.values for one in self.series), strict=True)
        return [(name, values, sum(values)) for name, values in zip(self.columns, by_column, strict=True)]

    @property
    def most(self) -> int:
        return max((sum(one) for _, one, _ in self.rows), default=0)


@dataclass(frozen=True)
class Mark:
    """A word at a place: on an axis, at the end of a bar."""

    x: float
    y: float
    text: str


@dataclass(frozen=True)
class Point:
    x: float
    y: float
    text: str


@dataclass(frozen=True)
class Line:
    style: int
    path: str
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Block:
    """A part of a bar."""

    style: int
    x: float
    y: float
    width: float
    height: float
    text: str


@dataclass(frozen=True, kw_only=True)
class Chart:
    """`rules` are lines across with their number, `below` the words of the other axis."""

    grid: Grid
    height: int = HEIGHT
    rules: tuple[Mark, ...] = ()
    below: tuple[Mark, ...] = ()
    lines: tuple[Line, ...] = ()
    blocks: tuple[Block, ...] = ()
    ends: tuple[Mark, ...] = ()
    is_sideways: bool = False
    width: int = WIDTH
    left: int = LEFT
    right: int = RIGHT
    bottom: int = BOTTOM

    @property
    def legend(self) -> list[tuple[int, str]]:
        return [(one.style, one.name) for one in self.grid.series]


def say(number: int) -> str:
    """As the reader's language writes it."""
    return str(number_format(number, use_l10n=True, force_grouping=True)).replace("-", "\N{MINUS SIGN}")


def lines(grid: Grid) -> Chart:
    """A line for each series through its values."""
    values = [value for one in grid.series for value in one.values]
    up, marks = scale(min(0, *values), max(1, *values), BOTTOM, TOP)
    across = Scale(0, max(1, len(grid.columns) - 1), LEFT + 6, RIGHT - 6)
    drawn = tuple(_line(one, grid, across, up) for one in grid.series)
    return Chart(grid=grid, lines=drawn, rules=_rules(marks, up), below=_below(grid, across))


def _line(one: Series, grid: Grid, across: Scale, up: Scale) -> Line:
    points = tuple(
        Point(across.at(x), up.at(value), f"{one.name}, {name}: {say(value)}")
        for x, (name, value) in enumerate(zip(grid.columns, one.values, strict=True))
    )
    path = " ".join(f"{point.x},{point.y}" for point in points)
    return Line(one.style, path, points if len(points) <= MANY else points[-1:])


def _rules(marks: Sequence[int], up: Scale) -> tuple[Mark, ...]:
    return tuple(Mark(LEFT - 6, up.at(number), say(number)) for number in marks)


def _below(grid: Grid, across: Scale) -> tuple[Mark, ...]:
    step = every(len(grid.short), LABELS)
    return tuple(Mark(across.at(x), BOTTOM + 18, name) for x, name in enumerate(grid.short) if x % step == 0)


def columns(grid: Grid) -> Chart:
    """A column for each place, the series piled up in it."""
    up, marks = scale(0, max(1, grid.most), BOTTOM, TOP)
    number = max(1, len(grid.columns))
    across = Scale(-0.5, number - 0.5, LEFT, RIGHT)
    wide = round(min(36.0, (RIGHT - LEFT) / number * 0.7), 1)
    blocks = tuple(
        Block(
            grid.series[at].style,
            round(across.at(x) - wide / 2, 1),
            up.at(low + value),
            wide,
            _tall(up, low, value),
            text,
        )
        for x, at, low, value, text in _piled(grid)
    )
    return Chart(grid=grid, blocks=blocks, rules=_rules(marks, up), below=_below(grid, across))


def _tall(up: Scale, low: int, value: int) -> float:
    return round(up.at(low) - up.at(low + value), 1)


def _piled(grid: Grid) -> list[tuple[int, int, int, int, str]]:
    """Each part of each column: column, series, what lies under it, its value, and in words."""
    found = []
    for x, (name, values, _) in enumerate(grid.rows):
        low = 0
        for at, value in enumerate(values):
            if value > 0:
                found.append((x, at, low, value, f"{grid.series[at].name}, {name}: {say(value)}"))
                low += value
    return found


def bars(grid: Grid) -> Chart:
    """A bar for each place, its name above it and its number at its end, the series one after another in it."""
    across = Scale(0, max(1, grid.most), 0, WIDTH - 48)
    height = ROW * len(grid.columns) + 4
    blocks = tuple(
        Block(grid.series[at].style, across.at(low), x * ROW + 22, max(2.0, across.at(value)), BAR, text)
        for x, at, low, value, text in _piled(grid)
    )
    names = tuple(Mark(0, x * ROW + 16, name) for x, name in enumerate(grid.columns))
    ends = tuple(
        Mark(across.at(total) + 7, x * ROW + 34, say(total)) for x, (_, _, total) in enumerate(grid.rows)
    )
    return Chart(grid=grid, height=height, blocks=blocks, below=names, ends=ends, is_sideways=True)
