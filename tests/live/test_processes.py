"""Two servers on one database, which tell one another by Redis; and without it, by looking."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import services
from tests.live.hall import BEAT, Hall, Server, Table, opened

LOOK = 3
AT_ONCE = LOOK / 2
"""Seconds that count as at once: one look may have come by chance, three in a row have not."""
TIMES = 3


class Redis:
    """One that can be killed and started again at its address."""

    def __init__(self, folder: Path) -> None:
        self.program = services.redis_program() or services.missing("Redis")
        self.port, self.folder = services.free_port(), folder
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    def start(self) -> None:
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(self.folder)]
        self.process = subprocess.Popen([str(self.program), *options], stdout=subprocess.DEVNULL)
        services.await_redis(self.url)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(10)


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    found = Redis(tmp_path_factory.mktemp("redis"))
    yield found
    found.kill()


@pytest.fixture(scope="module")
def pair_hall(redis: Redis, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with opened(tmp_path_factory.mktemp("pair"), REDIS_URL=redis.url) as hall:
        yield hall


@pytest.fixture(scope="module")
def pair(pair_hall: Hall) -> tuple[Server, Server]:
    return pair_hall.server(), pair_hall.server()


@pytest.fixture
def shared(pair_hall: Hall, pair: tuple[Server, Server]) -> Table:
    return pair_hall.table(pair[0], player="player", other="player")


def slowest(table: Table, there: Server, here: Server) -> float:
    """How long it takes from the answer in one server to the event in the other, at worst."""
    stream = table.program("player", at=here)
    stream.next("hello")
    stream.here("player")
    took = []
    for number in range(TIMES):
        seq = table.hurts("gm", (-1, 1)[number % 2], at=there)
        answered = time.monotonic()
        event = stream.next("act")
        assert event.seq == seq
        took.append(event.at - answered)
    stream.close()
    return max(took)


def test_an_act_in_one_server_is_seen_in_the_other_at_once(
    shared: Table, pair: tuple[Server, Server]
) -> None:
    assert slowest(shared, *pair) < AT_ONCE
    assert slowest(shared, pair[1], pair[0]) < AT_ONCE


def test_who_is_removed_in_one_server_is_shut_out_in_the_other(
    shared: Table, pair: tuple[Server, Server]
) -> None:
    stream = shared.program("player", at=pair[1])
    stream.next("hello")
    assert shared.send("gm", "DELETE", "seats/s2/")[0] == 204
    shared.hurts("gm")
    assert [event.name for event in stream.rest() if event.name != "here"] == ["gone"]


def test_without_redis_acts_are_accepted_and_seen_at_the_next_look(
    shared: Table, pair: tuple[Server, Server], redis: Redis
) -> None:
    stream = shared.program("player", at=pair[1])
    stream.next("hello")
    redis.kill()
    try:
        for number in range(TIMES):
            started = time.monotonic()
            seq = shared.hurts("gm", (-1, 1)[number % 2], at=pair[0])
            assert time.monotonic() - started < LOOK
            assert stream.next("act", within=3 * LOOK).seq == seq
    finally:
        redis.start()
    far, near = shared.program("other", at=pair[1]), shared.program("gm", at=pair[0])
    near.here("gm", "other", "player")  # they hear of one another again
    far.here("gm", "other", "player")
    for one in (far, near, stream):
        one.close()
    assert slowest(shared, *pair) < AT_ONCE


def test_who_is_there_is_known_in_both(shared: Table, pair: tuple[Server, Server]) -> None:
    one, two = shared.program("player", at=pair[0]), shared.program("other", at=pair[1])
    one.here("other", "player")
    two.here("other", "player")
    two.close()
    one.here("player")


def test_who_was_on_a_server_that_died_is_forgotten(pair_hall: Hall, pair: tuple[Server, Server]) -> None:
    table = pair_hall.table(pair[0], player="player", other="player")
    third = pair_hall.server()
    one, two = table.program("player"), table.program("other", at=third)
    two.next("hello")
    one.here("other", "player")
    third.stop(signal.SIGKILL)
    one.here("player", within=20 * BEAT)


def test_one_server_alone_tells_at_once(table: Table, server: Server) -> None:
    assert slowest(table, server, server) < AT_ONCE / LOOK
