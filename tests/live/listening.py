"""A client of a stream, which reads in a thread of its own; what it waits for comes within a deadline or never."""

from __future__ import annotations

import http.client
import json
import queue
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

PATIENCE = 20.0


@dataclass(frozen=True)
class Event:
    """`at`: when it came."""

    name: str
    id: str
    data: Any
    at: float

    @property
    def seq(self) -> int:
        return int(self.id)


class Listening:
    """One connection. `raw` is all that came."""

    def __init__(self, url: str, headers: dict[str, str]) -> None:
        parts = urlsplit(url)
        assert parts.hostname
        self.connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=PATIENCE)
        self.connection.request("GET", f"{parts.path}?{parts.query}", headers=headers)
        self.socket = self.connection.sock
        self.answer = self.connection.getresponse()
        self.raw = b""
        self.signed = threading.Event()
        self.seen: list[Event] = []
        self.came: queue.Queue[Event | None] = queue.Queue()
        if self.answer.status == 200:
            threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        with suppress(OSError, ValueError, AttributeError, http.client.HTTPException):
            for event in self._events():
                self.came.put(event)
        self.came.put(None)

    def _events(self) -> Iterator[Event]:
        fields: dict[str, str] = {}
        while line := self.answer.readline():
            self.raw += line
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name.startswith(":"):
                self.signed.set()
            elif name:
                fields[name] = value
            elif "event" in fields:
                yield Event(
                    fields["event"], fields.get("id", ""), json.loads(fields["data"]), time.monotonic()
                )
                fields = {}
            else:
                fields = {}

    def next(self, *names: str, within: float = PATIENCE) -> Event:
        """The next of these, passing over others; who is there is passed over unless it is asked for."""
        end = time.monotonic() + within
        while True:
            event = self._take(end - time.monotonic())
            if event is None:
                raise AssertionError(f"ended before {names}: {self.seen}")
            if event.name in names or (not names and event.name != "here"):
                return event

    def sign(self, within: float = PATIENCE) -> bool:
        """Whether a sign of life comes in time."""
        return self.signed.wait(within)

    def _take(self, seconds: float) -> Event | None:
        try:
            event = self.came.get(timeout=max(0.0, seconds))
        except queue.Empty:
            raise TimeoutError(f"nothing came: {self.seen}") from None
        if event is not None:
            self.seen.append(event)
        return event

    def acts(self, upto: int, within: float = PATIENCE) -> list[Event]:
        """Every act until this one."""
        found: list[Event] = []
        while not found or found[-1].seq < upto:
            found.append(self.next("act", within=within))
        return found

    def rest(self, within: float = PATIENCE) -> list[Event]:
        """What comes until the server ends it."""
        end, found = time.monotonic() + within, []
        while (event := self._take(end - time.monotonic())) is not None:
            found.append(event)
        return found

    def here(self, *names: str, within: float = PATIENCE) -> None:
        """Waits until just these people are there."""
        while sorted(one["name"] for one in self.next("here", within=within).data) != sorted(names):
            pass

    def close(self) -> None:
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()
