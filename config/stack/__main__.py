# ruff: noqa: T201  (a program that talks to who started it)
"""`python -m config.stack`: PostgreSQL, Redis, pages, streams, worker, beat and the proxy, until Ctrl-C.

What dies is started again. `pids.json` in the stack's folder names who is who, for those who want to see that.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from config.stack.parts import POOL, Part, Ports, free_port, parts, postgres, redis_command, secret_key
from config.stack.proxy import Proxy

PAUSE, LONGEST_PAUSE, UP_FOR_LONG, LOOK = 0.3, 5.0, 10.0, 0.1


@dataclass
class Stack:
    folder: Path
    environment: dict[str, str]
    running: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)
    is_stopping: bool = False

    async def keep_up(self, part: Part) -> None:
        """Started again whenever it ends, faster where it had been up for long."""
        pause = PAUSE
        while not self.is_stopping:
            begun = time.monotonic()
            process = self._start(part)
            code = await ended(process)
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # what it had started goes with it
            if not self.is_stopping:
                print(f"{part.name:8} ended with {code}; it is started again", flush=True)
                pause = PAUSE if time.monotonic() - begun > UP_FOR_LONG else min(2 * pause, LONGEST_PAUSE)
                await asyncio.sleep(pause)

    def _start(self, part: Part) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(  # noqa: S603  (ours)
            part.command,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        threading.Thread(target=say, args=(part.name, process), daemon=True).start()
        self.running[part.name] = process
        pids = {name: process.pid for name, process in self.running.items()}
        (self.folder / "pids.json").write_text(json.dumps(pids))
        return process

    async def stop(self, patience: dict[str, float]) -> None:
        """The front first, the stores last."""
        self.is_stopping = True
        for name in ("pages", "streams", "beat", "worker", "redis"):
            process = self.running.get(name)
            if process is not None and process.poll() is None:
                process.terminate()
                try:
                    await asyncio.wait_for(ended(process), patience[name])
                except TimeoutError:
                    process.kill()


async def ended(process: subprocess.Popen[bytes]) -> int:
    """Its exit code. What it has started may live on, and hold its output open: that is not waited for."""
    while process.poll() is None:  # noqa: ASYNC110  (no event tells of it)
        await asyncio.sleep(LOOK)
    return process.returncode


def say(name: str, process: subprocess.Popen[bytes]) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        print(f"{name:8} {line.decode(errors='replace').rstrip()}", flush=True)


async def run(
    stack: Stack, ports: Ports, arguments: argparse.Namespace, redis: tuple[str, ...] | None
) -> None:
    asked = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, asked.set)
    every = list(parts(ports, stack.folder, arguments.workers, redis))
    keeping = [asyncio.create_task(stack.keep_up(part)) for part in every]
    server = await Proxy(ports.pages, ports.streams).serve(arguments.host, arguments.port)
    if stack.environment.get("METRICS_TOKEN"):
        print(f"\n  Figures, for whoever has the token: http://127.0.0.1:{ports.pages}/metrics/", flush=True)
    print(f"\n  Questkeep is at http://localhost:{arguments.port}/ (Ctrl-C stops it)\n", flush=True)
    await asked.wait()
    server.close()
    await stack.stop({part.name: part.patience for part in every})
    for task in keeping:
        task.cancel()


def fresh(folder: Path) -> Path:
    """Emptied: the figures of processes that are gone are of another time."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return folder


def main() -> None:
    parser = argparse.ArgumentParser(prog="config.stack", description="The full stack without containers.")
    parser.add_argument("--port", type=int, default=int(os.environ.get("PORT") or 8000))
    parser.add_argument("--host", default=os.environ.get("HOST") or "127.0.0.1")
    parser.add_argument("--workers", type=int, default=int(os.environ.get("WORKERS") or 2))
    arguments = parser.parse_args()
    folder = Path(os.environ.get("STACK_DIR") or "var/stack").absolute()
    folder.mkdir(parents=True, exist_ok=True)
    ports = Ports(free_port(), free_port(), free_port())
    redis = None if os.environ.get("REDIS_URL") else redis_command(ports.redis, folder)
    if redis is None and not os.environ.get("REDIS_URL"):
        sys.exit("no Redis: set REDIS_URL, install redis-server or requirements/dev.txt")
    with postgres(folder) as database:
        environment = os.environ | {
            "STACK_DIR": str(folder),
            "DATABASE_URL": database,
            "DATABASE_POOL": os.environ.get("DATABASE_POOL") or POOL,
            "REDIS_URL": os.environ.get("REDIS_URL") or f"redis://127.0.0.1:{ports.redis}/0",
            "METRICS_DIR": str(fresh(folder / "metrics")),
            "SECRET_KEY": os.environ.get("SECRET_KEY") or secret_key(folder),
            "DEBUG": "0",
            "HTTPS": os.environ.get("HTTPS") or "0",
            "TRUSTED_PROXIES": "1",
        }
        for command in (
            ["migrate", "--no-input", "--verbosity=0"],
            ["collectstatic", "--no-input", "--verbosity=0"],
        ):
            subprocess.run([sys.executable, "manage.py", *command], env=environment, check=True)  # noqa: S603  (ours)
        asyncio.run(run(Stack(folder, environment), ports, arguments, redis))


if __name__ == "__main__":
    main()
