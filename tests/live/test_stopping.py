"""Servers and workers of a site that are told to stop: within seconds, and nothing that was answered is lost."""

from __future__ import annotations

import http.client
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.error
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from typing import Any

import pytest

from config.settings import BASE_DIR
from jobs.running import PATIENCE
from tests import services
from tests.browser.serving import await_answer
from tests.live.hall import Hall, Server, Table, opened

BROKEN_OFF = (OSError, http.client.HTTPException, urllib.error.URLError, ValueError)
SENDERS, ENOUGH = 4, 12
DEADLINE = 60.0


class Granian(Server):
    """As the stack runs it, with one process for pages."""

    def start(self) -> Server:
        command = [
            sys.executable,
            "-m",
            "granian",
            "--interface",
            "wsgi",
            "--host",
            "127.0.0.1",
            "--port",
            str(self.port),
        ]
        options = [
            "--workers",
            "1",
            "--blocking-threads",
            "4",
            "--workers-kill-timeout",
            "5",
            "--no-access-log",
        ]
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                [*command, *options, "config.wsgi:application"],
                cwd=BASE_DIR, env=self.environment, stdout=out, stderr=out,
            )  # fmt: skip
        await_answer(f"{self.url}/healthz/", self.process)
        return self


def rows(hall: Hall, query: str, *values: Any) -> list[Any]:
    path = hall.environment["DATABASE_URL"].removeprefix("sqlite:///")
    with closing(sqlite3.connect(path, timeout=20)) as database:
        return database.execute(query, values).fetchall()


def until(is_so: Callable[[], Any]) -> Any:
    end = time.monotonic() + DEADLINE
    while not (found := is_so()):
        assert time.monotonic() < end, "nothing came of it"
        time.sleep(0.05)
    return found


def acting(table: Table, answered: list[int]) -> None:
    """One act after the other, until nobody answers."""
    with suppress(*BROKEN_OFF):
        while True:
            answered.append(table.hurts("gm", (-1, 1)[len(answered) % 2]))


@pytest.mark.parametrize("kind", [Server, Granian])
def test_a_server_stops_within_seconds_and_what_it_answered_is_in_the_ledger_once(
    hall: Hall, kind: type[Server]
) -> None:
    server = kind(services.free_port(), hall.environment, hall.folder / "stopping.log")
    hall.servers.append(server.start())
    table = hall.table(server, player="player")
    streams = [table.program("player") for _ in range(3)] if kind is Server else []
    for stream in streams:
        stream.next("hello")
    answered: list[int] = []
    with ThreadPoolExecutor(SENDERS) as pool:
        sending = [pool.submit(acting, table, answered) for _ in range(SENDERS)]
        until(lambda: len(answered) >= ENOUGH)
        started = time.monotonic()
        server.stop(signal.SIGTERM, within=30)
        took = time.monotonic() - started
        for one in sending:
            one.result()
    assert took < 8
    for stream in streams:
        stream.rest()
    campaign = table.campaign.replace("-", "")
    written = rows(hall, "SELECT seq FROM campaigns_entry WHERE campaign_id = ? ORDER BY seq", campaign)
    seqs = [seq for (seq,) in written]
    assert len(set(answered)) == len(answered) >= ENOUGH
    assert set(answered) <= set(seqs)
    assert seqs == list(range(1, len(seqs) + 1))
    assert len(seqs) <= 2 + len(answered) + SENDERS  # unanswered: at most what was on its way


@contextmanager
def silence() -> Iterator[tuple[str, threading.Event]]:
    """A place that takes a message and does not answer, and whether one has come."""
    come = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:

        def take() -> None:
            held = []
            try:
                while True:
                    held.append(server.accept()[0])
                    come.set()
            except OSError:
                for one in held:
                    one.close()

        thread = threading.Thread(target=take, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}/hook", come
        server.shutdown(socket.SHUT_RDWR)
        thread.join(10)


def begun(table: Table, url: str, come: threading.Event) -> None:
    """A job that is in hand for longer than anybody waits."""
    status, hook = table.send(
        "gm", "POST", "webhooks/", {"name": "Silent", "url": url, "kinds": ["rename_hero"]}
    )
    assert status == 201, hook
    assert table.send("gm", "POST", f"webhooks/{hook['id']}/test/")[0] in (200, 201, 202)
    assert come.wait(DEADLINE)


def webhook(table: Table) -> tuple[bool, int]:
    """Whether a worker holds the job, and the attempts that count."""
    query = "SELECT claim IS NOT NULL, attempts FROM jobs_job WHERE kind = 'webhook' AND subject = ?"
    ((held, attempts),) = rows(table.hall, query, table.campaign)
    return bool(held), attempts


@pytest.fixture(scope="module")
def working(tmp_path_factory: pytest.TempPathFactory, redis_url: str) -> Iterator[Hall]:
    with opened(tmp_path_factory.mktemp("working"), WEBHOOKS_TO_PRIVATE="1", REDIS_URL=redis_url) as hall:
        yield hall


def test_the_worker_in_the_server_gives_back_what_it_has_in_hand(working: Hall) -> None:
    alone = working.environment | {"REDIS_URL": ""}
    server = Server(services.free_port(), alone, working.folder / "alone.log")
    working.servers.append(server.start())
    with silence() as (url, come):
        table = working.table(server)
        begun(table, url, come)
        assert webhook(table) == (True, 1)
        started = time.monotonic()
        server.stop(signal.SIGTERM, within=30)
        assert time.monotonic() - started < PATIENCE + 4
        assert webhook(table) == (False, 0)


def test_celery_s_worker_does_as_well_and_ends_when_its_last_job_ends(working: Hall) -> None:
    command = [sys.executable, "-m", "celery", "-A", "config.celery", "worker", "--pool", "threads"]
    options = ["--concurrency", "2", "--without-gossip", "--without-mingle", "--loglevel", "WARNING"]
    with (working.folder / "worker.log").open("wb") as log:
        worker = subprocess.Popen(
            [*command, *options], cwd=BASE_DIR, env=working.environment, stdout=log, stderr=log
        )
    try:
        with silence() as (url, come):
            table = working.table(working.server())
            begun(table, url, come)
            assert webhook(table) == (True, 1)
            worker.send_signal(signal.SIGTERM)
            until(lambda: webhook(table) == (False, 0))
        assert worker.wait(30) == 0
        assert webhook(table) == (False, 0)
    finally:
        worker.kill()
        worker.wait(10)
