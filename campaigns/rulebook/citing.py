"""`§8.1, R20`: what a source names, word by word."""

from __future__ import annotations

import re

PLACE = re.compile(r"§(?:[IVX]+|\d+(?:\.\d+)?)|R\d+")


def cited(source: str) -> tuple[str, ...]:
    """The places named, once each, in order."""
    return tuple(dict.fromkeys(PLACE.findall(source)))
