# ruff: noqa: T201  (a program that talks to who started it)
"""`python -m config.stack`: PostgreSQL, Redis, pages, streams, worker, beat and the proxy, until Ctrl-C.

What dies is started again. In the stack's folder `pids.json` names who is who, and `environment.json` what they are told,
for commands that are to see the same database.
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
from typing import Any

from config.stack.parts import (
    POOL,
    Part,
    Ports,
    Postgres,
    free_port,
    parts,
    postgres,
    redis_command,
    secret_key,
)
from config.stack.proxy import Proxy

PAUSE, LONGEST_PAUSE, UP_FOR_LONG, LOOK = 0.3, 5.0, 10.0, 0.1
MIGRATE, COLLECT = (
    ["migrate", "--no-input", "--verbosity=0"],
    ["collectstatic", "--no-input", "--verbosity=0"],
)


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
            user=part.user,
        )
        threading.Thread(target=say, args=(part.name, process), daemon=True).start()
        self.running[part.name] = process
        pids = {name: process.pid for name, process in self.running.items()}
        write(self.folder / "pids.json", pids)
        return process

    async def stop(self, parts: list[Part]) -> None:
        """Those in front first, the stores last."""
        self.is_stopping = True
        for part in reversed(parts):
            process = self.running.get(part.name)
            if process is not None and process.poll() is None:
                process.send_signal(part.told)
                try:
                    await asyncio.wait_for(ended(process), part.patience)
                except TimeoutError:
                    process.kill()


def write(file: Path, content: dict[str, Any]) -> None:
    """Whole or not at all, for whoever reads it meanwhile; for the owner's eyes."""
    draft = file.with_suffix(".new")
    draft.touch(mode=0o600)
    draft.write_text(json.dumps(content))
    draft.replace(file)


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
    stack: Stack, ports: Ports, arguments: argparse.Namespace, stores: list[Part], database: Postgres | None
) -> None:
    asked = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, asked.set)
    keeping = [asyncio.create_task(stack.keep_up(part)) for part in stores]
    every = stores + list(parts(ports, stack.folder, arguments.workers))
    try:
        commands = [MIGRATE] if arguments.bare else [MIGRATE, COLLECT]
        await asyncio.to_thread(prepare, commands, stack.environment, database)
        keeping += [asyncio.create_task(stack.keep_up(part)) for part in every[len(stores) :]]
        server = await Proxy(ports.pages, ports.streams).serve(arguments.host, arguments.port)
        if stack.environment.get("METRICS_TOKEN"):
            print(
                f"\n  Figures, for whoever has the token: http://127.0.0.1:{ports.pages}/metrics/", flush=True
            )
        print(f"\n  Questkeep is at http://localhost:{arguments.port}/ (Ctrl-C stops it)\n", flush=True)
        await asked.wait()
        server.close()
    finally:
        await stack.stop(every)
        for task in keeping:
            task.cancel()


def prepare(commands: list[list[str]], environment: dict[str, str], database: Postgres | None) -> None:
    if database:
        database.make_database()
    programs = [[sys.executable, "manage.py", *command] for command in commands]
    running = [subprocess.Popen(one, env=environment) for one in programs]  # noqa: S603  (ours)
    for program, process in zip(programs, running, strict=True):
        if code := process.wait():
            raise subprocess.CalledProcessError(code, program)


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
    parser.add_argument("--bare", action="store_true", help="no styles and pictures: for programs")
    arguments = parser.parse_args()
    folder = Path(os.environ.get("STACK_DIR") or "var/stack").absolute()
    folder.mkdir(parents=True, exist_ok=True)
    ports = Ports(free_port(), free_port(), free_port())
    stores, database, given = [], None, {}
    if not (os.environ.get("DATABASE_URL") or "").startswith("postgres"):
        database = postgres(folder)
        stores.append(database.part)
        given["DATABASE_URL"] = database.url()
    if not os.environ.get("REDIS_URL"):
        command = redis_command(ports.redis, folder)
        if command is None:
            sys.exit("no Redis: set REDIS_URL, install redis-server or requirements/dev.txt")
        stores.append(Part("redis", command))
        given["REDIS_URL"] = f"redis://127.0.0.1:{ports.redis}/0"
    given |= {
        "STACK_DIR": str(folder),
        "DATABASE_POOL": os.environ.get("DATABASE_POOL") or POOL,
        "METRICS_DIR": str(fresh(folder / "metrics")),
        "SECRET_KEY": os.environ.get("SECRET_KEY") or secret_key(folder),
        "DEBUG": "0",
        "HTTPS": os.environ.get("HTTPS") or "0",
        "TRUSTED_PROXIES": "1",
    }
    write(folder / "environment.json", given)
    asyncio.run(run(Stack(folder, os.environ | given), ports, arguments, stores, database))


if __name__ == "__main__":
    main()
