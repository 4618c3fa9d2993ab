"""A line chart as SVG, drawn here: one line for each name over the same points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from campaigns.pictures.scales import Scale, every, scale

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 260, 44, 118, 12, 26
NAMED = 12
"""Points that have their name below, at most."""
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
    most = max((value for _, values in lines for value in values if value), default=1)
    up, rounds = scale(0, most, HEIGHT - BOTTOM, TOP)
    across = Scale(0, max(1, len(points) - 1), LEFT, WIDTH - RIGHT)
    drawn = [line(place, name, values, across, up) for place, (name, values) in enumerate(lines)]
    context = {
        "title": title,
        "lines": spread(drawn),
        "steps": [(up.at(number), number) for number in rounds],
        "marks": [(across.at(at), points[at]) for at in range(0, len(points), every(len(points), NAMED))],
    }
    box = {"width": WIDTH, "height": HEIGHT, "left": LEFT, "right": WIDTH - RIGHT}
    return render_to_string("tasks/paper/_curves.html", context | box)


def line(place: int, name: str, values: Sequence[int | None], across: Scale, up: Scale) -> Line:
    known = [(across.at(at), up.at(value)) for at, value in enumerate(values) if value is not None]
    path = " ".join(f"{'L' if at else 'M'}{x:.1f} {y:.1f}" for at, (x, y) in enumerate(known))
    if len(known) == 1:
        path += " h1"
    tone, dashes = TONES[place % len(TONES)], DASHES[place % len(DASHES)]
    return Line(name, path, tone, dashes, known[-1][1] if known else up.at(0))


def spread(lines: list[Line]) -> list[tuple[Line, float]]:
    """Each line with where its name stands, from below."""
    found: list[tuple[Line, float]] = []
    last: float = HEIGHT - BOTTOM + CLOSE
    for one in sorted(lines, key=lambda one: -one.y):
        last = min(one.y, last - CLOSE)
        found.append((one, round(last + 4, 1)))
    return found
