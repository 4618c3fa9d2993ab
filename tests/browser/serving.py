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
from typing import IO

from config.settings import BASE_DIR
from tests import services

PATIENCE = 60


@dataclass
class Site:
    """`environment` is what its processes see; what they say is in `log`."""

    url: str
    environment: dict[str, str]
    log: Path

    def manage(self, *arguments: str) -> None:
        with self.log.open("ab") as log:
            command = [sys.executable, "manage.py", *arguments]
            subprocess.run(command, cwd=BASE_DIR, env=self.environment, stdout=log, stderr=log, check=True)


@contextmanager
def serve(folder: Path) -> Iterator[Site]:
    port = services.free_port()
    environment = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{folder / 'site.sqlite3'}",
        "DEBUG": "1",
        "REDIS_URL": "",
        "RATE_LIMITS": "0",  # many sign up from one address here
        "WEBHOOKS_TO_PRIVATE": "1",  # what they lead to stands here as well
        "SECRET_KEY": "for tests only",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    site = Site(f"http://localhost:{port}", environment, folder / "site.log")
    site.manage("migrate", "--verbosity=0")
    with site.log.open("ab") as log, running(site, port, log):
        yield site


@contextmanager
def running(site: Site, port: int, log: IO[bytes]) -> Iterator[None]:
    command = [sys.executable, "-m", "uvicorn", "config.asgi:application", "--port", str(port)]
    options = ["--log-level", "warning", "--timeout-graceful-shutdown", "1"]
    server = subprocess.Popen(
        [*command, *options], cwd=BASE_DIR, env=site.environment, stdout=log, stderr=log
    )
    try:
        await_answer(f"{site.url}/healthz/", server)
        yield
    finally:
        server.terminate()
        server.wait(10)


def await_answer(url: str, server: subprocess.Popen[bytes]) -> None:
    for _ in range(PATIENCE * 10):
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except OSError:
            assert server.poll() is None, "the site did not start"
            time.sleep(0.1)
    raise TimeoutError(url)
