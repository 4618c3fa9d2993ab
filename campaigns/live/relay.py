"""From process to process, by Redis: hints, and who is there. Nothing that is lost here is lost."""

from __future__ import annotations

import asyncio
import json
import logging
import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from uuid import UUID

import redis.asyncio
from django.conf import settings
from redis.exceptions import RedisError

CHANNEL = "questkeep:live"
PATIENCE, PAUSE, LONGEST_PAUSE = 2.0, 0.5, 5.0
WAITING = 1000
"""Messages on their way out; what is more is let go."""

log = logging.getLogger(__name__)


class Relay:
    def __init__(
        self,
        hinted: Callable[[UUID], None],
        told: Callable[[UUID, str, frozenset[str]], None],
        asked: Callable[[UUID], None],
        connected: Callable[[], None],
    ) -> None:
        self.hinted, self.told, self.asked, self.connected = hinted, told, asked, connected
        self.process = uuid.uuid4().hex
        self.out: asyncio.Queue[dict[str, Any]] | None = None
        self.said = time.monotonic()

    def tell(self, message: dict[str, Any]) -> None:
        """To the other processes, when they can be reached."""
        if self.out is not None:
            with suppress(asyncio.QueueFull):
                self.out.put_nowait(message | {"from": self.process})

    def is_time(self) -> bool:
        """Whether to say again who is there."""
        if self.out is None or time.monotonic() - self.said < settings.LIVE_BEAT:
            return False
        self.said = time.monotonic()
        return True

    async def run(self, url: str) -> None:
        """As long as the process lives: what comes and what goes, over a connection that is made again when it breaks."""
        pause = PAUSE
        while True:
            client = redis.asyncio.Redis.from_url(
                url, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE, health_check_interval=10
            )
            try:
                async with client, client.pubsub() as listening:
                    await listening.subscribe(CHANNEL)
                    self.out = asyncio.Queue(WAITING)  # what waited is of another time
                    self.connected()
                    pause = PAUSE
                    await self._both_ways(client, listening)
            except (RedisError, OSError) as error:
                log.warning("streams without Redis for now: %s", type(error).__name__)
            self.out = None
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _both_ways(self, client: Any, listening: Any) -> None:
        going = asyncio.create_task(self._send(client))
        try:
            while not going.done():
                message = await listening.get_message(ignore_subscribe_messages=True, timeout=1.0)
                if message is not None:
                    self._take(message["data"])
            await going
        finally:
            going.cancel()

    async def _send(self, client: Any) -> None:
        assert self.out is not None
        while True:
            await client.publish(CHANNEL, json.dumps(await self.out.get()))

    def _take(self, data: bytes) -> None:
        """What is no message of ours is passed over: the channel may be anybody's."""
        with suppress(ValueError, TypeError, KeyError, AttributeError):
            message = json.loads(data)
            if message.get("from") == self.process:
                return
            if "campaign" in message:
                self.hinted(UUID(message["campaign"]))
            elif "ask" in message:
                self.asked(UUID(message["ask"]))
            elif "here" in message:
                seats = frozenset(map(str, message["seats"]))
                self.told(UUID(message["here"]), str(message["from"]), seats)
