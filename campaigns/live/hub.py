"""One hub per process: which campaigns are listened to here, what is new in them, and who is there.

It lives on the event loop of the server. Each campaign that anybody listens to has a channel, which reads new acts once
for all its listeners and keeps the last of them; a listener who has fallen further behind reads the ledger. Hints say
when to look. Whether they come or not, every few seconds all channels are compared with the ledger.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.conf import settings

from campaigns.live import reading
from campaigns.live.presence import Elsewhere, Here
from campaigns.live.reading import PAGE, SHUT, Act, Doors, aside
from campaigns.live.relay import Relay
from rules.kernel.ruleset import Ruleset

KEPT = 200
"""Acts of a campaign that are kept for its listeners."""
LINGER = 3.0
"""Seconds for which somebody is still there whose page is being loaded again."""
SLOW = 30.0
"""Seconds that a listener may take to receive one event."""

log = logging.getLogger(__name__)


@dataclass(eq=False)
class Listener:
    """One open stream. `sending`: since when it has been waiting for the other side to receive something."""

    seat: tuple[str, str] | None
    task: asyncio.Task[Any] | None
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    sending: float | None = None


@dataclass(eq=False)
class Channel:
    """What is known here of one campaign. `acts` follow one another without a gap; `doors` were read after them."""

    campaign_id: UUID
    ruleset: Ruleset[Any]
    doors: Doors = SHUT
    names: dict[str, str] = field(default_factory=dict)
    acts: deque[Act] = field(default_factory=lambda: deque(maxlen=KEPT))
    listeners: set[Listener] = field(default_factory=set)
    here: Counter[tuple[str, str]] = field(default_factory=Counter)
    elsewhere: Elsewhere = field(default_factory=Elsewhere)
    begun: asyncio.Lock = field(default_factory=asyncio.Lock)
    refreshing: asyncio.Task[None] | None = None
    is_stale: bool = False

    @property
    def people(self) -> Here:
        """Whoever looks at it now, by seat and name."""
        return tuple(sorted({*self.here, *self.elsewhere.now()}))

    def kept_since(self, seq: int) -> list[Act] | None:
        """The acts after `seq`; None where they are no longer all kept."""
        if seq >= self.doors.version:
            return []
        if not self.acts or self.acts[0].seq > seq + 1:
            return None
        return [act for act in self.acts if act.seq > seq]

    def wake(self) -> None:
        for listener in self.listeners:
            listener.woken.set()


class Hub:
    """All of it must be called on the loop; `hint` of the module comes from anywhere."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.channels: dict[UUID, Channel] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.relay = Relay(self._hinted, self._told_who, self._asked_who, self.refresh_all)
        self.start(self._watch())
        if settings.LIVE_REDIS_URL:
            self.start(self.relay.run(settings.LIVE_REDIS_URL))

    def start(self, work: Any) -> asyncio.Task[Any]:
        task = self.loop.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    @property
    def streams(self) -> int:
        return sum(len(channel.listeners) for channel in self.channels.values())

    # Listening

    async def channel_of(self, campaign_id: UUID, ruleset: Ruleset[Any]) -> Channel:
        """The campaign's channel, which knows where the ledger is by now."""
        channel = self.channels.get(campaign_id)
        if channel is None:
            channel = self.channels[campaign_id] = Channel(campaign_id, ruleset)
            self.relay.tell({"ask": str(campaign_id)})
        async with channel.begun:
            if not channel.doors.is_open:
                await self._begin(channel)
        return channel

    async def _begin(self, channel: Channel) -> None:
        """From the last act on; what was before is read by who asks for it."""
        found = await aside(reading.doors_of, [channel.campaign_id])
        doors = found.get(channel.campaign_id, SHUT)
        told = await aside(reading.news, channel.campaign_id, channel.ruleset, doors.version)
        channel.doors, channel.names = doors, told.names

    @contextmanager
    def listening(self, channel: Channel, seat: tuple[str, str] | None) -> Iterator[Listener]:
        """A place among the channel's listeners, and among who is there: None for who is not to be named."""
        listener = Listener(seat, asyncio.current_task())
        channel.listeners.add(listener)
        if seat:
            self._comes(channel, seat)
        try:
            yield listener
        finally:
            channel.listeners.discard(listener)
            self.loop.call_later(LINGER, self._left, channel, seat)

    def _comes(self, channel: Channel, seat: tuple[str, str]) -> None:
        channel.here[seat] += 1
        if channel.here[seat] == 1:
            self._people_changed(channel)

    def _left(self, channel: Channel, seat: tuple[str, str] | None) -> None:
        if seat:
            channel.here[seat] -= 1
            if not channel.here[seat]:
                del channel.here[seat]
                self._people_changed(channel)
        if not channel.listeners and not channel.here:
            self.channels.pop(channel.campaign_id, None)

    def _people_changed(self, channel: Channel) -> None:
        self.relay.tell({"here": str(channel.campaign_id), "people": list(channel.here)})
        channel.wake()

    # What is new

    def hint(self, campaign_id: UUID) -> None:
        """Something may have happened there."""
        channel = self.channels.get(campaign_id)
        if channel is not None:
            channel.is_stale = True
            if channel.refreshing is None or channel.refreshing.done():
                channel.refreshing = self.start(self._refresh(channel))

    def refresh_all(self) -> None:
        for campaign_id in self.channels:
            self.hint(campaign_id)

    async def _refresh(self, channel: Channel) -> None:
        """Reads until nobody says that there is more. What fails is tried again by the next look."""
        while channel.is_stale:
            channel.is_stale = False
            try:
                found = await aside(reading.news, channel.campaign_id, channel.ruleset, channel.doors.version)
            except Exception:
                log.exception("campaign %s could not be read for its streams", channel.campaign_id)
                return
            last = found.acts[-1].seq if found.acts else channel.doors.version
            channel.is_stale = channel.is_stale or len(found.acts) == PAGE
            channel.acts.extend(found.acts)
            if found.doors.version < last:  # the ledger is shorter than it was: another database
                channel.acts.clear()
                last = found.doors.version
            channel.names = found.names
            channel.doors = Doors(last, *found.doors.who_may_stay)
            channel.wake()

    async def _watch(self) -> None:
        """The look that needs no hint, and the end of streams that nobody reads."""
        while True:
            await asyncio.sleep(settings.LIVE_LOOK)
            self._close_slow()
            with suppress(Exception):  # the next look tells
                await self._look()

    async def _look(self) -> None:
        channels = dict(self.channels)
        if channels:
            found = await aside(reading.doors_of, list(channels))
            for campaign_id, channel in channels.items():
                if found.get(campaign_id, SHUT) != channel.doors:
                    self.hint(campaign_id)
        for channel in channels.values():
            if channel.elsewhere.expire():
                channel.wake()
        if self.relay.is_time():
            for channel in channels.values():
                self._say_who(channel)

    def _close_slow(self) -> None:
        since = time.monotonic() - SLOW
        for channel in self.channels.values():
            for listener in channel.listeners:
                if listener.sending is not None and listener.sending < since and listener.task:
                    log.info("a stream of campaign %s is closed: nobody reads it", channel.campaign_id)
                    listener.task.cancel()

    # Other processes

    def _hinted(self, campaign_id: UUID) -> None:
        self.hint(campaign_id)

    def _told_who(self, campaign_id: UUID, process: str, people: Here) -> None:
        channel = self.channels.get(campaign_id)
        if channel is not None and channel.elsewhere.told(process, people):
            channel.wake()

    def _asked_who(self, campaign_id: UUID) -> None:
        channel = self.channels.get(campaign_id)
        if channel is not None and channel.here:
            self._say_who(channel)

    def _say_who(self, channel: Channel) -> None:
        self.relay.tell({"here": str(channel.campaign_id), "people": list(channel.here)})


_hub: Hub | None = None


def hub() -> Hub:
    """This process's, on the loop that runs now."""
    global _hub  # noqa: PLW0603
    if _hub is None or _hub.loop is not asyncio.get_running_loop():
        _hub = Hub()
    return _hub


def hint(campaign_id: UUID) -> None:
    """From any thread; nothing where nobody listens in this process."""
    known = _hub
    if known is not None and known.channels and not known.loop.is_closed():
        known.loop.call_soon_threadsafe(known.hint, campaign_id)


def streams() -> int:
    """The open ones of this process."""
    return _hub.streams if _hub is not None else 0
