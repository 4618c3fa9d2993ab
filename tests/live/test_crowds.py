"""Many streams are cheap: no database connection, no thread; and who reads nothing costs nobody anything."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import psutil
import psycopg
import pytest

from tests import services
from tests.live.hall import Hall, Server, Table, opened
from tests.live.listening import PATIENCE

STREAMS = 60
POOL = 3
BACKLOG, LETTERS = 4000, 2000
"""More than the system would hold for a socket that is not read."""
BUFFER = 4096


def until(is_so: Callable[[], bool], within: float = PATIENCE) -> None:
    end = time.monotonic() + within
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.fixture(scope="module")
def database(postgres_url: str, blank_postgres: str) -> Iterator[str]:
    with services.new_database(postgres_url, like=blank_postgres) as url:
        yield url


@pytest.fixture(scope="module")
def postgres_hall(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with opened(tmp_path_factory.mktemp("crowd"), database, DATABASE_POOL=str(POOL)) as hall:
        yield hall


def backends(database: str) -> int:
    """Of the servers, which work now or would go on with a transaction."""
    with psycopg.connect(database) as mine:
        asked = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        (count,) = mine.execute(asked).fetchone() or (0,)
        return int(count)


@pytest.mark.postgres
def test_many_open_streams_hold_neither_connections_nor_threads(postgres_hall: Hall, database: str) -> None:
    """Twenty times as many as there may be connections: a stream that held one would keep out all others."""
    server = postgres_hall.server()
    table = postgres_hall.table(server, player="player", other="player")
    table.hurts("gm")
    process = psutil.Process(server.pid)
    threads, memory = process.num_threads(), process.memory_info().rss
    with ThreadPoolExecutor(8) as pool:
        streams = list(
            pool.map(lambda number: table.program(("player", "other")[number % 2]), range(STREAMS))
        )
    for stream in streams:
        stream.next("hello")
    until(lambda: process.num_threads() <= threads + 8)
    assert process.memory_info().rss - memory < STREAMS * 1024 * 1024
    assert backends(database) <= 2 * POOL  # the server, and who prepared the table
    started = time.monotonic()
    assert table.send("player", "GET", "state/")[0] == 200
    assert time.monotonic() - started < 5
    seq = table.hurts("gm", 1)
    assert {stream.next("act").seq for stream in streams} == {seq}
    for stream in streams:
        stream.close()


def test_who_reads_nothing_is_closed_and_costs_the_others_nothing(table: Table, server: Server) -> None:
    """A socket with a small buffer and a long backlog: the server writes until nothing fits any more."""
    table.asks("fill", table.campaign, BACKLOG, LETTERS)
    lazy = socket.socket()
    lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER)
    lazy.connect(("127.0.0.1", server.port))
    head = "".join(f"{name}: {value}\r\n" for name, value in table.bearer("player").items())
    lazy.sendall(f"GET /api/v1{table.base}stream/?since=0 HTTP/1.1\r\nhost: localhost\r\n{head}\r\n".encode())
    other = table.program("other")
    other.next("hello")
    other.here("other", "player")
    seq = table.asks("fill", table.campaign, 1, LETTERS)
    assert other.next("act", within=5).seq == seq
    other.here("other")  # within the patience of a listener, and what a page may take to be loaded again
    lazy.settimeout(PATIENCE)
    got = 0
    while chunk := lazy.recv(1 << 20):
        got += len(chunk)
    assert 0 < got < LETTERS * BACKLOG
    lazy.close()
