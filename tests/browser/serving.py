"""The site in a process of its own on a database of its own, as `make run` serves it: two phones are really two."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from config.settings import BASE_DIR
from tests import databases, services

PATIENCE = 60


@dataclass
class Site:
    """`environment` is what its processes see; what they say is in `log`."""

    port: int
    environment: dict[str, str]
    log: Path
    server: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def manage(self, *arguments: str) -> None:
        with self.log.open("ab") as log:
            command = [sys.executable, "manage.py", *arguments]
            subprocess.run(command, cwd=BASE_DIR, env=self.environment, stdout=log, stderr=log, check=True)

    def start(self) -> None:
        self.server = started(self.port, self.environment, self.log)

    def kill(self) -> None:
        if self.server is not None:
            self.server.kill()
            self.server.wait(10)

    def stop(self) -> None:
        if self.server is not None:
            self.server.terminate()
            self.server.wait(10)


@contextmanager
def serve(folder: Path, **told: str) -> Iterator[Site]:
    """`told` comes before what a test site is told otherwise. In production it has files of its own to serve, and the demo."""
    environment = {
        **os.environ,
        "DATABASE_URL": databases.sqlite(folder / "site.sqlite3"),
        "DEBUG": "1",
        "REDIS_URL": "",
        "RATE_LIMITS": "0",  # many sign up from one address here
        "WEBHOOKS_TO_PRIVATE": "1",  # what they lead to stands here as well
        "SECRET_KEY": "for tests only",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        **told,
    }
    site = Site(services.free_port(), environment, folder / "site.log")
    try:
        if environment["DEBUG"] == "0":
            site.manage("collectstatic", "--no-input", "--ignore", "drf_spectacular_sidecar")
            site.manage("demo", "heroquest_evolution", "--on-this-site")
        site.start()
        yield site
    finally:
        site.stop()


def started(port: int, environment: dict[str, str], log: Path, grace: int = 1) -> subprocess.Popen[bytes]:
    """A server that answers; it gives open streams `grace` seconds when it is asked to stop."""
    command = [sys.executable, "-m", "uvicorn", "config.asgi:application", "--port", str(port)]
    options = ["--log-level", "warning", "--timeout-graceful-shutdown", str(grace)]
    with log.open("ab") as out:
        server = subprocess.Popen([*command, *options], cwd=BASE_DIR, env=environment, stdout=out, stderr=out)
    await_answer(f"http://localhost:{port}/healthz/", server)
    return server


def await_answer(url: str, server: subprocess.Popen[bytes]) -> None:
    for _ in range(PATIENCE * 10):
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except OSError:
            assert server.poll() is None, "the site did not start"
            time.sleep(0.1)
    raise TimeoutError(url)
