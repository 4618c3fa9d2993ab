"""The small proxy in front: streams go to the server that can hold them open, everything else to the one for pages.

One request for each connection to a server, so that a server that is started again loses nobody who has not been
answered: while it does not take connections, whoever asks waits a moment.
"""

from __future__ import annotations

import asyncio
import logging
import re
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote_to_bytes

FIRST = re.compile(rb"[A-Z]{1,20} (?P<path>/[^\x00-\x20\x7f?#]*)(?:\?[^\x00-\x20\x7f#]*)? HTTP/1\.[01]")
FIELD = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+:[^\x00\r\n]*")
"""A request and its header as every server reads them: nothing in them is a second request, or a line that is told by one
server from the line before it and not by another.
"""
LENGTH, CODING = (
    re.compile(rb"(?i)content-length:[ \t]*\d{1,18}[ \t]*"),
    re.compile(rb"(?i)transfer-encoding:"),
)
STREAM = re.compile(rb"(?:/api/v1)?/campaigns/[^/]+/stream/")
INSIDE = re.compile(rb"/+metrics(?:/.*)?", re.DOTALL)
"""What is asked of a server itself, not of the proxy."""
HEAD_BYTES, PIECE = 64 * 1024, 64 * 1024
HEAD_SECONDS, CONNECT_SECONDS, AGAIN = 15.0, 10.0, 0.1
OURS = re.compile(rb"(?i)(?:x-forwarded-[\w-]+|forwarded|connection|keep-alive|proxy-[\w-]+):")
AWAY = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 2\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
NOTHING = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
UNCLEAR = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
TOO_LONG = b"HTTP/1.1 431 Request Header Fields Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Proxy:
    """Ports of this machine: of the server for pages, and of the one for streams."""

    pages: int
    streams: int
    open: set[asyncio.Task[Any] | None] = field(default_factory=set, compare=False)
    """What is passed on now. The loop itself holds tasks weakly, and one whose client has hung up by nothing else."""

    async def serve(self, host: str, port: int) -> asyncio.Server:
        return await asyncio.start_server(self._connected, host, port, limit=HEAD_BYTES)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        self.open.add(task)
        try:
            await self._answer(reader, writer)
        finally:
            self.open.discard(task)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError, TimeoutError):
            try:
                head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), HEAD_SECONDS)
            except asyncio.LimitOverrunError:
                writer.write(TOO_LONG)
            else:
                path = path_of(head)
                if path is None:
                    writer.write(UNCLEAR)
                elif INSIDE.fullmatch(path):
                    writer.write(NOTHING)
                else:
                    await self._pass_on(head, reader, writer, is_stream=STREAM.fullmatch(path) is not None)
        with suppress(ConnectionError):
            writer.close()
            await writer.wait_closed()

    async def _pass_on(
        self, head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, is_stream: bool
    ) -> None:
        there = await connected(self.streams if is_stream else self.pages)
        if there is None:
            writer.write(AWAY)
            return
        answer, request = there
        request.write(rewritten(head, writer.get_extra_info("peername")[0]))
        sending = asyncio.create_task(copy(reader, request))
        receiving = asyncio.create_task(copy(answer, writer))
        try:
            await asyncio.wait((sending, receiving), return_when=asyncio.FIRST_COMPLETED)
            if not is_stream:  # who listens no more to a stream has gone
                await receiving
        finally:
            for task in (sending, receiving):
                task.cancel()
            await asyncio.gather(sending, receiving, return_exceptions=True)
            request.close()


def path_of(head: bytes) -> bytes | None:
    """What is asked for, as the server will read it; None where it is not clear what is, or how long it is."""
    first, *fields = head.removesuffix(b"\r\n\r\n").split(b"\r\n")
    asked = FIRST.fullmatch(first)
    if asked is None or not all(map(FIELD.fullmatch, fields)):
        return None
    lengths = [field for field in fields if field.lower().startswith(b"content-length:")]
    codings = [field for field in fields if CODING.match(field)]
    if len(lengths) + len(codings) > 1 or not all(map(LENGTH.fullmatch, lengths)):
        return None
    return unquote_to_bytes(asked["path"])


async def connected(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
    """A connection to a server of ours, which may be about to come back; None where it does not."""
    loop = asyncio.get_running_loop()
    until = loop.time() + CONNECT_SECONDS
    while loop.time() < until:
        with suppress(OSError):
            return await asyncio.open_connection("127.0.0.1", port)
        await asyncio.sleep(AGAIN)
    return None


async def copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Until the one side has said all. A side that does not read holds the other up, and nothing piles up here."""
    while piece := await reader.read(PIECE):
        writer.write(piece)
        await writer.drain()


def rewritten(head: bytes, client: str) -> bytes:
    """What a client says of proxies is not believed; the server is told who it is, and that one request comes."""
    first, *fields = head.rstrip(b"\r\n").split(b"\r\n")
    kept = [field for field in fields if not OURS.match(field)]
    said = [b"X-Forwarded-For: " + client.encode(), b"X-Forwarded-Proto: http", b"Connection: close"]
    return b"\r\n".join([first, *kept, *said]) + b"\r\n\r\n"
