"""Carrying jobs out: claim, run, and write down what became of it."""

from __future__ import annotations

import json
import logging
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import F, Q

from jobs import about, clock, kinds, measures
from jobs.kinds import Kind
from jobs.models import WAITING, Job
from jobs.transactions import writing

PATIENCE = 5.0
"""Seconds that a job in hand is given when its worker has to stop."""
PAUSE = 0.5
"""Seconds between two signs of life of work that counts its steps."""

DEATHS = 5
"""So often, beyond its attempts, a worker may die of a job before it is given up."""

NEARLY = timedelta(seconds=2)
"""A job that is named is due so much earlier: whoever left it a moment ago has a clock that is a little ahead."""

log = logging.getLogger(__name__)
each = logging.getLogger("questkeep.jobs")
_in_hand: dict[UUID, Job] = {}
_changed = threading.Condition()
_stopping = threading.Event()

Hearer = Callable[[Job], None]
_at_giving_up: list[Hearer] = []


def at_giving_up(hear: Hearer) -> None:
    """Told of each job that is given up, in the transaction that gives it up."""
    if hear not in _at_giving_up:
        _at_giving_up.append(hear)


class LostError(Exception):
    """The job was cancelled, or another worker has taken it over: whoever is at it stops here."""


class StoppingError(Exception):
    """The worker has to stop: the job is given back, and begun anew elsewhere."""


class AgainError(Exception):
    """It did not work; `after` seconds it may, where somebody has said so."""

    def __init__(self, why: str, after: float | None = None) -> None:
        super().__init__(why)
        self.after = after


class GiveUpError(Exception):
    """It makes no sense to try again."""


@dataclass(frozen=True)
class Run:
    """A job in hand."""

    job: Job
    kind: Kind

    @property
    def arguments(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.job.arguments)
        return found

    @property
    def attempt(self) -> int:
        return self.job.attempts

    def progress(self, done: int, whole: int) -> None:
        """A sign of life, shown to people; raises LostError where the job is no longer this worker's.

        A worker that has to stop does not go on for long: StoppingError.
        """
        if _stopping.is_set() and done < whole:
            raise StoppingError
        until = clock.now() + timedelta(seconds=self.kind.lease)
        mine = Job.objects.filter(WAITING, pk=self.job.pk, claim=self.job.claim)
        if not mine.update(progress=done, whole=whole, claimed_until=until):
            raise LostError(self.job.key)


class Progress:
    """Told of every step; now and then it passes that on. What has been reached stays reached."""

    def __init__(self, run: Run) -> None:
        self.run, self.done, self.whole, self.said = run, 0, 0, float("-inf")

    def __call__(self, done: int, whole: int) -> None:
        self.done, self.whole = max(self.done, done), whole
        now = time.monotonic()
        if now - self.said >= PAUSE:
            self.said = now
            self.run.progress(min(self.done, whole), whole)


def due(now: datetime) -> Q:
    is_free = Q(claimed_until=None) | Q(claimed_until__lt=now)
    return WAITING & is_free & Q(due_at__lte=now, kind__in=kinds.names())


def run_one(job_id: UUID | None = None) -> bool:
    """The job that is named, or the next that is due. Whether there was one to run."""
    job = None if _stopping.is_set() else _claim(job_id)
    if job is None:
        return False
    kind = kinds.kind(job.kind)
    assert kind is not None
    whose = {"campaign_id": job.subject} if job.subject else {}
    with about.within(request_id=job.request, job_id=str(job.pk), **whose), _holding(job):
        begun = time.perf_counter()
        outcome = _attempt(job, kind)
        took = time.perf_counter() - begun
        measures.job(kind.name, outcome, took)
        said = {"kind": kind.name, "attempt": job.attempts, "outcome": outcome}
        each.info("job %s %s", job.key, outcome, extra={**said, "duration_ms": round(took * 1000, 1)})
    return True


@contextmanager
def _holding(job: Job) -> Iterator[None]:
    assert job.claim is not None
    with _changed:
        _in_hand[job.claim] = job
    try:
        yield
    finally:
        with _changed:
            del _in_hand[job.claim]
            _changed.notify_all()


