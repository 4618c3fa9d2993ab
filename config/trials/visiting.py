"""People at their tables during an evening: they look at pages, and now and then they do something."""

from __future__ import annotations

import asyncio
import random
import time
import uuid
from collections import Counter
from collections.abc import Awaitable
from dataclasses import dataclass, field
from urllib.parse import urlencode

import httpx

from campaigns.bench.script import Script
from campaigns.forms import pairs
from campaigns.scripts import named
from config.trials.listening import Listener
from config.trials.tables import Laid, Person

READS = ("", "heroes/{hero}/", "heroes/{hero}/", "do/{shop}/?hero={hero}")
"""What is looked at, by its place in the campaign: sheets as often as all else."""
REFUSED = (httpx.codes.CONFLICT, httpx.codes.UNPROCESSABLE_ENTITY)
PATIENCE = 60.0


@dataclass
class Times:
    """Seconds by what was done; `errors` are answers that nobody should get."""

    taken: dict[str, list[float]] = field(default_factory=dict)
    errors: Counter[str] = field(default_factory=Counter)
    refused: int = 0

    def take(self, name: str, seconds: float) -> None:
        self.taken.setdefault(name, []).append(seconds)


@dataclass
class Seated:
    """A table with who listens to it. One act after the other, so that it is known which seq is whose."""

    table: Laid
    script: Script
    times: Times
    version: int = 0
    taps: Counter[str] = field(default_factory=Counter)
    sent: dict[int, float] = field(default_factory=dict)
    acting: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: list[Listener] = field(default_factory=list)

    @property
    def base(self) -> str:
        return f"/campaigns/{self.table.id}/"

    def listens(self, http: httpx.AsyncClient, person: Person) -> Listener:
        """One more page of this person is open."""
        listener = Listener(http, f"{self.base}stream/", cookies(person), self.version, self._heard)
        self.listeners.append(listener)
        return listener

    def _heard(self, seq: int) -> None:
        if seq in self.sent:
            self.times.take("act to stream", time.monotonic() - self.sent[seq])

    async def act(self, http: httpx.AsyncClient, person: Person) -> None:
        """A tap on the sheet, answered by the sheet; every other one takes back what the one before did."""
        async with self.acting:
            by = 1 if self.taps[person.hero] % 2 else -1
            plain = named(self.script.act | {"by": by}, self.table.names) | {"hero": person.hero}
            sheet = f"{self.base}heroes/{person.hero}/"
            form = {"tap": urlencode(pairs(plain)), "key": str(uuid.uuid4()), "next": sheet}
            form["csrfmiddlewaretoken"] = person.csrf
            self.sent[self.version + 1] = begun = time.monotonic()
            answer = await self._asked(
                http.post(f"{self.base}acts/", data=form, headers=cookies(person) | {"HX-Request": "true"})
            )
            if answer is None:
                return
            if answer.status_code == httpx.codes.OK:
                self.times.take("act", time.monotonic() - begun)
                self.version += 1
                self.taps[person.hero] += 1
            elif answer.status_code in REFUSED:
                self.times.refused += 1
            else:
                self.times.errors[f"{answer.status_code} to an act"] += 1

    async def read(self, http: httpx.AsyncClient, person: Person, page: str) -> None:
        begun = time.monotonic()
        answer = await self._asked(
            http.get(
                self.base + page.format(hero=person.hero, shop=self.script.shop), headers=cookies(person)
            )
        )
        if answer is not None and answer.status_code == httpx.codes.OK:
            self.times.take("page", time.monotonic() - begun)
        elif answer is not None:
            self.times.errors[f"{answer.status_code} to a page"] += 1

    async def _asked(self, asking: Awaitable[httpx.Response]) -> httpx.Response | None:
        try:
            async with asyncio.timeout(PATIENCE):
                return await asking
        except (httpx.HTTPError, TimeoutError) as error:
            self.times.errors[type(error).__name__] += 1
            return None


async def evening(
    http: httpx.AsyncClient, seated: Seated, person: Person, chance: random.Random, pause: float, mix: int
) -> None:
    """One person, who does something about every `pause` seconds: an act for each `mix` pages."""
    while True:
        await asyncio.sleep(chance.expovariate(1 / pause))
        if chance.random() < 1 / (mix + 1):
            await seated.act(http, person)
        else:
            await seated.read(http, person, chance.choice(READS))


def cookies(person: Person) -> dict[str, str]:
    return {"Cookie": f"sessionid={person.session}; csrftoken={person.csrf}"}
