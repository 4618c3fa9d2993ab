"""A line chart as SVG, drawn here: one line for each name over the same points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 260, 44, 118, 12, 26
STEPS = 4
TONES = ("bad", "mind", "good", "fire", "dark", "gold", "water", "edge")
"""Colours of the lines by their names among the site's, over and over where there are more lines."""
DASHES = ("", "7 4", "2 3", "10 3 2 3")
"""Tellable apart without colour: each next line is broken otherwise."""
CLOSE = 13
"""Names at the end of lines stand at least so far apart."""


@dataclass(frozen=True)
class Line:
    name: str
    path: str
    tone: str
    dashes: str
    y: float


def curves(
    title: str, points: Sequence[str], lines: Sequence[tuple[str, Sequence[int | None]]]
) -> SafeString:
    """`points` name what is along the bottom; a value of None is before the line begins or after it ends."""
    most = ceiling(max((value for _, values in lines for value in values if value), default=1))
    drawn = [line(place, name, values, most) for place, (name, values) in enumerate(lines)]
    steps = [(round(y_of(most * step / STEPS, most), 1), most * step // STEPS) for step in range(STEPS + 1)]
    context = {"title": title, "lines": spread(drawn), "steps": steps, "marks": marks(points)}
    box = {"width": WIDTH, "height": HEIGHT, "left": LEFT, "right": WIDTH - RIGHT}
    return render_to_string("tasks/paper/_curves.html", context | box)


def ceiling(most: int) -> int:
    """The next round number that the steps divide."""
    size = int(10 ** max(0, len(str(most)) - 2)) * STEPS
    return -(-most // size) * size


def line(place: int, name: str, values: Sequence[int | None], most: int) -> Line:
    known = [
        (x_of(at, len(values)), y_of(value, most)) for at, value in enumerate(values) if value is not None
    ]
    path = " ".join(f"{'L' if at else 'M'}{x:.1f} {y:.1f}" for at, (x, y) in enumerate(known))
    if len(known) == 1:
        path += " h1"
    tone, dashes = TONES[place % len(TONES)], DASHES[place % len(DASHES)]
    return Line(name, path, tone, dashes, known[-1][1] if known else y_of(0, most))


def spread(lines: list[Line]) -> list[tuple[Line, float]]:
    """Each line with where its name stands, from below."""
    found: list[tuple[Line, float]] = []
    last: float = HEIGHT - BOTTOM + CLOSE
    for one in sorted(lines, key=lambda one: -one.y):
        last = min(one.y, last - CLOSE)
        found.append((one, round(last + 4, 1)))
    return found


def marks(points: Sequence[str]) -> list[tuple[float, str]]:
    """A dozen of the points at most, with where they stand."""
    every = -(-len(points) // 12) or 1
    return [(round(x_of(at, len(points)), 1), name) for at, name in enumerate(points) if at % every == 0]


def x_of(at: int, count: int) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * at / max(1, count - 1)


def y_of(value: float, most: int) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * max(0.0, value) / most
