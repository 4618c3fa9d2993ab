"""Every address the site answers, discovered from its URL table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from django.urls import get_resolver

ARGUMENT = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>[^)]*\)")
WHOLE = "IntConverter"
Values = dict[str, list[str]]


@dataclass(frozen=True)
class Route:
    """`pattern` is how it stands in the table, `names` what is to be filled in: `number` the whole is `number:int`."""

    pattern: str
    name: str
    names: tuple[str, ...]

    @property
    def is_api(self) -> bool:
        return self.pattern.startswith("api/")

    @property
    def is_of_campaign(self) -> bool:
        return "campaign_id" in self.names

    def addresses(self, values: Values) -> Iterator[str]:
        """One for each way to fill it in. A KeyError names what the test has not been taught yet."""
        for chosen in product(*(values[name] for name in self.names)):
            told = iter(chosen)
            yield "/" + ARGUMENT.sub(lambda _match, told=told: next(told), self.pattern)  # type: ignore[misc]


def routes() -> list[Route]:
    found = list(_walk(get_resolver().url_patterns, ""))
    assert len(found) > 80
    return found


def _walk(patterns: Iterable[Any], before: str) -> Iterator[Route]:
    for one in patterns:
        pattern = before + re.sub(r"[\^$]|\\Z", "", str(one.pattern))
        if hasattr(one, "url_patterns"):
            yield from _walk(one.url_patterns, pattern)
        else:
            yield Route(pattern, one.name or pattern, tuple(_names(pattern)))


def _names(pattern: str) -> Iterator[str]:
    for kind, plain, named in re.findall(r"<(?:(\w+):)?(\w+)>|\(\?P<(\w+)>[^)]*\)", pattern):
        name = plain or named
        yield f"{name}:int" if kind == "int" else name
