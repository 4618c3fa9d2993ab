"""A server for tests, on this machine: it takes what is sent to it and answers as it is told."""

from __future__ import annotations

import hashlib
import hmac
import json
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import chain
from typing import Any


@dataclass(frozen=True)
class Message:
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def plain(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.body)
        return found

    def is_signed_with(self, secret: str) -> bool:
        """As the documentation says it is to be checked."""
        told = dict(part.split("=", 1) for part in self.headers["questkeep-signature"].split(","))
        signed = told["t"].encode() + b"." + self.body
        wanted = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
        return hmac.compare_digest(wanted, told["v1"])


Reply = tuple[int, dict[str, str], bytes]


@dataclass
class Receiver:
    """`replies` are given in turn, then 204; `meanwhile` is done before each."""

    port: int = 0
    scheme: str = "http"
    host: str = "127.0.0.1"
    messages: list[Message] = field(default_factory=list)
    replies: list[Reply] = field(default_factory=list)
    meanwhile: Callable[[], object] = lambda: None
    raw: bytes | None = None
    """Said instead of any reply, byte for byte; then `afterwards`, a piece at a time, for as long as anybody listens."""
    afterwards: Iterator[bytes] = field(default_factory=lambda: iter(()))

    def url(self, path: str = "/hook") -> str:
        return f"{self.scheme}://{self.host}:{self.port}{path}"

    def answers(self, status: int, body: str = "", **headers: str) -> None:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.replies.append((status, named, body.encode()))

    def await_messages(self, count: int, within: float = 30.0) -> list[Message]:
        """Once there are so many."""
        end = time.monotonic() + within
        while len(self.messages) < count:
            assert time.monotonic() < end, f"{len(self.messages)} of {count} messages came"
            time.sleep(0.05)
        return list(self.messages)

    def take(self, handler: BaseHTTPRequestHandler) -> Reply:
        body = handler.rfile.read(int(handler.headers.get("Content-Length") or 0))
        headers = {name.lower(): value for name, value in handler.headers.items()}
        self.messages.append(Message(handler.path, headers, body))
        self.meanwhile()
        return self.replies.pop(0) if self.replies else (204, {}, b"")


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        receiver = self.server.receiver
        status, headers, body = receiver.take(self)
        if receiver.raw is not None:
            for piece in chain([receiver.raw], receiver.afterwards):
                self.wfile.write(piece)
            return
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: Any) -> None: ...


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, receiver: Receiver) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.receiver = receiver

    def handle_error(self, *args: Any) -> None:
        """A client that goes away, or trusts nobody, is no error of the test."""


@contextmanager
def receiving(tls: ssl.SSLContext | None = None, host: str = "127.0.0.1") -> Iterator[Receiver]:
    receiver = Receiver(scheme="https" if tls else "http", host=host)
    server = Server(receiver)
    if tls:
        server.socket = tls.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    receiver.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
