"""Leaving a job, and what became of it."""

from __future__ import annotations

import json
import logging
import time
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction

from jobs import about, clock, worker
from jobs.models import WAITING, Job

PAUSE = 5.0
"""Seconds in which nothing is asked of a broker that did not answer."""

log = logging.getLogger(__name__)
_silent_until = 0.0


def leave(
    kind: str,
    key: str,
    arguments: dict[str, Any] | None = None,
    *,
    subject: str = "",
    due_at: datetime | None = None,
) -> Job:
    """A new job, in the transaction that runs now; one of this key that is there already is left as it is."""
    now = clock.now()
    job = Job(
        kind=kind,
        key=key,
        subject=subject,
        arguments=json.dumps(arguments or {}),
        request=about.request_id(),
        created_at=now,
        due_at=due_at or now,
    )
    try:
        with transaction.atomic():
            job.save(force_insert=True)
    except IntegrityError:
        return Job.objects.get(key=key)
    if job.due_at <= now:
        transaction.on_commit(partial(poke, job.pk))
    return job


def leave_new(kind: str, key: str, arguments: dict[str, Any], *, subject: str = "") -> None:
    """The same where the key cannot be there yet, by one query."""
    now = clock.now()
    job = Job(
        kind=kind,
        key=key,
        subject=subject,
        arguments=json.dumps(arguments),
        request=about.request_id(),
        created_at=now,
        due_at=now,
    )
    job.save(force_insert=True)
    transaction.on_commit(partial(poke, job.pk))


def cancel(job_id: UUID) -> bool:
    """Whether it was stopped: one that is running stops at its next sign of progress."""
    waiting = Job.objects.filter(WAITING, pk=job_id)
    return bool(waiting.update(cancelled_at=clock.now(), claimed_until=None))


def again(job_id: UUID) -> bool:
    """One that was given up, or is done, is to be done once more."""
    ended = Job.objects.filter(pk=job_id).exclude(WAITING)
    fresh = {"done_at": None, "gave_up_at": None, "cancelled_at": None, "error": ""}
    found = ended.update(due_at=clock.now(), attempts=0, claim=None, claimed_until=None, progress=0, **fresh)
    if found:
        transaction.on_commit(partial(poke, job_id))
    return bool(found)


def poke(job_id: UUID) -> None:
    """Somebody should look. Never an error and never a long wait: the sweep looks anyway."""
    global _silent_until  # noqa: PLW0603
    if not settings.CELERY_IN_USE:
        worker.wake()
        return
    if time.monotonic() < _silent_until:
        return
    from jobs.tasks import run_job  # noqa: PLC0415  (tasks know the queue)

    try:
        run_job.apply_async((str(job_id),), retry=False)
    except Exception as error:  # a broker fails in many ways
        _silent_until = time.monotonic() + PAUSE
        log.warning("a job was left to the sweep: %s", type(error).__name__)
