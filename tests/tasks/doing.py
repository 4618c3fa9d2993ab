"""What happens to work that is in hand: somebody cancels it, its worker dies, another takes it over."""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from campaigns.access import Entrance
from campaigns.answers import Refusal
from jobs import running
from jobs.models import Job
from tasks import asking, results
from tasks.models import Kind, Task
from tasks.papers import Wanted
from tests.campaigns.group import Group

Asks = Callable[[], "Task | Refusal"]


def left(outcome: Task | Refusal) -> Task:
    assert isinstance(outcome, Task), outcome
    return outcome


def now(task: Task) -> Task:
    return Task.objects.select_related("job", "campaign", "user").get(pk=task.pk)


def done(outcome: Task | Refusal) -> Task:
    """Run to its end, with all else that is due."""
    task = left(outcome)
    running.run_due()
    return now(task)


def content(task: Task) -> bytes:
    return b"".join(results.read(task, task.made))


def brings_in(user: User, file: bytes) -> Task:
    return left(asking.ask_import(user, io.BytesIO(file), "evening.jsonl"))


class Killed(BaseException):
    """No exception that anything catches: the worker is gone, its lease is not over."""


@contextmanager
def meanwhile(monkeypatch: pytest.MonkeyPatch, happens: Callable[[], object], *, at: int = 2):
    """Something happens just before the sign of life of this number, and only then."""
    progress, signs = running.Run.progress, iter(range(1, 10**6))

    def told(run: running.Run, done: int, whole: int) -> None:
        if next(signs) == at:
            happens()
        progress(run, done, whole)

    with monkeypatch.context() as patched:
        patched.setattr(running.Run, "progress", told)
        yield


def dies() -> None:
    raise Killed


def lease_over() -> time_machine.travel:
    return time_machine.travel(timezone.now() + timedelta(seconds=121), tick=False)


def taken_over(task: Task) -> None:
    """Another worker has the job, and has finished it."""
    Job.objects.filter(pk=task.pk).update(claimed_until=timezone.now() - timedelta(seconds=1))
    assert running.run_one(task.pk)


def ask(group: Group, kind: str, user: User | None = None) -> Task:
    entrance = group.enter(user or group.gm)
    asks = {"export": asking.ask_export, "audit": asking.ask_audit, "sheets": on_paper}
    return left(asks[kind](entrance))


def on_paper(entrance: Entrance, kind: str = "sheets", **more: Any) -> Task | Refusal:
    return asking.ask_paper(entrance, Wanted(kind=Kind(kind), **more))
