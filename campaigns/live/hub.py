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
from collections.abc import Sequence
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.conf import settings

from campaigns import measures
from campaigns.live import reading
from campaigns.live.presence import Elsewhere
from campaigns.live.reading import PAGE, SHUT, Act, Doors, aside
from campaigns.live.relay import Relay
from rules.kernel.ruleset import Ruleset

KEPT = 200
"""Acts of a campaign that are kept for its listeners."""
LINGER = 3.0
"""Seconds for which somebody is still there whose page is being loaded again."""
MISSED = 2.5
"""Beats after which a process that says nothing is believed to be gone."""

People = tuple[tuple[str, str], ...]
"""Seats by key and name."""

log = logging.getLogger(__name__)


@dataclass(eq=False)
class Listener:
    """One open stream; `seat` is None for who is not to be named.

    `sending`: since when it has been waiting for the other side to receive something.
    """

    seat: str | None
    task: asyncio.Task[Any]
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    sending: float | None = None

    def cut(self) -> None:
        """Whoever is at the other end comes back, and says what they have seen."""
        self.task.cancel()


@dataclass(eq=False)
class Channel:
    """What is known here of one campaign. `acts` follow one another without a gap, up to the doors' version.

    `doors` were read after them, and are None until anything has been read.
    """

    campaign_id: UUID
    ruleset: Ruleset[Any]
    doors: Doors | None = None
    names: dict[str, str] = field(default_factory=dict)
    acts: deque[Act] = field(default_factory=lambda: deque(maxlen=KEPT))
    listeners: set[Listener] = field(default_factory=set)
    here: Counter[str] = field(default_factory=Counter)
    elsewhere: Elsewhere = field(default_factory=Elsewhere)
    beginning: asyncio.Lock = field(default_factory=asyncio.Lock)
    refreshing: asyncio.Task[None] | None = None
    is_stale: bool = False

    @property
    def people(self) -> People:
        """Whoever looks at it now."""
        known = {*self.here, *self.elsewhere.now()} & self.names.keys()
        return tuple((key, self.names[key]) for key in sorted(known))

    def kept_since(self, seq: int) -> list[Act] | None:
        """The acts after `seq`; None where they are not all kept."""
        if self.doors is None or seq >= self.doors.version:
            return []
        if not self.acts or self.acts[0].seq > seq + 1:
            return None
        return [act for act in self.acts if act.seq > seq]

    def keep(self, acts: Sequence[Act]) -> None:
        """The next ones. An undo changes how those before it are told: they are read anew by who still needs them."""
        if any(act.record.is_undo for act in acts):
            self.acts.clear()
        self.acts.extend(acts)

    def wake(self) -> None:
        for listener in self.listeners:
            listener.woken.set()


