"""The load: an evening of many tables at once, and the same questions of a short and a long ledger."""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import httpx

from campaigns.bench.script import the_script
from campaigns.live.reading import aside
from campaigns.models import Campaign
from config.trials import weighing
from config.trials.hammering import client
from config.trials.tables import Laid, Person
from config.trials.visiting import READS, Seated, Times, evening

Say = Callable[[str], None]
MIX = 10
WARM_UP, OPENING, GROUP, AT_ONCE = 5.0, 120.0, 50, 16
LATE, QUICK = 5.0, 0.5
"""Seconds in which the last acts reach their streams."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """`pause`: seconds between two things that one person does."""

    url: str
    folder: Path
    seconds: float
    streams: int
    pause: float
    seed: int = 6


@dataclass(kw_only=True)
class Report:
    """`rush`: pages each second when as many as can be are asked for. `faults`: streams that missed or repeated something."""

    times: Times
    share: dict[str, float]
    memory: dict[str, list[float]]
    connections: int
    rush: float = 0.0
    faults: list[str] = field(default_factory=list)


async def load(plan: Plan, tables: Sequence[Laid], say: Say) -> Report:
    async with AsyncExitStack() as held:
        http = await held.enter_async_context(client(plan.url))
        groups = [await held.enter_async_context(client(plan.url)) for _ in range(-(-plan.streams // GROUP))]
        seated = await aside(sit_down, tables)
        say(f"{plan.streams} streams are opened")
        listening, opened = await open_streams(plan, seated, groups)
        people = sum(len(table.people) for table in tables)
        say(f"all are open after {opened:.1f} s; {people} people play for {plan.seconds:.0f} s")
        playing = [asyncio.create_task(one) for one in _people(plan, http, seated)]
        report = await watched(plan, seated)
        await stop(playing)
        await heard(seated)
        await calm(http, seated[0])
        say("as many pages as can be")
        report.rush = await rushed(http, seated, min(10.0, plan.seconds))
        report.faults = list(stream_faults(seated))
        await stop(listening)
    return report


async def watched(plan: Plan, seated: Sequence[Seated]) -> Report:
    """While people play: what they waited for, and what the processes took."""
    times, most = seated[0].times, 0
    await asyncio.sleep(min(WARM_UP, plan.seconds))
    times.taken.clear()
    before, until = weighing.busy(plan.folder), time.monotonic() + plan.seconds
    while time.monotonic() < until:
        await asyncio.sleep(1)
        most = max(most, await aside(weighing.connections))
    kept = Times({name: list(found) for name, found in times.taken.items()}, times.errors, times.refused)
    share = weighing.share(before, weighing.busy(plan.folder))
    return Report(times=kept, share=share, memory=weighing.memory(plan.folder), connections=most)


def sit_down(tables: Sequence[Laid]) -> list[Seated]:
    """As the campaigns are now: they may have been played on before."""
    versions = dict(Campaign.objects.values_list("pk", "version"))
    script, times = the_script(), Times()
    known = {str(pk): version for pk, version in versions.items()}
    return [Seated(table, script, times, known[table.id]) for table in tables]


async def open_streams(
    plan: Plan, seated: Sequence[Seated], groups: Sequence[httpx.AsyncClient]
) -> tuple[list[asyncio.Task[None]], float]:
    begun = time.monotonic()
    seats = len(seated[0].table.people)
    turns = cycle((one, one.table.people[n]) for n in range(seats) for one in seated)
    listeners = [
        one.listens(groups[number // GROUP], person)
        for number, (one, person) in enumerate(islice(turns, plan.streams))
    ]
    tasks = [asyncio.create_task(one.run()) for one in listeners]
    async with asyncio.timeout(OPENING):
        for one in listeners:
            await one.open.wait()
    return tasks, time.monotonic() - begun


def _people(
    plan: Plan, http: httpx.AsyncClient, seated: Sequence[Seated]
) -> Iterator[Coroutine[Any, Any, None]]:
    for one in seated:
        for person in one.table.people:
            chance = random.Random(f"{plan.seed} {person.name}")  # noqa: S311  (so that a run can be had again)
            yield evening(http, one, person, chance, plan.pause, MIX)


async def stop(tasks: Sequence[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def heard(seated: Sequence[Seated]) -> None:
    until = time.monotonic() + LATE
    while time.monotonic() < until:
        if all(one.last >= at.version for at in seated for one in at.listeners):
            return
        await asyncio.sleep(0.02)


def stream_faults(seated: Sequence[Seated]) -> Iterator[str]:
    for at in seated:
        for one in at.listeners:
            yield from one.faults
            if one.seen != list(range(one.last - len(one.seen) + 1, one.last + 1)) or one.last < at.version:
                yield f"a stream of campaign {at.table.id} saw {one.seen} of the acts up to {at.version}"


async def calm(http: httpx.AsyncClient, at: Seated) -> None:
    """Until what was asked before has been answered: three times in a row nobody else is in the way."""
    until, quick = time.monotonic() + OPENING, 0
    while quick < 3 and time.monotonic() < until:
        begun = time.monotonic()
        await at.read(http, at.table.people[0], READS[0])
        quick = quick + 1 if time.monotonic() - begun < QUICK else 0


async def rushed(http: httpx.AsyncClient, seated: Sequence[Seated], seconds: float) -> float:
    """Pages each second, asked for by some who never wait."""
    until, done = time.monotonic() + seconds, 0

    async def reads(number: int) -> None:
        nonlocal done
        while time.monotonic() < until:
            at = seated[(number + AT_ONCE * done) % len(seated)]
            await at.read(http, at.table.people[0], READS[done % len(READS)])
            done += 1

    await asyncio.gather(*(reads(number) for number in range(AT_ONCE)))
    return done / seconds


@dataclass(frozen=True)
class Compared:
    """`short` in seconds; `ratio`: how much longer the long ledger took. Medians over the rounds."""

    short: float
    ratio: float


async def compare(url: str, short: Laid, long: Laid, rounds: int) -> dict[str, Compared]:
    """The same asked of both in turn, so that whatever else the machine does touches both."""
    async with client(url) as http:
        pair = [await aside(alone, table) for table in (short, long)]
        following = []
        for at in pair:
            listener = at.listens(http, at.table.people[0])
            following.append(asyncio.create_task(listener.run()))
            await asyncio.wait_for(listener.open.wait(), OPENING)
        for number in range(rounds + 2):
            for at in pair if number % 2 else reversed(pair):
                await _round(http, at, at.table.people[0])
            if number == 1:
                for at in pair:
                    at.times.taken.clear()
        await stop(following)
    errors = [name for at in pair for name in at.times.errors]
    assert not errors, errors
    one, other = (at.times.taken for at in pair)
    return {name: compared(one[name], other[name]) for name in one}


def compared(one: Sequence[float], other: Sequence[float]) -> Compared:
    ratios = [long / short for short, long in zip(one, other, strict=True)]
    return Compared(statistics.median(one), statistics.median(ratios))


def alone(table: Laid) -> Seated:
    return sit_down([table])[0]


async def _round(http: httpx.AsyncClient, at: Seated, person: Person) -> None:
    for page in dict.fromkeys(READS):
        await at.read(http, person, page)
    await at.act(http, person)
    await heard([at])


def quantile(values: Sequence[float], part: float) -> float:
    """In milliseconds; nothing measured is not a number."""
    if not values:
        return float("nan")
    return 1000 * sorted(values)[min(len(values) - 1, int(part * len(values)))]
