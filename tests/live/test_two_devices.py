"""Two devices at one hero, over real HTTP. The same on PostgreSQL and Redis: tests/config/test_stack.py."""

from __future__ import annotations

import urllib.request

import pytest

from tests.live.devices import assert_fifty_fields_survive, assert_twenty_taps_are_twenty
from tests.live.hall import Table

LONG_AGO, FAR_AHEAD = "Thu, 01 Jan 1970 00:00:00 GMT", "Fri, 01 Jan 2100 00:00:00 GMT"


def test_fifty_fields_of_one_hero_changed_at_once_all_survive(table: Table) -> None:
    assert_fifty_fields_survive(table)


def test_twenty_quick_taps_are_exactly_twenty(table: Table) -> None:
    assert_twenty_taps_are_twenty(table)


@pytest.mark.parametrize("clock", [LONG_AGO, FAR_AHEAD])
def test_a_client_whose_clock_is_far_off_is_told_what_is_so(table: Table, clock: str) -> None:
    """Nothing here is as old as a client says: pages are compared by what is in them."""
    url = f"{table.server.url}{table.base}heroes/{table.hero}/"
    headers = {"date": clock, "if-modified-since": clock, **table.cookie("gm")}
    pages = []
    for _ in range(2):
        table.hurts("gm")
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=30) as answer:
            assert answer.headers["Last-Modified"] is None
            pages.append(answer.read())
    assert pages[0] != pages[1]
    program = {"date": clock, **table.bearer("gm")}
    state = f"{table.server.url}/api/v1{table.base}state/"
    with urllib.request.urlopen(urllib.request.Request(state, headers=program), timeout=30) as answer:
        assert answer.status == 200
