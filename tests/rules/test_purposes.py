"""Every roll that a rulebook asks for is named in the reader's words."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import rules
from rules.kernel import throwing
from rules.kernel.content import read_toml
from rules.kernel.registry import rulesets
from rules.kernel.ruleset import Ruleset
from rules.kernel.text import LANGUAGES

ROOT = Path(rules.__path__[0])
NUMBERED = re.compile(r"\d+$")
of_every_rulebook = pytest.mark.parametrize(
    "ruleset", rulesets().values(), ids=lambda ruleset: str(ruleset.key)
)


def thrown_in_scenarios(key: str) -> set[str]:
    """The purposes of the dice that the scenarios throw."""
    files = (ROOT / key / "scenarios").glob("*.toml")
    scenarios = [row for file in files for row in read_toml(file)["scenario"]]
    steps = [step for row in scenarios for step in (*row.get("given", ()), row["when"])]
    return {roll["for"] for step in steps for roll in step.get("rolls", ())}


def families(purposes: Iterable[str]) -> set[str]:
    """`gear_1` to `gear_4` are one purpose, asked for several times."""
    return {NUMBERED.sub("", purpose) for purpose in purposes}


def written_in_code(key: str) -> set[str]:
    """The purposes that the modules of the ruleset write out."""
    calls = [
        node
        for file in (ROOT / key).glob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "roll"
    ]
    first = [call.args[0] for call in calls if call.args]
    return {arg.value for arg in first if isinstance(arg, ast.Constant) and isinstance(arg.value, str)}


@of_every_rulebook
def test_every_purpose_in_the_code_has_a_name(ruleset: Ruleset[Any]) -> None:
    assert written_in_code(ruleset.key) - ruleset.rolls.keys() == set()


@of_every_rulebook
def test_every_purpose_of_a_scenario_has_a_name_and_every_name_a_scenario(ruleset: Ruleset[Any]) -> None:
    """Free throws of each die are the kernel's, which tests them."""
    free = throwing.purposes((*ruleset.dice, *ruleset.piles)).keys()
    thrown = thrown_in_scenarios(ruleset.key)
    assert thrown
    assert ruleset.rolls.keys() >= thrown
    assert families(thrown | free) >= families(ruleset.rolls)


@of_every_rulebook
def test_the_names_of_rolls_are_said_in_both_languages(ruleset: Ruleset[Any]) -> None:
    assert all(name.in_(language) for name in ruleset.rolls.values() for language in LANGUAGES)
