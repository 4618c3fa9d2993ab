"""The hammer: people play while what they play on is killed, and nothing they were told is lost."""

from __future__ import annotations

import asyncio
import random
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from itertools import cycle, islice, pairwise
from pathlib import Path

import httpx

from campaigns.bench.script import the_script
from campaigns.live.reading import aside
from campaigns.models import Seat
from config.trials import verdict
from config.trials.acting import Client, Log
from config.trials.blows import Blow, Hammer
from config.trials.listening import Listener
from config.trials.receiving import Receiver
from config.trials.tables import Laid, lay
from deliveries.models import Webhook

Say = Callable[[str], None]
AN_END, EVERY, PATIENCE = 60.0, 5.0, 60.0
HOOKED = 3
"""Of so many campaigns one has a webhook."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """`drain`: seconds in which what was left to be done later is done; `pause`: between what is back and the next blow."""

    url: str
    folder: Path
    seconds: float
    clients: int
    campaigns: int
    drain: float
    pause: float
    seed: int


@dataclass(frozen=True, kw_only=True)
class Report:
    """`served`: the beginning, when each act was acknowledged, and the end."""

    log: Log
    blows: list[Blow]
    listeners: dict[str, list[Listener]]
    told: int
    repeated: int
    seconds: float
    served: list[float]
    drain: float | None
    faults: list[str]


def hammer(plan: Plan, say: Say) -> Report:
    """Everything: laid out, played and struck, and looked at."""
    say(f"laying {plan.campaigns} tables")
    seats = -(-plan.clients // plan.campaigns)
    tables = list(lay(plan.campaigns, seats))
    return asyncio.run(_Evening(plan, tables, say).spend())


class _Evening:
    def __init__(self, plan: Plan, tables: list[Laid], say: Say) -> None:
        self.plan, self.tables, self.say = plan, tables, say
        self.log, self.receiver = Log(), Receiver()
        self.listeners: dict[str, list[Listener]] = {}

    async def spend(self) -> Report:
        async with AsyncExitStack() as held:
            self.http = await held.enter_async_context(client(self.plan.url))
            self.http_of_streams = await held.enter_async_context(client(self.plan.url))
            server = await held.enter_async_context(await self.receiver.serve())
            await aside(self._hook, server.sockets[0].getsockname()[1])
            following = [asyncio.create_task(one.run()) for one in self._listeners()]
            self.begun = time.monotonic()
            striking = Hammer(self.plan.folder, self.http, self.say, self.plan.pause)
            counting = asyncio.create_task(self._count())
            over = asyncio.Event()
            playing = [asyncio.create_task(one.play()) for one in self._clients(over)]
            await striking.strike(lambda: time.monotonic() > self.begun + self.plan.seconds)
            over.set()
            await asyncio.gather(*playing)
            seconds = time.monotonic() - self.begun
            served = sorted([self.begun, *self.log.served, time.monotonic()])
            counting.cancel()
            self.say("all clients are answered; what was left to be done later is waited for")
            drain = await aside(verdict.drained, self.tables, self.plan.drain, self.say)
            ends = await aside(verdict.versions, self.tables)
            await self._heard(ends)
            for task in following:
                task.cancel()
            await asyncio.gather(*following, return_exceptions=True)
        self.say("ledgers, streams and webhooks are compared with what was answered")
        faults = [*self.log.faults, *striking.faults, *await aside(self._faults, ends)]
        return Report(
            log=self.log,
            blows=striking.blows,
            listeners=self.listeners,
            told=len(self.receiver.told),
            repeated=sum(self.receiver.told.values()) - len(self.receiver.told),
            seconds=seconds,
            served=served,
            drain=drain,
            faults=faults,
        )

    def _hook(self, port: int) -> None:
        for table in self.tables[::HOOKED]:
            where = f"http://127.0.0.1:{port}/{table.id}"
            seat = Seat.objects.get(campaign_id=table.id, key=table.people[0].seat)
            Webhook.objects.create(
                campaign_id=table.id, name="Hammer", url=where, secret=uuid.uuid4().hex, created_by=seat
            )

    def _listeners(self) -> Iterator[Listener]:
        for table in self.tables:
            headers = {"Authorization": f"Bearer {table.people[0].token}"}
            path = f"/api/v1/campaigns/{table.id}/stream/"
            listener = Listener(self.http_of_streams, path, headers, table.version)
            self.listeners[table.id] = [listener]
            yield listener

    def _clients(self, over: asyncio.Event) -> Iterator[Client]:
        steps, seats = the_script().evening, zip(*(table.people for table in self.tables), strict=True)
        turns = ((table, person) for row in seats for table, person in zip(self.tables, row, strict=True))
        for number, (table, person) in enumerate(islice(cycle(turns), self.plan.clients)):
            chance = random.Random(f"{self.plan.seed} {number}")  # noqa: S311  (so that a run can be had again)
            yield Client(self.http, table, person, list(steps), self.log, over.is_set, chance)

    async def _count(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            log, seconds = self.log, time.monotonic() - self.begun
            self.say(
                f"{seconds:4.0f} s: {len(log.accepted)} acts, {len(log.refused)} refused, {log.retried} retried"
            )

    async def _heard(self, ends: dict[str, int]) -> None:
        """Streams are given a moment for the last acts."""
        until = time.monotonic() + AN_END
        while time.monotonic() < until:
            behind = [k for k, found in self.listeners.items() for one in found if one.last < ends[k]]
            if not behind:
                return
            await asyncio.sleep(0.2)

    def _faults(self, ends: dict[str, int]) -> list[str]:
        nothing = [] if self.log.accepted else ["no act was accepted: there is nothing to prove"]
        return [
            *nothing,
            *verdict.of_jobs(self.tables),
            *verdict.of_ledgers(self.tables, self.log),
            *verdict.of_streams(self.tables, self.listeners, ends),
            *verdict.of_webhooks(self.tables, self.receiver),
        ]


def client(url: str) -> httpx.AsyncClient:
    """Without a connection that is kept: each request finds what is there now."""
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=0)
    said = {"Accept-Language": "en"}
    return httpx.AsyncClient(base_url=url, limits=limits, trust_env=False, headers=said, timeout=PATIENCE)


def gaps(served: Sequence[float], blows: Sequence[Blow]) -> tuple[float, dict[str, float]]:
    """The longest time in which no act was acknowledged, and the longest around each kind of blow."""
    pairs = list(pairwise(served))
    around: dict[str, float] = {}
    for blow in blows:
        found = [end - start for start, end in pairs if end >= blow.at and start <= blow.back]
        around[str(blow)] = max(around.get(str(blow), 0.0), *found, 0.0)
    return max((end - start for start, end in pairs), default=0.0), around
