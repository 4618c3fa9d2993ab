"""One POST to a checked address: nothing is followed into a private network, nothing is read beyond a line, and whoever
answers drop by drop is not waited for.
"""

from __future__ import annotations

import math
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from urllib.parse import urljoin

import urllib3
from urllib3.connection import HTTPConnection, HTTPSConnection

from deliveries.webhooks.guard import ForbiddenError, Target, check
from rules.kernel.text import Text

PART, WHOLE = 10.0, 20.0
"""Seconds for each part of it (a connection, a line), and for all of it, redirects included."""
HOPS = 3
FOLLOWED = (307, 308)
READ = 300
DAY = 24 * 3600.0
BROKEN = (OSError, HTTPException, urllib3.exceptions.HTTPError)

SILENT = {
    "unknown_name": Text("Le nom du serveur n’a pas été trouvé.", "The server’s name was not found."),
    "timeout": Text("Pas de réponse à temps.", "No answer in time."),
    "certificate": Text(
        "Le certificat du serveur n’est pas valable.", "The server’s certificate is not valid."
    ),
    "no_connection": Text("Pas de connexion.", "No connection."),
    "broken_answer": Text("La réponse n’était pas du HTTP.", "The answer was not HTTP."),
}
"""What may be said where there was no answer."""


@dataclass(frozen=True)
class Answer:
    """`wait`: seconds after which the other side wants to be asked again. Of status 0, `text` is a key of `SILENT`."""

    status: int
    text: str = ""
    wait: float | None = None

    @property
    def is_taken(self) -> bool:
        return 200 <= self.status < 300

    @property
    def is_final(self) -> bool:
        """The address is no more."""
        return self.status in (404, 410)


def post(url: str, body: str, headers: dict[str, str]) -> Answer:
    """What was answered, or why nothing was; raises ForbiddenError."""
    try:
        return _follow(url, body, headers, time.monotonic() + WHOLE)
    except BROKEN as error:
        return Answer(0, _why(error))


def _why(error: Exception) -> str:
    """A key of `SILENT`. The order matters: most of these are OSErrors."""
    for kinds, why in (
        (socket.gaierror, "unknown_name"),
        (ssl.SSLCertVerificationError, "certificate"),
        (urllib3.exceptions.NewConnectionError, "no_connection"),  # which is a timeout by its class
        ((TimeoutError, urllib3.exceptions.TimeoutError), "timeout"),
        ((HTTPException, urllib3.exceptions.ProtocolError), "broken_answer"),
    ):
        if isinstance(error, kinds):
            return why
    return "no_connection"


def _follow(url: str, body: str, headers: dict[str, str], until: float) -> Answer:
    answer, location = _send(check(url), body, headers, until)
    for _ in range(HOPS):
        if answer.status not in FOLLOWED or not location:
            break
        before, url = url, _joined(url, location)
        if before.startswith("https:") and url.startswith("http:"):
            raise ForbiddenError("unprotected")
        answer, location = _send(check(url), body, headers, until)
    return answer


def _joined(url: str, location: str) -> str:
    """Where a redirect leads; raises ForbiddenError where that is no address."""
    try:
        return urljoin(url, location)
    except ValueError:
        raise ForbiddenError("not_an_address") from None


def _send(target: Target, body: str, headers: dict[str, str], until: float) -> tuple[Answer, str]:
    with _connected(target, until) as connection:
        connection.request(
            "POST",
            target.path,
            body=body.encode(),
            headers=headers | {"Host": target.authority},
            preload_content=False,
            decode_content=False,
        )
        response = connection.getresponse()
        text = b""
        with suppress(*BROKEN):  # the status says what became of it
            text = response.read(READ, decode_content=False)
    shown = "".join(
        letter if letter.isprintable() else " " for letter in text.decode("utf-8", "replace")
    ).strip()
    wait = seconds_of(response.headers.get("Retry-After", ""))
    return Answer(response.status, shown, wait), response.headers.get("Location", "")


@contextmanager
def _connected(target: Target, until: float) -> Iterator[HTTPConnection]:
    """To the address that was checked, in the name of the host; cut off when the time is over."""
    if until <= time.monotonic():
        raise TimeoutError
    connection, is_late = _connection(target), threading.Event()

    def cut() -> None:
        is_late.set()
        with suppress(OSError):
            socket.socket.shutdown(connection.sock, socket.SHUT_RDWR)  # beneath TLS: nothing is said

    clock = threading.Timer(until - time.monotonic(), cut)
    clock.daemon = True
    try:
        connection.connect()
        clock.start()
        yield connection
    except BROKEN as error:
        if is_late.is_set():
            raise TimeoutError from error
        raise
    finally:
        clock.cancel()
        connection.close()


def _connection(target: Target) -> HTTPConnection:
    if target.scheme == "http":
        return HTTPConnection(target.ip, target.port, timeout=PART)
    return HTTPSConnection(target.ip, target.port, timeout=PART, server_hostname=target.host)


def seconds_of(wanted: str) -> float | None:
    """`Retry-After` in seconds or as a date; None where it says neither."""
    try:
        seconds = float(wanted)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(wanted).timestamp() - time.time()
        except (ValueError, TypeError, OverflowError):
            return None
    return min(max(seconds, 1.0), DAY) if math.isfinite(seconds) else None
