"""Where webhooks lead to during a trial: whoever is told keeps what they were told, and how often."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field

TAKEN = b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"


@dataclass
class Receiver:
    """Deliveries by their number. `differing` are those that came again with another body."""

    told: Counter[str] = field(default_factory=Counter)
    bodies: dict[str, bytes] = field(default_factory=dict)
    differing: set[str] = field(default_factory=set)

    async def serve(self) -> asyncio.Server:
        return await asyncio.start_server(self._take, "127.0.0.1", 0)

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            head = await reader.readuntil(b"\r\n\r\n")
            fields = dict(line.decode().lower().split(": ", 1) for line in head.strip().split(b"\r\n")[1:])
            self._keep(fields["questkeep-delivery"], await reader.readexactly(int(fields["content-length"])))
            writer.write(TAKEN)
            await writer.drain()
        writer.close()

    def _keep(self, number: str, body: bytes) -> None:
        self.told[number] += 1
        if self.bodies.setdefault(number, body) != body:
            self.differing.add(number)