def _attempt(job: Job, kind: Kind) -> str:
    """What came of it: done, again, given_up, given_back or lost."""
    try:
        if job.attempts > kind.retry.attempts + DEATHS:
            raise GiveUpError("its workers have died of it")
        kind.function(Run(job, kind))
    except LostError:
        log.info("job %s: stopped", job.key)
        return "lost"
    except StoppingError:
        _give_back(job)
        return "given_back"
    except GiveUpError as error:
        return _failed(job, kind, error, is_final=True)
    except AgainError as error:
        log.info("job %s: attempt %d came to nothing: %s", job.key, job.attempts, error)
        return _failed(job, kind, error, is_final=job.attempts >= kind.retry.attempts, after=error.after)
    except Exception as error:
        log.exception("job %s: attempt %d failed", job.key, job.attempts)
        return _failed(job, kind, error, is_final=job.attempts >= kind.retry.attempts)
    _done(job, kind)
    return "done"


def is_stopping() -> bool:
    return _stopping.is_set()


def stop(patience: float = PATIENCE) -> None:
    """This process begins no job any more. What it has in hand it finishes in that time, or gives back at once: nobody
    has to wait until the lease is over.
    """
    _stopping.set()
    with _changed:
        _changed.wait_for(lambda: not _in_hand, patience)
        left = list(_in_hand.values())
    for job in left:
        _give_back(job)


def _give_back(job: Job) -> None:
    """As it was before it was claimed. Whoever still is at it has lost it."""
    mine = Job.objects.filter(WAITING, pk=job.pk, claim=job.claim)
    with writing():
        mine.update(claim=None, claimed_until=None, attempts=F("attempts") - 1)


def run_due(limit: int = 1000) -> int:
    """All that is due now, one after the other; how many there were."""
    found = 0
    while found < limit and run_one():
        found += 1
    return found


def _claim(job_id: UUID | None) -> Job | None:
    """Nobody else runs it until the lease is over. Where nothing is due, no lock is taken to find that out."""
    now = clock.now()
    if job_id is None:
        rows = Job.objects.filter(due(now)).order_by("due_at")
    else:
        rows = Job.objects.filter(due(now + NEARLY), pk=job_id)
    if not rows.exists():
        return None
    with writing():
        if connection.features.has_select_for_update_skip_locked:
            rows = rows.select_for_update(skip_locked=True)
        job = rows.first()
        if job is None:
            return None
        kind = kinds.kind(job.kind)
        assert kind is not None
        job.claim, job.claimed_until = uuid.uuid4(), now + timedelta(seconds=kind.lease)
        job.attempts += 1
        job.save(update_fields=["claim", "claimed_until", "attempts"])
    return job


def _done(job: Job, kind: Kind) -> None:
    mine = Job.objects.filter(pk=job.pk, claim=job.claim)
    with writing():
        if kind.stays:
            mine.update(done_at=clock.now(), claimed_until=None, error="")
        else:
            mine.delete()


def _failed(job: Job, kind: Kind, error: Exception, *, is_final: bool, after: float | None = None) -> str:
    """Later once more, or given up for people to see; which of the two."""
    now = clock.now()
    wait = (
        kind.retry.wait(job.attempts) if after is None else timedelta(seconds=min(after, kind.retry.longest))
    )
    why = f"{type(error).__name__}: {error}"[:300]
    what = {"error": why, "claimed_until": None}
    then = {"gave_up_at": now} if is_final else {"due_at": now + wait}
    with writing():
        mine = Job.objects.filter(WAITING, pk=job.pk, claim=job.claim).update(**what, **then)
        if mine and is_final:
            job.error, job.gave_up_at = why, now
            _say_given_up(job)
    return "given_up" if is_final else "again"


def _say_given_up(job: Job) -> None:
    """Whoever fails to hear of it does not keep the job alive."""
    for hear in _at_giving_up:
        try:
            with transaction.atomic():
                hear(job)
        except Exception:
            log.exception("job %s: not told that it was given up", job.key)
