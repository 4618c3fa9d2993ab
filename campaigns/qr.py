"""A QR code as the outline of its dark squares, for an SVG without styles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from qrcode.constants import ERROR_CORRECT_M
from qrcode.main import QRCode

QUIET = 4
"""Squares that stay light around it."""


@dataclass(frozen=True)
class Drawing:
    """`path` fills the dark squares of a picture that is `size` squares wide and high."""

    size: int
    path: str


def qr(text: str) -> Drawing:
    code: QRCode = QRCode(error_correction=ERROR_CORRECT_M, border=0)
    code.add_data(text)
    code.make(fit=True)
    rows = code.get_matrix()
    path = "".join(_dark(y + QUIET, row) for y, row in enumerate(rows))
    return Drawing(len(rows) + 2 * QUIET, path)


def _dark(y: int, row: Iterable[bool | None]) -> str:
    return "".join(f"M{x + QUIET} {y}h{wide}v1h-{wide}z" for x, wide in _runs(row))


def _runs(row: Iterable[bool | None]) -> Iterator[tuple[int, int]]:
    """Where dark squares begin, and how many there are."""
    x = 0
    for is_dark, squares in groupby(map(bool, row)):
        wide = len(list(squares))
        if is_dark:
            yield x, wide
        x += wide
