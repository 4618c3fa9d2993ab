"""Every roll that the rules ask for is named in the reader's words (§IV, §5.2, §6.4)."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import ClassVar

import pytest

import rules
from rules.heroquest_evolution import RULESET
from rules.heroquest_evolution.purposes import ROLLS
from rules.kernel.content import read_toml
from rules.kernel.dice import Die, Roll, TableDice
from rules.kernel.text import LANGUAGES
from tests.laws import walking
from tests.laws.preludes import preludes

FOLDER = Path(rules.__path__[0]) / RULESET.key


def thrown_in_scenarios() -> set[str]:
    """The purposes of the dice that the scenarios throw."""
    scenarios = [row for file in FOLDER.glob("scenarios/*.toml") for row in read_toml(file)["scenario"]]
    steps = [step for row in scenarios for step in (*row.get("given", ()), row["when"])]
    return {roll["for"] for step in steps for roll in step.get("rolls", ())}


def written_in_code() -> set[str]:
    """The purposes that the modules of the ruleset write out."""
    calls = [
        node
        for file in FOLDER.glob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "roll"
    ]
    first = [call.args[0] for call in calls if call.args]
    return {arg.value for arg in first if isinstance(arg, ast.Constant) and isinstance(arg.value, str)}


def test_every_purpose_in_the_code_has_a_name() -> None:
    assert written_in_code() - ROLLS.keys() == set()


def test_every_purpose_of_a_scenario_has_a_name_and_every_name_a_scenario() -> None:
    assert thrown_in_scenarios() == ROLLS.keys()


class Listening(TableDice):
    """Remembers what it was asked for; the app throws what the table did not."""

    asked: ClassVar[set[str]] = set()

    def roll(self, purpose: str, number: int, die: Die) -> Roll:
        self.asked.add(purpose)
        return super().roll(purpose, number, die)


def test_what_leads_up_to_the_scenarios_asks_for_no_other_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walking, "TableDice", Listening)
    for _, steps in preludes(RULESET.key):
        if any("rolls" in step for step in steps):
            walking.Walk(RULESET, 1, steps)
    assert Listening.asked
    assert Listening.asked - ROLLS.keys() == set()


def test_the_names_are_the_rulesets_own_and_said_in_both_languages() -> None:
    assert RULESET.rolls == ROLLS
    assert all(name.in_(language) for name in ROLLS.values() for language in LANGUAGES)
