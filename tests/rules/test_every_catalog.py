"""Every rulebook at hand is complete, in both languages, and its references lead somewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import rules
from campaigns.rulebook.citing import cited
from rules.kernel.catalog import CatalogSection
from rules.kernel.registry import rulesets
from rules.kernel.ruleset import Ruleset
from rules.kernel.text import LANGUAGES, Text

ROOT = Path(rules.__path__[0])
RULESETS = list(rulesets().values())
SECTIONS = [
    pytest.param(section, id=f"{ruleset.key}/{section.key}")
    for ruleset in RULESETS
    for section in ruleset.catalog
]
WORD = re.compile(r"[^\W\d_]{2,}")
RULED = [ruleset for ruleset in RULESETS if (ROOT / ruleset.key / "rulings.md").exists()]
RULING = re.compile(r"^\| (R\d+) \|", re.MULTILINE)
of_every_rulebook = pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.key)
of_every_section = pytest.mark.parametrize("section", SECTIONS)


def wordings(value: Any, where: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every `{fr, en}` inside a value, with where it stands."""
    if isinstance(value, dict) and value.keys() & set(LANGUAGES):
        yield where, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from wordings(inner, f"{where}.{key}")
    elif isinstance(value, list | tuple):
        for at, inner in enumerate(value):
            yield from wordings(inner, f"{where}[{at}]")


@of_every_rulebook
def test_a_rulebook_has_sections_of_its_own_keys(ruleset: Ruleset[Any]) -> None:
    keys = [section.key for section in ruleset.catalog]
    assert keys
    assert len(keys) == len(set(keys))


@of_every_section
def test_keys_are_unique(section: CatalogSection) -> None:
    assert len({row["key"] for row in section.rows}) == len(section.rows) > 0


@of_every_section
def test_every_row_says_name_source_and_whether_it_is_a_house_table(section: CatalogSection) -> None:
    for row in section.rows:
        assert all(row["name"][language] for language in LANGUAGES)
        assert row["source"]
        assert isinstance(row["house_table"], bool)
        assert "text" in row


@of_every_section
def test_every_text_is_in_both_languages(section: CatalogSection) -> None:
    found = [pair for row in section.rows for pair in wordings(row, row["key"])]
    assert found
    assert [where for where, text in found if not (text.get("fr") and text.get("en"))] == []


@of_every_section
def test_every_longer_text_is_translated(section: CatalogSection) -> None:
    texts = [(row["key"], row["text"]) for row in section.rows if row["text"]]
    same = [(key, WORD.findall(text["fr"])) for key, text in texts if text["fr"] == text["en"]]
    assert [key for key, words in same if len(words) > 3] == []


@of_every_section
def test_columns_and_groups_name_fields(section: CatalogSection) -> None:
    for row in section.rows:
        assert [name for name, _ in section.columns if name not in row] == []
        assert section.group_by is None or section.group_by in row
    assert all(isinstance(title, Text) for _, title in section.columns)


@of_every_section
def test_other_groupings_are_named_and_begin_with_the_own(section: CatalogSection) -> None:
    for field, label in section.also_by:
        assert isinstance(label, Text)
        assert all(row[field]["fr"] and row[field]["en"] for row in section.rows)
    assert not section.also_by or section.also_by[0][0] == section.group_by


@of_every_section
def test_rows_are_plain_values(section: CatalogSection) -> None:
    assert msgspec.json.encode(section.rows)


@of_every_rulebook
def test_every_place_that_a_rulebook_cites_has_a_page(ruleset: Ruleset[Any]) -> None:
    rows = [row for section in ruleset.catalog for row in section.rows]
    covered = {place for section in ruleset.catalog for place in section.covers}
    covered |= {place for row in rows for place in row.get("covers", ())}
    covered |= {row["number"] for row in rows if row.get("number")}
    named = {place for row in rows for place in cited(row["source"])}
    named |= {place for rule in ruleset.house_rules.values() for place in cited(rule.source)}
    assert named
    assert sorted(named - covered) == []


def test_there_are_rulings() -> None:
    assert RULED


@pytest.mark.parametrize("ruleset", RULED, ids=lambda ruleset: ruleset.key)
def test_every_ruling_of_a_rulebook_can_be_read(ruleset: Ruleset[Any]) -> None:
    """The doubts that its folder settles, with their reasons, have their short page."""
    written = set(RULING.findall((ROOT / ruleset.key / "rulings.md").read_text("utf-8")))
    pages = {row.get("number") for section in ruleset.catalog for row in section.rows}
    assert written
    assert sorted(written - pages) == []
