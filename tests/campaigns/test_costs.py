"""What pages and acts ask of the database: little, and the same for one hero and for forty. Times are `make bench`'s."""

import pytest

from campaigns.audit import audit_campaign
from campaigns.bench.asking import Visit
from campaigns.bench.browser import Browser, queries
from campaigns.bench.counting import CROWD, counts
from campaigns.bench.making import Table
from campaigns.bench.script import the_script
from config.settings import BASE_DIR

BOUNDS = {"campaign page": 8, "sheet": 6, "shop": 6, "act": 16}
SQL = ("cursor(", ".raw(", "RawSQL", ".extra(")
SPEAK_SQL = {"triggers.py", "database.py"}  # for migrations, checks and the audit; for the bench


@pytest.fixture(autouse=True)
def toy_game() -> None:
    """The costs are those of a real rulebook."""


@pytest.fixture
def alone(gm) -> Table:
    """A campaign of one hero."""
    script = the_script()
    table = Table(script, gm, "alone")
    table.play(script.start[: script.alone])
    return table


@pytest.fixture
def evening(gm) -> Table:
    """A party of four in the middle of a quest."""
    script = the_script()
    table = Table(script, gm, "evening")
    table.play(script.start)
    return table


def test_nothing_asks_more_often_than_it_may(alone, gm):
    asked = counts(alone, Browser(gm))
    assert asked.keys() == BOUNDS.keys()
    assert {name: count for name, count in asked.items() if count > BOUNDS[name]} == {}


def test_forty_heroes_ask_as_often_as_one(alone, gm):
    few = counts(alone, Browser(gm))
    alone.crowd(CROWD)
    assert len(alone.rules.heroes(alone.entrance().state())) == CROWD
    assert counts(alone, Browser(gm)) == few


def test_a_longer_ledger_asks_as_often(evening, gm):
    before = counts(evening, Browser(gm))
    evening.play(evening.script.evening)
    assert counts(evening, Browser(gm)) == before


def test_every_act_of_an_evening_stays_within_the_bound(evening, gm):
    visit = Visit(evening, Browser(gm))
    visit.sheet()
    for step in evening.script.evening:
        most = BOUNDS["act"] + (
            step["kind"] in ("close_quest", "open_quest")
        )  # which touch every projection at once
        if step["kind"] != "undo":
            assert queries(lambda step=step: visit.send(step)) <= most, step


def test_an_unchanged_page_asks_who_it_is_for_and_no_more(evening, gm):
    visit = Visit(evening, Browser(gm))
    visit.look()
    assert queries(visit.unchanged) == 3


def test_what_the_bench_writes_in_bulk_is_what_the_site_would_have_written(evening):
    evening.lengthen(25 + 3 * 25)
    assert [str(finding) for finding in audit_campaign(evening.campaign.pk)] == []
    evening.play(evening.script.evening)
    assert [str(finding) for finding in audit_campaign(evening.campaign.pk)] == []
    assert evening.entries == 125


def test_nothing_on_the_way_of_an_act_speaks_sql():
    files = [
        file for app in ("campaigns", "characters", "accounts") for file in (BASE_DIR / app).rglob("*.py")
    ]
    assert len(files) > 40
    spoken = {file.name for file in files if any(word in file.read_text() for word in SQL)}
    assert spoken == SPEAK_SQL
