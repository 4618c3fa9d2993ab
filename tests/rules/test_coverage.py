"""The table from each line of the source to content and scenarios is true: it names all there is, and nothing that is not."""

from __future__ import annotations

from collections import Counter

import pytest

from campaigns.rulebook.citing import cited
from config.settings import BASE_DIR
from rules.heroquest_evolution import RULESET
from rules.heroquest_evolution.book import BOOK, FOLDER
from rules.kernel.content import read_toml
from tests.rules.covering import BOARD, rows, scenarios

ROWS = rows()
COVERED = Counter(link for row in ROWS for link in row.content)
CATALOG = {f"{section.key}/{row['key']}" for section in RULESET.catalog for row in section.rows}
EFFECTS = {f"effects/{key}" for key in BOOK.effects}
KNOWN = CATALOG | EFFECTS


def test_there_is_a_table():
    assert len(ROWS) > 400
    assert all(row.place and row.what for row in ROWS)


@pytest.mark.parametrize("section", sorted({link.partition("/")[0] for link in KNOWN}))
def test_every_row_of_the_content_has_a_line(section):
    rows_of_it = {link for link in KNOWN if link.startswith(f"{section}/")}
    assert rows_of_it
    assert sorted(rows_of_it - set(COVERED)) == []


def test_every_row_named_exists():
    assert sorted(set(COVERED) - KNOWN) == []


def test_every_scenario_named_exists():
    named = {name for row in ROWS for name in row.scenarios}
    gone = {
        name
        for name in named
        if name != BOARD and name not in scenarios() and not (BASE_DIR / name).is_file()
    }
    assert sorted(gone) == []
    assert len(named) > 150


def test_every_place_that_content_cites_has_a_line():
    places = {place for row in ROWS for place in cited(row.place)}
    named = {
        place
        for file in FOLDER.glob("*.toml")
        for row in read_toml(file).values()
        for place in cited(row.get("source", ""))
    }
    assert len(named) > 60
    assert sorted(named - places) == []


def test_every_section_of_the_source_has_a_line():
    places = {place for row in ROWS for place in cited(row.place)}
    sections = {
        *(
            "§I",
            "§2.1",
            "§2.2",
            "§2.3",
            "§2.4",
            "§2.5",
            "§III",
            "§3.1",
            "§IV",
            "§4.1",
            "§4.2",
            "§4.3",
            "§4.4",
        ),
        *("§5.1", "§5.2", "§VI", "§6.1", "§6.2", "§6.3", "§6.4", "§6.5", "§6.6", "§VII", "§VIII"),
        *("§8.1", "§8.2", "§8.3"),
    }
    assert sorted(sections - places) == []


def test_what_is_played_on_the_board_alone_has_a_page():
    assert all(row.content for row in ROWS if row.is_board_only)
