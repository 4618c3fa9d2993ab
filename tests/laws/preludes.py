"""Beginnings of walks: what the scenarios of a ruleset have led up to."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

import rules
from rules.kernel.content import read_toml
from rules.kernel.messages import Event

Steps = list[dict[str, Any]]
BROUGHT = ("companion", "aimed", "foe", "shade", "thing", "place")
"""The fields of events that name what is no hero."""


def brought(events: tuple[Event, ...]) -> str:
    """The key that a step's `as` names: of the first thing of these that it brought, else of its hero."""
    return first_brought([msgspec.structs.asdict(event) for event in events])


def first_brought(events: Sequence[dict[str, Any]]) -> str:
    """The same of events as plain values."""
    if figures := events[0].get("figures"):
        return str(figures[0])
    found = (event.get(name) for event in events for name in BROUGHT)
    first = next((key for key in found if isinstance(key, str) and key), None)
    return first or str(events[0]["hero"])


def preludes(key: str) -> list[tuple[str, Steps]]:
    """The kind that each scenario of a ruleset accepts, and the steps that lead up to it."""
    files = [
        file
        for folder in rules.__path__
        for file in sorted((Path(folder) / key / "scenarios").glob("*.toml"))
    ]
    scenarios = [scenario for file in files for scenario in read_toml(file)["scenario"]]
    return [(s["when"]["kind"], s.get("given", [])) for s in scenarios if s["then"].get("accepted")]
