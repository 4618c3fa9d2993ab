"""Runs the `[[scenario]]` files of every ruleset: given, when, then."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

import rules
from rules.kernel.content import read_toml
from rules.kernel.dice import Act, NoDice, TableDice, Thrown
from rules.kernel.messages import Event, Violation, kind_of
from rules.kernel.offers import Viewer
from rules.kernel.registry import rulesets
from rules.kernel.ruleset import Ruleset
from tests.laws.preludes import brought

RULE = re.compile(r"^(§[IVX\d]+(\.\d+)?|R\d+)(, (§[IVX\d]+(\.\d+)?|R\d+))*$")
GM = Viewer("gm", "s1")
LEAST = 40
"""Examples of a rulebook; one for each command do for a small one."""
SMALL = 12
"""Commands of a small one."""


def _files(key: str) -> list[Path]:
    return [
        file
        for folder in rules.__path__
        for file in sorted((Path(folder) / key / "scenarios").glob("*.toml"))
    ]


def scenarios(key: str) -> list[dict[str, Any]]:
    """Those of one ruleset, `file` beside each."""
    return [
        {"file": file.stem, **scenario} for file in _files(key) for scenario in read_toml(file)["scenario"]
    ]


def _scenarios() -> list[Any]:
    return [
        pytest.param(rulesets()[key], one, id=f"{key}/{one['file']}: {one['name']}")
        for key in rulesets()
        for one in scenarios(key)
    ]


def kinds(key: str) -> set[str]:
    """The commands that change the game."""
    return {kind_of(command) for command in rulesets()[key].commands if not command.aside}


def least(key: str) -> int:
    return LEAST if len(kinds(key)) > SMALL else len(kinds(key))


class Stage:
    """A state and the names that stand for keys: of heroes, creatures, effects on monsters."""

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        self.ruleset, self.state = ruleset, ruleset.initial()
        self.names: dict[str, str] = {}
        self.acts = 0

    def send(self, step: dict[str, Any]) -> tuple[Event, ...] | Violation:
        plain = {self._named(k): self._named(v) for k, v in step.items() if k not in ("as", "rolls")}
        thrown = tuple(msgspec.convert(roll, Thrown) for roll in step.get("rolls", ()))
        self.acts += 1
        command = self.ruleset.codec.command(plain)
        decision = self.ruleset.decide(
            self.state, command, Act(f"{self.acts:012x}".ljust(32, "0"), TableDice(thrown, NoDice()))
        )
        if not isinstance(decision, Violation):
            self._accept(step, decision)
        return decision

    def _accept(self, step: dict[str, Any], events: tuple[Event, ...]) -> None:
        self.state = self.ruleset.evolve_all(self.state, events)
        assert self.ruleset.audit(self.state) == ()
        if "as" in step:
            self.names[step["as"]] = brought(events)

    def _named(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.names.get(value, value)
        if isinstance(value, list):
            return [self._named(item) for item in value]
        if isinstance(value, dict):
            return {self._named(k): self._named(v) for k, v in value.items()}
        return value

    def fact(self, hero: str, path: str) -> Any:
        key = self.names[hero]
        sheet = self.ruleset.sheet(self.state, key, GM)
        assert sheet is not None, f"{hero} has no sheet"
        found: Any = msgspec.to_builtins(sheet.facts)
        if path.startswith("items."):
            return sum(
                item["quantity"] for item in found["items"] if item["key"] == path.removeprefix("items.")
            )
        if path in ("skills", "spells", "mercenaries", "effects"):
            return [row["key"] for row in found[path]]
        return _at(found, path)

    def board_fact(self, path: str) -> Any:
        path = ".".join(self.names.get(name, name) for name in path.split("."))
        return _at(msgspec.to_builtins(self.ruleset.board(self.state, GM).facts), path)


def _at(found: Any, path: str) -> Any:
    """What stands at `quest.round`; of a list the row of that key, and of a whole list its length at the end (`quest.foes.length`)."""
    for name in path.split("."):
        if isinstance(found, list):
            found = len(found) if name == "length" else next(row for row in found if row["key"] == name)
        else:
            found = found[name]
    return found


@pytest.mark.parametrize(("ruleset", "scenario"), _scenarios())
def test_scenario(ruleset: Ruleset[Any], scenario: dict[str, Any]) -> None:
    assert RULE.match(scenario["rule"]), "a scenario cites its rule"
    stage = Stage(ruleset)
    for step in scenario.get("given", ()):
        outcome = stage.send(step)
        assert not isinstance(outcome, Violation), (step, outcome)
    decision = stage.send(scenario["when"])
    _check_outcome(decision, scenario["then"])
    for event, wanted in zip(
        decision if isinstance(decision, tuple) else (),
        _renamed(stage, scenario.get("events", [])),
        strict=False,
    ):
        _check_event(event, wanted)
    if not isinstance(decision, Violation):
        assert len(decision) >= len(scenario.get("events", []))
    for line in scenario.get("sheet", ()):
        assert stage.fact(line["hero"], line["path"]) == line["is"], line
    for line in scenario.get("board", ()):
        assert stage.board_fact(line["path"]) == line["is"], line
    if "gone" in scenario:
        assert not {stage.names[name] for name in scenario["gone"]} & {
            s.key for s in ruleset.heroes(stage.state)
        }


def _renamed(stage: Stage, events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [stage._named(event) for event in events]


def _check_outcome(decision: tuple[Event, ...] | Violation, then: dict[str, Any]) -> None:
    if then.get("accepted"):
        assert not isinstance(decision, Violation), decision
        return
    assert isinstance(decision, Violation), decision
    assert decision.code == then["refused"]
    assert decision.rule == then.get("rule", decision.rule)
    assert decision.field == then.get("field", decision.field)


def _check_event(event: Event, wanted: dict[str, Any]) -> None:
    found = {"kind": kind_of(event)} | msgspec.json.decode(msgspec.json.encode(msgspec.structs.asdict(event)))
    assert {name: found[name] for name in wanted} == wanted


@pytest.mark.parametrize("key", rulesets())
def test_a_rulebook_has_many_scenarios_with_names_of_their_own(key: str) -> None:
    names = [scenario["name"] for scenario in scenarios(key)]
    assert len(names) >= least(key)
    assert len(names) == len(set(names))


@pytest.mark.parametrize("key", rulesets())
def test_every_command_of_a_rulebook_is_accepted_by_a_scenario(key: str) -> None:
    """Free throws are the kernel's, which tests them."""
    accepted = {one["when"]["kind"] for one in scenarios(key) if one["then"].get("accepted")}
    assert sorted(kinds(key) - accepted) == []


@pytest.mark.parametrize("key", rulesets())
def test_scenarios_of_a_rulebook_refuse_as_well(key: str) -> None:
    refused = {one["then"]["refused"] for one in scenarios(key) if "refused" in one["then"]}
    assert len(refused) >= least(key) // 2
