"""What streams read of the database: on threads of their own, each giving its connection back at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeVar
from uuid import UUID

from django.db import connections

from campaigns import ledger, records
from campaigns.models import Campaign, Entry, Seat
from campaigns.records import Record
from rules.kernel.offers import Viewer
from rules.kernel.ruleset import Ruleset

T = TypeVar("T")

THREADS = 4
PAGE = 100
"""Acts that are read at once."""

_threads = ThreadPoolExecutor(THREADS, thread_name_prefix="live")


async def aside(function: Callable[..., T], *arguments: Any) -> T:
    """The function's answer, found on a thread that holds no connection afterwards."""
    loop = asyncio.get_running_loop()
    run = partial(copy_context().run, _and_close, function, arguments)
    return await loop.run_in_executor(_threads, run)


def _and_close(function: Callable[..., T], arguments: tuple[Any, ...]) -> T:
    try:
        return function(*arguments)
    finally:
        connections.close_all()


@dataclass(frozen=True)
class Doors:
    """The seq of the last act, and what decides who may stay: while none of it changes, nobody is shut out."""

    version: int
    seating: int
    public_hash: str
    is_open: bool

    @property
    def who_may_stay(self) -> tuple[int, str, bool]:
        return self.seating, self.public_hash, self.is_open

    def at(self, version: int) -> Doors:
        return replace(self, version=version)


SHUT = Doors(0, 0, "", is_open=False)
"""Of a campaign that is no more."""


def doors_of(campaigns: Iterable[UUID]) -> dict[UUID, Doors]:
    rows = Campaign.objects.filter(pk__in=list(campaigns))
    found = rows.values_list("pk", "version", "seating", "public_hash", "deleted_at")
    return {
        pk: Doors(version, seating, public_hash, deleted_at is None)
        for pk, version, seating, public_hash, deleted_at in found
    }


@dataclass(frozen=True)
class Act:
    """An entry, the act it is about where it is an undo, and the undo that had taken it when it was read.

    `told` keeps what is sent of it.
    """

    record: Record
    about: Record | None
    undone_by: int | None
    told: dict[tuple[Any, ...], bytes] = field(default_factory=dict, compare=False)

    @property
    def seq(self) -> int:
        return self.record.seq

    def seen_by(self, viewer: Viewer) -> tuple[bool, ...]:
        """Which of its events, and of those it is about, this viewer may see."""
        about = self.about.body.events if self.about else ()
        return tuple(records.may_see(viewer, one.to) for one in (*self.record.body.events, *about))


@dataclass(frozen=True)
class News:
    """The acts after some seq, oldest first; the names of the seats; the doors as they were once all that was read."""

    acts: tuple[Act, ...]
    names: dict[str, str]
    doors: Doors


def news(campaign_id: UUID, ruleset: Ruleset[Any], after: int) -> News:
    """The doors come last: whoever was shut out before an act is not told of it."""
    entries = Entry.objects.filter(campaign_id=campaign_id, seq__gt=after).order_by("seq")[:PAGE]
    rows = [(records.decode(ruleset, text), by) for text, by in ledger.with_undone(entries)]
    known = ledger.with_abouts(campaign_id, ruleset, [record for record, _ in rows])
    acts = tuple(Act(one, known.get(one.undo.of) if one.is_undo else None, by) for one, by in rows)
    return News(acts, *_around(campaign_id))


def beginning(campaign_id: UUID) -> News:
    """No act, and where the ledger is."""
    return News((), *_around(campaign_id))


def _around(campaign_id: UUID) -> tuple[dict[str, str], Doors]:
    names = dict(Seat.objects.filter(campaign_id=campaign_id).values_list("key", "name"))
    return names, doors_of([campaign_id]).get(campaign_id, SHUT)
