"""Finds the rulesets: every folder beside the kernel, checked at start."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import Any

import rules
from rules.kernel.ruleset import Ruleset


class RulesetError(Exception):
    """A folder under `rules/` that is no working ruleset."""


@cache
def rulesets() -> dict[str, Ruleset[Any]]:
    """Every ruleset by key; raises RulesetError naming the first folder that is broken."""
    names = sorted(module.name for module in pkgutil.iter_modules(rules.__path__) if module.ispkg)
    return {name: _load(name) for name in names if name != "kernel"}


def _load(name: str) -> Ruleset[Any]:
    try:
        found = importlib.import_module(f"rules.{name}").RULESET
    except Exception as error:
        raise RulesetError(f"rules/{name}: {error}") from error
    if not isinstance(found, Ruleset) or found.key != name:
        raise RulesetError(f"rules/{name}: RULESET must be a Ruleset with the key {name!r}")
    return found


def ruleset(key: str) -> Ruleset[Any]:
    """The ruleset of that key; KeyError where there is none."""
    return rulesets()[key]
