"""Parts of the stack killed in turn. What has been killed is back before the next is."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path

import httpx

LOOK, PATIENCE = 0.1, 60.0
KILL, FAST, IMMEDIATE = signal.SIGKILL, signal.SIGINT, signal.SIGQUIT
BLOWS = (
    ("pages", KILL),
    ("postgres", FAST),
    ("worker", KILL),
    ("redis", KILL),
    ("streams", KILL),
    ("postgres", IMMEDIATE),
    ("beat", KILL),
)
"""To PostgreSQL SIGINT is a fast stop, SIGQUIT an immediate one: what was not committed is lost, and the log is replayed."""
SAID = {KILL: "killed", FAST: "stopped fast", IMMEDIATE: "stopped at once"}


@dataclass(frozen=True)
class Blow:
    """`at` and `back`: when it fell, and when the part was there again."""

    part: str
    how: signal.Signals
    at: float
    back: float

    def __str__(self) -> str:
        return f"{self.part} {SAID[self.how]}"


@dataclass
class Hammer:
    folder: Path
    http: httpx.AsyncClient
    say: Callable[[str], None]
    pause: float
    blows: list[Blow] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    async def strike(self, is_over: Callable[[], bool]) -> None:
        """Each at least once, then again in turn until it is over."""
        for number, (part, how) in enumerate(cycle(BLOWS)):
            if number >= len(BLOWS) and is_over():
                return
            await asyncio.sleep(self.pause)
            await self._strike(part, how)

    async def _strike(self, part: str, how: signal.Signals) -> None:
        before, at = self.pid(part), time.monotonic()
        os.kill(before, how)
        end = at + PATIENCE
        while self.pid(part) == before or not await self._serves():
            if time.monotonic() > end:
                self.faults.append(f"{part} {SAID[how]} did not come back in {PATIENCE:.0f} s")
                break
            await asyncio.sleep(LOOK)
        self.blows.append(Blow(part, how, at, time.monotonic()))
        self.say(f"{self.blows[-1]}, back after {self.blows[-1].back - at:.1f} s")

    def pid(self, part: str) -> int:
        return int(json.loads((self.folder / "pids.json").read_text())[part])

    async def _serves(self) -> bool:
        try:
            return (await self.http.get("/healthz/", timeout=5)).status_code == httpx.codes.OK
        except httpx.HTTPError:
            return False
