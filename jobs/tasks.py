"""The same for Celery: a task for each job, and the sweep that beat asks for."""

from __future__ import annotations

import time
from uuid import UUID

from celery import shared_task

from jobs import clock, running, ticking
from jobs.models import Job

MOST = 500
PAUSE = 2.0
"""Seconds between two looks. Of sweeps that piled up while no worker was there, one is enough."""

_swept = float("-inf")


@shared_task(name="jobs.run", ignore_result=True)
def run_job(job_id: str) -> None:
    """The job, where it is still to be done and nobody is at it."""
    running.run_one(UUID(job_id))


@shared_task(name="jobs.sweep", ignore_result=True)
def sweep() -> None:
    """Each clock's look; and what is due though nobody was told, or its worker has died."""
    global _swept  # noqa: PLW0603
    if time.monotonic() - _swept < PAUSE:
        return
    _swept = time.monotonic()
    ticking.sweep("celery")
    for job_id in Job.objects.filter(running.due(clock.now())).values_list("pk", flat=True)[:MOST]:
        run_job.delay(str(job_id))