class Hub:
    """All of it must be called on the loop; `hint` of the module comes from anywhere."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.channels: dict[UUID, Channel] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.relay = Relay(self.hint, self._told_who, self._asked_who, self._connected)
        self.start(self._watch())
        if settings.LIVE_REDIS_URL:
            self.start(self.relay.run(settings.LIVE_REDIS_URL))

    def start(self, work: Any) -> asyncio.Task[Any]:
        """In a context of its own: it outlives the request that gave rise to it."""
        task = self.loop.create_task(work, context=Context())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    @property
    def streams(self) -> int:
        return sum(len(channel.listeners) for channel in self.channels.values())

    # Listening

    async def join(
        self, campaign_id: UUID, ruleset: Ruleset[Any], seat: str | None
    ) -> tuple[Channel, Listener]:
        """For as long as the task that asks lives: a place among those who are told, and who are there."""
        channel = self.channels.get(campaign_id)
        if channel is None:
            channel = self.channels[campaign_id] = Channel(campaign_id, ruleset)
            self.relay.tell({"ask": str(campaign_id)})
        task = asyncio.current_task()
        assert task is not None
        listener = Listener(seat, task)
        channel.listeners.add(listener)
        measures.stream("seat" if seat else "guest", 1)
        task.add_done_callback(lambda _task: self._leaves(channel, listener))
        async with channel.beginning:
            if channel.doors is None:
                await self._begin(channel)
        if seat:
            self._comes(channel, listener, seat)
        return channel, listener

    async def _begin(self, channel: Channel) -> None:
        """From the last act on; what was before is read by who asks for it."""
        found = await aside(reading.beginning, channel.campaign_id)
        channel.names, channel.doors = found.names, found.doors
        if channel.is_stale:
            self._look_at(channel)

    def _comes(self, channel: Channel, listener: Listener, seat: str) -> None:
        channel.here[seat] += 1
        listener.task.add_done_callback(lambda _task: self.loop.call_later(LINGER, self._goes, channel, seat))
        if channel.here[seat] == 1:
            self._people_changed(channel)

    def _goes(self, channel: Channel, seat: str) -> None:
        channel.here[seat] -= 1
        if not channel.here[seat]:
            del channel.here[seat]
            self._people_changed(channel)
        self._close_if_empty(channel)

    def _leaves(self, channel: Channel, listener: Listener) -> None:
        channel.listeners.discard(listener)
        measures.stream("seat" if listener.seat else "guest", -1)
        self._close_if_empty(channel)

    def _close_if_empty(self, channel: Channel) -> None:
        if not channel.listeners and not channel.here:
            del self.channels[channel.campaign_id]

    def _people_changed(self, channel: Channel) -> None:
        self._say_who(channel)
        channel.wake()

    # What is new

    def hint(self, campaign_id: UUID) -> None:
        """Something may have happened there."""
        channel = self.channels.get(campaign_id)
        if channel is not None:
            channel.is_stale = True
            if channel.doors is not None:
                self._look_at(channel)

    def _look_at(self, channel: Channel) -> None:
        if channel.refreshing is None or channel.refreshing.done():
            channel.refreshing = self.start(self._refresh(channel))

    async def _refresh(self, channel: Channel) -> None:
        """Reads until nobody says that there is more. What fails is tried again by the next look."""
        while channel.is_stale:
            channel.is_stale = False
            assert channel.doors is not None
            known = channel.doors.version
            try:
                found = await aside(reading.news, channel.campaign_id, channel.ruleset, known)
            except Exception:
                log.exception("campaign %s could not be read for its streams", channel.campaign_id)
                return
            channel.is_stale = channel.is_stale or len(found.acts) == PAGE
            channel.keep(found.acts)
            channel.names = found.names
            channel.doors = found.doors.at(found.acts[-1].seq if found.acts else known)
            channel.wake()
            if found.doors.version < known:  # another database, which has less
                self._start_over(channel, found.doors)

    def _start_over(self, channel: Channel, doors: Doors) -> None:
        channel.acts.clear()
        channel.doors = doors
        for listener in channel.listeners:
            listener.cut()

    async def _watch(self) -> None:
        """The look that needs no hint, and the end of streams that nobody reads."""
        while True:
            await asyncio.sleep(settings.LIVE_LOOK)
            self._cut_slow()
            self._keep_up_who()
            with suppress(Exception):  # the next look tells
                await self._look()

    async def _look(self) -> None:
        channels = {key: channel for key, channel in self.channels.items() if channel.doors}
        found = await aside(reading.doors_of, list(channels)) if channels else {}
        for campaign_id, channel in channels.items():
            if found.get(campaign_id, SHUT) != channel.doors:
                self.hint(campaign_id)

    def _cut_slow(self) -> None:
        since = time.monotonic() - settings.LIVE_SLOW
        for channel in self.channels.values():
            for listener in channel.listeners:
                if listener.sending is not None and listener.sending < since:
                    log.info("a stream of campaign %s is closed: nobody reads it", channel.campaign_id)
                    listener.cut()

    # Other processes

    def _connected(self) -> None:
        """To the others, for the first time or again: what may have been missed is made up for."""
        for campaign_id, channel in self.channels.items():
            self.relay.tell({"ask": str(campaign_id)})
            self._say_who(channel)
            self.hint(campaign_id)

    def _told_who(self, campaign_id: UUID, process: str, keys: frozenset[str]) -> None:
        channel = self.channels.get(campaign_id)
        if channel is not None and channel.elsewhere.told(process, keys):
            channel.wake()

    def _asked_who(self, campaign_id: UUID) -> None:
        channel = self.channels.get(campaign_id)
        if channel is not None and channel.here:
            self._say_who(channel)

    def _keep_up_who(self) -> None:
        """Said again now and then; who says nothing any more is gone."""
        is_time = self.relay.is_time()
        for channel in self.channels.values():
            if channel.elsewhere.forget(MISSED * settings.LIVE_BEAT):
                channel.wake()
            if is_time and channel.here:
                self._say_who(channel)

    def _say_who(self, channel: Channel) -> None:
        self.relay.tell({"here": str(channel.campaign_id), "seats": list(channel.here)})


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


def process() -> str:
    """What others know this process by; empty for one that has never had a stream."""
    return _hub.relay.process if _hub is not None else ""


def streams() -> int:
    """The open ones of this process."""
    return _hub.streams if _hub is not None else 0
