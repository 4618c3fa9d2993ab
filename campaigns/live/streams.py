"""A stream as server-sent events: `hello`, then every act after the one that was seen last, and who is there.

`act` has the act as the history tells it to this viewer, its `id` is the act's seq. `here` lists who is there, `seat` says
that the own seat has changed, `reset` that the ledger is not the one that was seen, `gone` that the stream is over for good.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec
from asgiref.sync import sync_to_async
from django.core.exceptions import PermissionDenied
from django.core.handlers.asgi import ASGIRequest
from django.db import connections
from django.http import Http404, HttpRequest, StreamingHttpResponse
from django.utils import translation
from rest_framework.exceptions import APIException

from campaigns import ledger
from campaigns.access import Entrance
from campaigns.api.past import history_answer
from campaigns.live import reading
from campaigns.live.hub import Channel, Listener, hub
from campaigns.live.presence import Here
from campaigns.live.reading import Act, aside
from campaigns.localising import localised

MEDIA_TYPE = "text/event-stream"
RETRY = 2000
"""Milliseconds after which a client that was cut off comes back."""
BEAT = 15.0
"""Seconds of silence after which a sign of life is given, and it is asked again who this is."""

Again = Callable[[], Entrance]
"""Enters anew, by what the client came with; raises Http404 and the like where that opens the door no longer."""

OUT = (Http404, PermissionDenied, APIException)
SILENCE = b":\n\n"
GONE = b"event: gone\ndata: {}\n\n"


def respond(
    request: HttpRequest, entrance: Entrance, again: Again, since: int | None
) -> StreamingHttpResponse:
    """The stream. A server that can hold none open gives what has happened, and says when to ask again."""
    language = translation.get_language() or "en"
    seen = entrance.campaign.version if since is None else since
    is_open = isinstance(request, ASGIRequest)
    content: Any = (
        Stream(entrance, again, seen, language).pieces() if is_open else replay(entrance, seen, language)
    )
    response = StreamingHttpResponse(content, content_type=f"{MEDIA_TYPE}; charset=utf-8")
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    return response


def last_seen(request: HttpRequest) -> int | None:
    """The seq the client names, as a browser that comes back does or in the address; None where it names none."""
    for text in (request.headers.get("Last-Event-ID", ""), request.GET.get("since", "")):
        if text.isascii() and text.isdecimal() and len(text) <= 18:
            return int(text)
    return None


def replay(entrance: Entrance, seen: int, language: str) -> Iterator[bytes]:
    """All that has happened since, a page at a time."""
    yield hello(seen)
    seen = min(seen, entrance.campaign.version)
    while True:
        found = reading.news(entrance.campaign.id, entrance.ruleset, seen)
        for act in found.acts:
            yield told(act, entrance, found.names, language)
            seen = act.seq
        if len(found.acts) < reading.PAGE:
            return


@dataclass
class Stream:
    """One client: what they have seen, and by which right they look."""

    entrance: Entrance
    again: Again
    seen: int
    language: str
    checked: float = field(default_factory=time.monotonic)
    doors: Any = None
    people: Here | None = None
    is_over: bool = False

    async def pieces(self) -> AsyncIterator[bytes]:
        await sync_to_async(
            connections.close_all
        )()  # the request's own: it would be held as long as the stream
        now = hub()
        channel = await now.channel_of(self.entrance.campaign.id, self.entrance.ruleset)
        with now.listening(channel, self._named()) as listener:
            async for piece in self._all(channel, listener):
                listener.sending = time.monotonic()
                yield piece
                listener.sending = None

    def _named(self) -> tuple[str, str] | None:
        seat = self.entrance.looker or self.entrance.seat
        return None if self.entrance.is_guest else (seat.key, seat.name)

    async def _all(self, channel: Channel, listener: Listener) -> AsyncIterator[bytes]:
        self.doors = channel.doors.who_may_stay
        for piece in self._beginning(channel):
            yield piece
        while not self.is_over:
            listener.woken.clear()
            for piece in await self._news(channel):
                yield piece
            if self.seen >= channel.doors.version and not await is_woken(listener):
                yield SILENCE

    def _beginning(self, channel: Channel) -> Iterator[bytes]:
        if self.seen > channel.doors.version:
            yield RESET
            self.seen = channel.doors.version
        yield hello(self.seen)

    async def _news(self, channel: Channel) -> list[bytes]:
        """What there is to tell, no more than is kept; nothing of what came after somebody was shut out."""
        acts, doors = await self._since(channel)
        pieces = []
        if doors.who_may_stay != self.doors or time.monotonic() - self.checked > BEAT:
            self.doors = doors.who_may_stay
            pieces += await self._enter_again()
        if self.is_over:
            return pieces
        for act in acts:
            pieces.append(told(act, self.entrance, channel.names, self.language))
            self.seen = act.seq
        if channel.people != self.people and not self.entrance.is_guest:
            self.people = channel.people
            pieces.append(here(self.people))
        return pieces

    async def _since(self, channel: Channel) -> tuple[list[Act], reading.Doors]:
        """The next acts, and the doors as they were once these were read."""
        kept = channel.kept_since(self.seen)
        if kept is not None:
            return kept, channel.doors
        found = await aside(reading.news, channel.campaign_id, channel.ruleset, self.seen)
        return list(found.acts), found.doors

    async def _enter_again(self) -> list[bytes]:
        """What to tell of it: that it is over, or that the seat is another."""
        self.checked = time.monotonic()
        before = self.entrance
        try:
            self.entrance = await aside(self.again)
        except OUT:
            self.is_over = True
            return [GONE]
        seat, was = self.entrance.seat, before.seat
        is_same = (seat.key, seat.role, seat.name, seat.owner) == (was.key, was.role, was.name, was.owner)
        return [] if is_same and self.entrance.viewer == before.viewer else [SEAT]


async def is_woken(listener: Listener) -> bool:
    """Whether anything came before it was time for a sign of life."""
    try:
        await asyncio.wait_for(listener.woken.wait(), BEAT)
    except TimeoutError:
        return False
    return True


def event(name: str, data: Any, seq: int | None = None) -> bytes:
    """One line of data: JSON has no line breaks of its own."""
    id_ = b"" if seq is None else b"id: %d\n" % seq
    return b"%sevent: %s\ndata: %s\n\n" % (id_, name.encode(), msgspec.json.encode(data))


SEAT = event("seat", {})
RESET = event("reset", {})


def hello(seen: int) -> bytes:
    return b"retry: %d\n" % RETRY + event("hello", {"seen": seen}, seen)


def here(people: Here) -> bytes:
    return event("here", [{"seat": key, "name": name} for key, name in people])


def told(act: Act, entrance: Entrance, names: dict[str, str], language: str) -> bytes:
    """The act as this viewer's history has it."""
    viewer = entrance.viewer
    abouts = {act.about.seq: act.about} if act.about else {}
    said = ledger.say(entrance.ruleset, viewer, [act.record], abouts)[act.seq]
    line = ledger.line(act.record, viewer, names, act.undone_by, said)
    with translation.override(language):
        return event("act", localised(history_answer(line)), act.seq)
