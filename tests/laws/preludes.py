"""Beginnings of walks: what the scenarios of a ruleset have led up to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import rules
from rules.kernel.content import read_toml
from rules.kernel.messages import Event

Steps = list[dict[str, Any]]


def brought(events: tuple[Event, ...]) -> str:
    """The key that a step's `as` names: of the figure, the creature or the effect on a monster it brought, else of its hero."""
    if isinstance(figures := getattr(events[0], "figures", None), tuple):
        return str(figures[0])
    found = (getattr(event, name, None) for event in events for name in ("companion", "aimed"))
    return next((key for key in found if key), None) or events[0].hero  # type: ignore[attr-defined, no-any-return]


def preludes(key: str) -> list[tuple[str, Steps]]:
    """The kind that each scenario of a ruleset accepts, and the steps that lead up to it."""
    files = [
        file
        for folder in rules.__path__
        for file in sorted((Path(folder) / key / "scenarios").glob("*.toml"))
    ]
    scenarios = [scenario for file in files for scenario in read_toml(file)["scenario"]]
    return [(s["when"]["kind"], s.get("given", [])) for s in scenarios if s["then"].get("accepted")]
