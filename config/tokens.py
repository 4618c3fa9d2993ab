"""The colours of the style sheet, for what is no style sheet."""

import re
from functools import cache
from pathlib import Path

FILE = Path(__file__).resolve().parent.parent / "static" / "css" / "tokens.css"
COLOUR = re.compile(r"--(\w+):\s*(#[0-9a-f]{6})\b")


@cache
def tokens() -> dict[str, str]:
    """By name, as the dark table has them, which comes first."""
    found: dict[str, str] = {}
    for name, colour in COLOUR.findall(FILE.read_text()):
        found.setdefault(name, colour)
    return found
