"""A stream as server-sent events: `hello`, then every act after the one that was seen last, and who is there.

`act` has the act as the history tells it to this viewer, its `id` is the act's seq. `here` lists who is there, `seat` says
that the own seat has changed, `reset` that the ledger is not the one that was seen, `gone` that the stream is over for good.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from asgiref.sync import SyncToAsync, sync_to_async
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.core.handlers.asgi import ASGIRequest
from django.db import connections
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils import translation
from rest_framework.exceptions import APIException

from campaigns import ledger
from campaigns.access import Entrance
from campaigns.api.past import history_answer
from campaigns.live import reading
from campaigns.live.hub import Channel, Listener, People, hub
from campaigns.live.reading import Act, aside
from campaigns.localising import localised

MEDIA_TYPE = "text/event-stream"
CONTENT_TYPE = f"{MEDIA_TYPE}; charset=utf-8"
RETRY = 2000
"""Milliseconds after which a client that was cut off comes back."""
Again = Callable[[], Entrance]
"""Enters anew, by what the client came with; raises Http404 and the like where that opens the door no longer."""

OUT = (Http404, PermissionDenied, APIException)
SILENCE = b":\n\n"
GONE = b"event: gone\ndata: {}\n\n"


def respond(request: HttpRequest, entrance: Entrance, again: Again, since: int | None) -> HttpResponseBase:
    """The stream. A server that can hold none open gives what has happened, and says when to ask again."""
    language = translation.get_language() or "en"
    seen = entrance.campaign.version if since is None else since
    response: HttpResponseBase
    if request.method == "HEAD":
        response = HttpResponse(content_type=CONTENT_TYPE)
    elif isinstance(request, ASGIRequest):
        stream = Stream(entrance, again, seen, language)
        response = StreamingHttpResponse(stream.pieces(), content_type=CONTENT_TYPE)
    else:
        response = StreamingHttpResponse(replay(entrance, seen, language), content_type=CONTENT_TYPE)
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
    seen, pieces = beginning(entrance, seen)
    yield from pieces
    while True:
        found = reading.news(entrance.campaign.id, entrance.ruleset, seen)
        for act in found.acts:
            yield told(act, entrance, found.names, language)
            seen = act.seq
        if len(found.acts) < reading.PAGE:
            return


def beginning(entrance: Entrance, seen: int) -> tuple[int, list[bytes]]:
    """From which act on it is told, and what comes first. Nobody has seen more than there was when they asked."""
    version = entrance.campaign.version
    return (version, [RESET, hello(version)]) if seen > version else (seen, [hello(seen)])


@dataclass
class Stream:
    """One client: what they have seen, and by which right they look."""

    entrance: Entrance
    again: Again
    seen: int
    language: str
    checked: float = 0.0
    doors: tuple[Any, ...] | None = None
    people: People = ()
    is_over: bool = False

    async def pieces(self) -> AsyncIterator[bytes]:
        await leave_request()
        self.seen, first = beginning(self.entrance, self.seen)
        campaign = self.entrance.campaign
        channel, listener = await hub().join(campaign.id, self.entrance.ruleset, self._named())
        for piece in first:
            yield piece
        async for piece in self._all(channel, listener):
            listener.sending = time.monotonic()
            yield piece
            listener.sending = None

    def _named(self) -> str | None:
        """The seat that is there; a guest has none."""
        return None if self.entrance.is_guest else (self.entrance.looker or self.entrance.seat).key

    async def _all(self, channel: Channel, listener: Listener) -> AsyncIterator[bytes]:
        while not self.is_over:
            listener.woken.clear()
            is_behind = False
            async for piece in self._news(channel):
                is_behind = True
                yield piece
            if not is_behind and not self.is_over and not await is_woken(listener):
                yield SILENCE

    async def _news(self, channel: Channel) -> AsyncIterator[bytes]:
        """What there is to tell, no more than is kept; nothing of what came after somebody was shut out."""
        acts, doors = await self._since(channel)
        if doors.who_may_stay != self.doors or time.monotonic() - self.checked >= settings.LIVE_BEAT:
            self.doors = doors.who_may_stay
            if piece := await self._enter_again():
                yield piece
        if self.is_over:
            return
        for act in acts:
            yield told(act, self.entrance, channel.names, self.language)
            self.seen = act.seq
        if channel.people != self.people and not self.entrance.is_guest:
            self.people = channel.people
            yield here(self.people)

    async def _since(self, channel: Channel) -> tuple[Sequence[Act], reading.Doors]:
        """The next acts, and the doors as they were once these were read."""
        kept, doors = channel.kept_since(self.seen), channel.doors
        if kept is not None and doors is not None:
            return kept, doors
        found = await aside(reading.news, channel.campaign_id, channel.ruleset, self.seen)
        return found.acts, found.doors

    async def _enter_again(self) -> bytes | None:
        """What to tell of it: that it is over, or that the seat is another. Whoever is somebody else now comes anew."""
        self.checked = time.monotonic()
        before, named = self.entrance, self._named()
        try:
            self.entrance = await aside(self.again)
        except OUT:
            self.is_over = True
            return GONE
        seat, was = self.entrance.seat, before.seat
        self.is_over = self._named() != named
        is_same = (seat.key, seat.role, seat.name, seat.owner) == (was.key, was.role, was.name, was.owner)
        return None if is_same and self.entrance.viewer == before.viewer else SEAT


async def leave_request() -> None:
    """Its database connection and its thread, which would be held for as long as the stream is."""
    await sync_to_async(connections.close_all)()
    context = SyncToAsync.thread_sensitive_context.get(None)
    thread = SyncToAsync.context_to_thread_executor.pop(context, None) if context else None
    if thread is not None:
        thread.shutdown(wait=False)


async def is_woken(listener: Listener) -> bool:
    """Whether anything came before it was time for a sign of life."""
    try:
        async with asyncio.timeout(settings.LIVE_BEAT):  # wait_for of 3.11 may lose that the client has gone
            await listener.woken.wait()
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


def here(people: People) -> bytes:
    return event("here", [{"seat": key, "name": name} for key, name in people])


def told(act: Act, entrance: Entrance, names: dict[str, str], language: str) -> bytes:
    """The act as this viewer's history has it; put together once for all who may see the same of it."""
    body = act.record.body
    key = (language, act.seen_by(entrance.viewer), names.get(body.seat), names.get(body.on_behalf_of))
    if key not in act.told:
        act.told[key] = _told(act, entrance, names, language)
    return act.told[key]


def _told(act: Act, entrance: Entrance, names: dict[str, str], language: str) -> bytes:
    viewer = entrance.viewer
    abouts = {act.about.seq: act.about} if act.about else {}
    said = ledger.say(entrance.ruleset, viewer, [act.record], abouts)[act.seq]
    line = ledger.line(act.record, viewer, names, act.undone_by, said)
    with translation.override(language):
        return event("act", localised(history_answer(line)), act.seq)
