"""The server dies and comes back under open streams."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.live.hall import Hall, Server, Table
from tests.live.listening import Listening

PEOPLE = ("player", "other", "watcher")


@pytest.fixture
def mortal(hall: Hall) -> Iterator[Server]:
    server = hall.server()
    yield server
    server.stop(signal.SIGKILL)


@pytest.fixture
def table(hall: Hall, mortal: Server) -> Table:
    return hall.table(mortal, player="player", other="player", watcher="spectator")


def all_of(stream: Listening) -> list[int]:
    """The acts of a stream that has broken off, also those that were looked at already."""
    stream.rest()
    return [event.seq for event in stream.seen if event.name == "act"]


def test_nothing_is_missed_and_nothing_comes_twice_over_a_crash(table: Table, mortal: Server) -> None:
    streams = {who: table.program(who) for who in PEOPLE}
    for stream in streams.values():
        stream.next("hello")
    with ThreadPoolExecutor(1) as pool:
        acts = pool.submit(table.plays, 80)  # by another process, which goes on
        streams["watcher"].next("act")
        mortal.stop(signal.SIGKILL)
        got = {who: all_of(stream) for who, stream in streams.items()}
        mortal.start()
        seen = {who: max(found, default=1) for who, found in got.items()}
        again = {who: table.program(who, last_event_id=str(seen[who])) for who in PEOPLE}
        last = acts.result()
    for who, stream in again.items():
        found = got[who] + [event.seq for event in stream.acts(last)]
        assert found == list(range(2, last + 1))


def test_a_server_that_is_told_to_stop_does_not_wait_for_its_streams(table: Table, mortal: Server) -> None:
    streams = [table.program(who) for who in PEOPLE for _ in range(4)]
    for stream in streams:
        stream.next("hello")
    started = time.monotonic()
    mortal.stop(signal.SIGTERM)
    assert time.monotonic() - started < 6
    for stream in streams:
        stream.rest()


def test_a_page_that_is_loaded_again_and_again_leaves_nothing_behind(table: Table) -> None:
    """However a stream is broken off, who was there is gone soon."""
    watcher = table.program("watcher")
    for _ in range(10):
        stream = table.page("player", since=0)
        table.hurts("gm")
        table.hurts("gm", 1)
        stream.close()
    watcher.here("player", "watcher")
    watcher.here("watcher")
