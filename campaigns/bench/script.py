"""What a bench plays: the `bench.toml` of a rulebook, as commands."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import rules
from campaigns.answers import Plain
from rules.kernel.content import read_toml
from rules.kernel.registry import rulesets

FILE = "bench.toml"
Steps = list[Plain]


@dataclass(frozen=True, kw_only=True)
class Script:
    """`hero` is whose sheet is measured; `start` begins with those `alone`; every `evening` ends as it began; `odds` is a question."""

    ruleset: str
    hero: str
    alone: int
    shop: str
    crowd: Plain
    act: Plain
    start: Steps
    evening: Steps
    odds: dict[str, str]


def the_script() -> Script:
    """That of the first rulebook that has one."""
    files = {key: Path(folder) / key / FILE for key in rulesets() for folder in rules.__path__}
    key, file = next((key, file) for key, file in files.items() if file.exists())
    return Script(ruleset=key, **read_toml(file))


def named(value: Any, names: dict[str, str]) -> Any:
    """The value with the names of heroes turned into their keys."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [named(item, names) for item in value]
    if isinstance(value, dict):
        return {names.get(key, key): named(item, names) for key, item in value.items()}
    return value
