"""Open streams that come back when they are cut off, saying what they have seen last."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

import httpx

AGAIN = 0.3
SILENCE = 40.0
"""Seconds without a sign of life after which a stream is given up and opened again."""
Heard = Callable[[int], None]


@dataclass
class Listener:
    """`seen`: the acts in the order they came, over however many connections. `faults`: what a stream must never say."""

    http: httpx.AsyncClient
    path: str
    headers: dict[str, str]
    last: int
    heard: Heard = lambda seq: None
    seen: list[int] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    connections: int = 0
    open: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self) -> None:
        """Until it is cancelled."""
        while True:
            try:
                await self._follow()
            except httpx.HTTPError:
                self.open.clear()
            await asyncio.sleep(AGAIN)

    async def _follow(self) -> None:
        told = self.headers | {"Last-Event-ID": str(self.last)}
        timeout = httpx.Timeout(15.0, read=SILENCE)
        async with self.http.stream("GET", self.path, headers=told, timeout=timeout) as answer:
            if answer.status_code != httpx.codes.OK:
                self._refused(answer.status_code)
                return
            self.connections += 1
            async for name, number, data in events(answer):
                self._take(name, number, data)

    def _refused(self, status: int) -> None:
        if status < httpx.codes.INTERNAL_SERVER_ERROR or status == httpx.codes.INTERNAL_SERVER_ERROR:
            self.faults.append(f"a stream was answered {status}")

    def _take(self, name: str, number: str, data: str) -> None:
        if name == "act":
            self.last = int(number)
            self.seen.append(self.last)
            self.heard(self.last)
        elif name == "hello":
            self.open.set()
        elif name in ("reset", "gone"):
            self.faults.append(f"a stream said {name} after act {self.last}")
        if name == "act" and json.loads(data)["seq"] != self.last:
            self.faults.append(f"a stream told of another act than its id says: {self.last}")


async def events(answer: httpx.Response) -> AsyncIterator[tuple[str, str, str]]:
    """Name, id and data of each."""
    fields: dict[str, str] = {}
    async for line in answer.aiter_lines():
        name, _, value = line.partition(": ")
        if name:
            fields[name] = value
            continue
        if "event" in fields:
            yield fields["event"], fields.get("id", ""), fields.get("data", "{}")
        fields = {}
