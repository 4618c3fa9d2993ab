# ruff: noqa: T201  (a program that talks to who started it)
"""A full stack that nobody else uses, on free ports and in a folder that goes with it.

`python -m config.stack.alone hammer --seconds 60` runs that command of manage.py in the environment of such a stack.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from config.stack.parts import free_port

PATIENCE, LEAVE, LOOK = 240.0, 60.0, 0.3
SITE = Path(__file__).resolve().parent.parent.parent
LOG = SITE / "var" / "alone.log"
GIVEN = {
    "DATABASE_URL": "",
    "REDIS_URL": "",
    "NIGHTLY": "0",
    "RATE_LIMITS": "0",  # all of them come from this machine
    "WEBHOOKS_TO_PRIVATE": "1",  # their receivers stand here as well
    "DJANGO_SETTINGS_MODULE": "config.settings",
}
"""Nothing of the environment's own database, and nothing that comes at its own time."""


class DidNotStartError(Exception):
    """The stack ended, or did not come up in time; what it said is in its log."""


@dataclass(frozen=True)
class Alone:
    """`log` is what its parts say."""

    url: str
    folder: Path
    process: subprocess.Popen[bytes]

    @property
    def log(self) -> Path:
        return self.folder / "log"

    @property
    def environment(self) -> dict[str, str]:
        """For a command that is to see the same database and the same Redis."""
        told: dict[str, str] = json.loads((self.folder / "environment.json").read_text())
        return os.environ | GIVEN | told | {"SITE_URL": self.url}

    def is_ready(self) -> bool:
        try:
            return httpx.get(f"{self.url}/readyz/", timeout=5, trust_env=False).is_success
        except httpx.HTTPError:
            return False

    def manage(self, *arguments: str) -> int:
        """A command of manage.py, with what it says; its exit code."""
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.run(command, cwd=SITE, env=self.environment, check=False).returncode  # noqa: S603  (ours)


@contextmanager
def alone(folder: Path, **more: str) -> Iterator[Alone]:
    """Ready, until it is left; `more` goes into its environment."""
    port = free_port()
    environment = os.environ | GIVEN | {"STACK_DIR": str(folder), "PORT": str(port)} | more
    with (folder / "log").open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "config.stack", "--bare"],
            cwd=SITE,
            env=environment,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    stack = Alone(f"http://127.0.0.1:{port}", folder, process)
    try:
        await_ready(stack)
        yield stack
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(LEAVE)
        except subprocess.TimeoutExpired:
            process.kill()


def await_ready(stack: Alone) -> None:
    end = time.monotonic() + PATIENCE
    while not stack.is_ready():
        if stack.process.poll() is not None or time.monotonic() > end:
            raise DidNotStartError(stack.log.read_text(errors="replace")[-4000:])
        time.sleep(LOOK)


@contextmanager
def passing(prefix: str) -> Iterator[Path]:
    """A folder that goes with its stack; short, since sockets are in it."""
    with tempfile.TemporaryDirectory(prefix=prefix, ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def main() -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    with passing("questkeep-alone-") as folder:
        print("a full stack is started", file=sys.stderr, flush=True)
        try:
            with alone(folder) as stack:
                code = stack.manage(*sys.argv[1:])
        except DidNotStartError as error:
            print(f"the stack did not start:\n{error}", file=sys.stderr)
            return 1
        if code:
            LOG.parent.mkdir(exist_ok=True)
            LOG.write_bytes((folder / "log").read_bytes())
            print(f"what the stack said is in {LOG}", file=sys.stderr)
        return code


if __name__ == "__main__":
    sys.exit(main())
