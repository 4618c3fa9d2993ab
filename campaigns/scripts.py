"""Games that a rulebook tells as commands, to be played: its demo, what a bench plays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import rules
from rules.kernel.content import read_toml
from rules.kernel.registry import rulesets

DEMO = "demo.toml"


def scripts(file: str) -> dict[str, dict[str, Any]]:
    """By rulebook, those that have such a file."""
    places = [(key, Path(folder) / key / file) for key in rulesets() for folder in rules.__path__]
    return {key: read_toml(place) for key, place in places if place.exists()}


def named(value: Any, names: dict[str, str]) -> Any:
    """The value with the names of heroes turned into their keys."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [named(item, names) for item in value]
    if isinstance(value, dict):
        return {names.get(key, key): named(item, names) for key, item in value.items()}
    return value
