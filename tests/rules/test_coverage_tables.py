"""The table of each rulebook that has one is true: what covers each line of its source exists, and nothing is left out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rules
from rules.kernel.content import read_toml
from rules.kernel.registry import rulesets
from rules.kernel.ruleset import Ruleset
from tests.rules.covering import BOARD, Row, as_row

ROOT = Path(rules.__path__[0])
TABLES = sorted(file.parent.name for file in ROOT.glob("*/coverage.md"))


def table(key: str) -> list[Row]:
    lines = (ROOT / key / "coverage.md").read_text("utf-8").splitlines()
    return [row for line in lines if (row := as_row(line))]


def catalog(ruleset: Ruleset[Any]) -> set[str]:
    return {f"{section.key}/{row['key']}" for section in ruleset.catalog for row in section.rows}


def scenarios(key: str) -> set[str]:
    files = (ROOT / key / "scenarios").glob("*.toml")
    return {f"{file.name}: {one['name']}" for file in files for one in read_toml(file)["scenario"]}


def test_there_are_tables() -> None:
    assert TABLES


@pytest.mark.parametrize("key", TABLES)
def test_each_line_is_proved_by_scenarios_that_exist(key: str) -> None:
    known = scenarios(key)
    for row in table(key):
        assert row.scenarios, row
        gone = [name for name in row.scenarios if name != BOARD and not name.startswith("tests/")]
        assert [name for name in gone if name not in known] == [], row


@pytest.mark.parametrize("key", TABLES)
def test_every_row_of_the_catalog_has_a_line_or_is_a_page_of_the_rules(key: str) -> None:
    found = catalog(rulesets()[key])
    named = {link for row in table(key) for link in row.content}
    whole = tuple(link.removesuffix("*") for link in named if link.endswith("/*"))
    covered = {link for link in named if not link.endswith("/*")}
    covered |= {link for link in found if whole and link.startswith(whole)}
    assert sorted(link for link in covered - found if not link.startswith("effects/")) == []
    assert sorted(link for link in found - covered if not link.startswith(("rules/", "rulings/"))) == []
