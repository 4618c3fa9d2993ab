"""The ASGI application, for pages and streams alike: `uvicorn config.asgi:application`."""

import asyncio
import os
import warnings
from typing import Any

import django
from django.conf import settings
from django.core import signals
from django.core.handlers.asgi import ASGIHandler
from django.db import connections

from config.handling import AsyncRequest
from jobs import measures, worker

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# whitenoise hands out its small files by plain iterators, on purpose.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")


class Measured:
    """A body whose length was not announced: announced once it is read, and kept no longer than any may be."""

    def __init__(self, scope: Any, receive: Any) -> None:
        self.scope, self.receive, self.length = scope, receive, 0

    async def __call__(self) -> Any:
        message = await self.receive()
        self.length += len(message.get("body", b""))
        if self.length > settings.REQUEST_MAX_BYTES:
            message = {**message, "body": b""}
        is_whole = message["type"] == "http.request" and not message.get("more_body", False)
        if is_whole and not any(name == b"content-length" for name, _ in self.scope["headers"]):
            self.scope["headers"] = [*self.scope["headers"], (b"content-length", b"%d" % self.length)]
        return message


class Handler(ASGIHandler):
    """Django's, but a request that breaks on its way out gives its database connection back to the pool as well.

    WebSockets are refused: there are none here, and Django would call it our mistake.
    """

    request_class = AsyncRequest

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await live(receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close"})
        else:
            await super().__call__(scope, receive, send)

    async def handle(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await super().handle(scope, Measured(scope, receive), send)
        except Exception:
            await signals.request_finished.asend(sender=type(self))
            raise


async def live(receive: Any, send: Any) -> None:
    """The server begins, and has to stop: what its worker has in hand is finished, or given back."""
    while True:
        message = await receive()
        if message["type"] == "lifespan.shutdown":
            await asyncio.to_thread(stop_worker)
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return


def stop_worker() -> None:
    if not settings.WORKER_IN_PROCESS:
        return
    from jobs import running  # noqa: PLC0415  (once every app is ready)

    try:
        running.stop()
    finally:
        connections.close_all()


django.setup(set_prefix=False)
measures.begin("streams")
if settings.WORKER_IN_PROCESS:
    worker.start()
application = Handler()
