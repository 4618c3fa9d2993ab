"""The tokens of the design, read from the file that decides them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from django.conf import settings

TOKEN = re.compile(r"--([\w-]+):([^;{}]+);")
BOTH = re.compile(r"light-dark\((?P<light>[^,()]+),(?P<dark>[^,()]+)\)")


@dataclass(frozen=True)
class Token:
    """`light` and `dark` are the same where it does not depend on the light."""

    name: str
    light: str
    dark: str

    @property
    def is_colour(self) -> bool:
        return self.light.startswith("#")


@cache
def tokens() -> tuple[Token, ...]:
    """All of them as first decided, in their order."""
    text = (settings.BASE_DIR / "static" / "css" / "tokens.css").read_text()
    found: dict[str, Token] = {}
    for name, value in TOKEN.findall(text):
        both = BOTH.fullmatch(value)
        light, dark = both.group("light", "dark") if both else (value, value)
        found.setdefault(name, Token(name, light, dark))
    return tuple(found.values())


def colours() -> list[Token]:
    return [one for one in tokens() if one.is_colour]


def named(beginning: str) -> list[Token]:
    """Those whose name begins so: `t-`, the sizes of type."""
    return [one for one in tokens() if re.fullmatch(rf"{beginning}\w*", one.name)]


def by_candle() -> dict[str, str]:
    """The colours of the dark table by name, for what is no style sheet."""
    return {one.name: one.dark for one in colours()}
