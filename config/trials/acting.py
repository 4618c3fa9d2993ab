"""Clients who act: each sends what it wants until it is answered, by the same key however often that takes."""

from __future__ import annotations

import asyncio
import random
import time
import uuid
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import httpx

from campaigns.answers import Plain
from campaigns.bench.script import Steps
from campaigns.records import UNDO
from campaigns.scripts import named
from config.trials.tables import Laid, Person

AGAIN, LONGEST, THINKING = 0.2, 2.0, 0.06
IMPATIENT, TWICE, TAKE_BACK, RESTORE, OF_OTHERS = 0.02, 0.02, 0.12, 0.5, 0.2
"""How often a client hangs up on an answer, sends an act twice at once, takes one back, that again, and one of another's."""
BAD = (httpx.codes.INTERNAL_SERVER_ERROR, httpx.codes.NOT_IMPLEMENTED)
"""Answers that are a mistake of ours whatever has been killed."""


@dataclass
class Intent:
    """Something a person wants done once. Accepted it has `seq` and `act_id`; refused, `refused` says why."""

    person: Person
    path: str
    body: dict[str, Any]
    step: Plain | None = None
    key: str = field(default_factory=lambda: str(uuid.uuid4()))
    tries: int = 0
    seq: int = 0
    act_id: str = ""
    refused: str = ""

    @property
    def is_answered(self) -> bool:
        return bool(self.seq or self.refused)


@dataclass
class Log:
    """What all clients went through. `served`: when each act was acknowledged."""

    intents: list[Intent] = field(default_factory=list)
    served: list[float] = field(default_factory=list)
    troubles: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    @property
    def accepted(self) -> list[Intent]:
        return [one for one in self.intents if one.seq]

    @property
    def refused(self) -> list[Intent]:
        return [one for one in self.intents if one.refused]

    @property
    def retried(self) -> int:
        return sum(one.tries > 1 for one in self.intents)


@dataclass
class Client:
    """One person with a program."""

    http: httpx.AsyncClient
    table: Laid
    person: Person
    steps: Steps
    log: Log
    is_over: Callable[[], bool]
    chance: random.Random
    patience: float = 120.0

    async def play(self) -> None:
        while not self.is_over():
            intent = self._wish()
            self.log.intents.append(intent)
            await self._carry_out(intent)
            await asyncio.sleep(self.chance.uniform(0, 2 * THINKING))

    def _wish(self) -> Intent:
        mine = [one for one in self.log.accepted[-200:] if one.person.campaign == self.table.id]
        own = [one for one in mine if one.person is self.person]
        if own and own[-1].path.endswith("/undo/") and self.chance.random() < RESTORE:
            return self._undo(own[-1].seq)
        step = self.chance.choice(self.steps)
        if mine and (step["kind"] == UNDO or self.chance.random() < TAKE_BACK):
            chosen = self.chance.choice(mine) if self.chance.random() < OF_OTHERS or not own else own[-1]
            return self._undo(chosen.seq)
        while step["kind"] == UNDO:
            step = self.chance.choice(self.steps)
        return Intent(self.person, "acts/", named(step, self.table.names), step)

    def _undo(self, seq: int) -> Intent:
        return Intent(self.person, f"acts/{seq}/undo/", {})

    async def _carry_out(self, intent: Intent) -> None:
        """Until it is answered; somebody who waits too long is a fault."""
        end, first = time.monotonic() + self.patience, self.chance.random()
        if first < IMPATIENT:
            await self._send(intent, within=0.02)
        elif first < IMPATIENT + TWICE:
            await asyncio.gather(self._send(intent), self._send(intent))
        wait = AGAIN
        while not intent.is_answered and time.monotonic() < end:
            wait = await self._send(intent) or wait
            if not intent.is_answered:
                await asyncio.sleep(min(wait, LONGEST))
        if not intent.is_answered:
            self.log.faults.append(f"no answer in {self.patience:.0f} s to {intent.body or intent.path}")

    async def _send(self, intent: Intent, within: float = 20.0) -> float:
        """Once; how long the answer asks to wait."""
        intent.tries += 1
        path = f"/api/v1/campaigns/{self.table.id}/{intent.path}"
        headers = {"Authorization": f"Bearer {self.person.token}", "Idempotency-Key": intent.key}
        try:
            answer = await self.http.post(path, json=intent.body, headers=headers, timeout=within)
        except httpx.HTTPError as error:
            self.log.troubles[type(error).__name__] += 1
            return 0
        if answer.is_server_error or answer.status_code == httpx.codes.TOO_MANY_REQUESTS:
            self.log.troubles[str(answer.status_code)] += 1
            if answer.status_code in BAD:
                self.log.faults.append(f"{answer.status_code} to {intent.body or intent.path}")
            return float(answer.headers.get("Retry-After") or 0)
        self._answered(intent, answer)
        return 0

    def _answered(self, intent: Intent, answer: httpx.Response) -> None:
        said = answer.json()
        if answer.is_success:
            self._accepted(intent, said)
        elif intent.seq:
            self.log.faults.append(f"act {intent.seq} was accepted, and then {answer.status_code}: {said}")
        else:
            intent.refused = f"{answer.status_code} {said.get('code', '')}".strip()
            if answer.status_code == httpx.codes.FORBIDDEN and intent.step in self.steps:
                self.steps.remove(intent.step)  # whoever may not send this does not ask again

    def _accepted(self, intent: Intent, said: dict[str, Any]) -> None:
        self.log.served.append(time.monotonic())
        if intent.refused:
            self.log.faults.append(f"an act was refused ({intent.refused}), and then accepted: {said['seq']}")
        if intent.seq and (intent.seq, intent.act_id) != (said["seq"], said["act_id"]):
            self.log.faults.append(f"one key led to two acts: {intent.seq} and {said['seq']}")
        if any(said["command"].get(name) != value for name, value in intent.body.items()):
            self.log.faults.append(f"{intent.body} was answered as {said['command']}")
        intent.seq, intent.act_id, intent.refused = said["seq"], said["act_id"], ""
