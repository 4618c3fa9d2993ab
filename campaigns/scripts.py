"""Games that a rulebook tells as commands, to be played: its demo, what a bench plays."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

import rules
from rules.kernel.content import read_toml
from rules.kernel.dice import Thrown
from rules.kernel.registry import rulesets

DEMO = "demo.toml"
BESIDE = ("as", "player", "rolls")
"""What stands in a step beside its command."""
BROUGHT = ("thing", "place", "foe", "hero")
"""The fields of events that name what a script may speak of later."""


def command_of(step: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in step.items() if name not in BESIDE}


def thrown(step: dict[str, Any]) -> tuple[Thrown, ...]:
    """The dice that fell on the table in this step."""
    return msgspec.convert(step.get("rolls", ()), tuple[Thrown, ...])


def brought(event: dict[str, Any]) -> str:
    """The key of what a step has brought into being, by its first event; of several figures the first."""
    if figures := event.get("figures"):
        return str(figures[0])
    return str(next(event[name] for name in BROUGHT if name in event))


def scripts(file: str) -> dict[str, dict[str, Any]]:
    """By rulebook, those that have such a file."""
    places = [(key, Path(folder) / key / file) for key in rulesets() for folder in rules.__path__]
    return {key: read_toml(place) for key, place in places if place.exists()}


def in_order() -> tuple[str, ...]:
    """The rulebooks as they are offered: before all the one whose demo says that it is the `sample`."""
    return _in_order(tuple(rulesets()))


@cache
def _in_order(keys: tuple[str, ...]) -> tuple[str, ...]:
    found = scripts(DEMO)
    return tuple(sorted(keys, key=lambda key: not found.get(key, {}).get("sample", False)))


def named(value: Any, names: dict[str, str]) -> Any:
    """The value with the names of heroes turned into their keys."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [named(item, names) for item in value]
    if isinstance(value, dict):
        return {names.get(key, key): named(item, names) for key, item in value.items()}
    return value
