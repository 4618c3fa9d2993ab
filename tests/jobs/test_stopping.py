"""A worker that has to stop finishes what it has in hand, or gives it back at once."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from django.db import connection

from jobs import kinds, queue, running
from jobs.kinds import Kind
from jobs.models import Job
from jobs.running import Run

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _starts_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "_stopping", threading.Event())
    monkeypatch.setattr(kinds, "_known", {})


class Work:
    """A job that goes on until it is let go."""

    def __init__(self) -> None:
        self.begun, self.let_go = threading.Event(), threading.Event()
        kinds.register(Kind("work", self.do))
        self.job = queue.leave("work", "work")

    def do(self, run: Run) -> None:
        self.begun.set()
        assert self.let_go.wait(20)

    def begin(self) -> threading.Thread:
        def run() -> None:
            running.run_one()
            connection.close()

        thread = threading.Thread(target=run)
        thread.start()
        assert self.begun.wait(20)
        return thread


@pytest.fixture
def work() -> Iterator[Work]:
    work = Work()
    yield work
    work.let_go.set()


def found() -> tuple[str, int]:
    job = Job.objects.get()
    return job.state, job.attempts


def test_what_is_done_in_time_is_done(work: Work) -> None:
    thread = work.begin()
    threading.Timer(0.1, work.let_go.set).start()
    running.stop(patience=20)
    thread.join(20)
    assert not Job.objects.exists()


def test_what_takes_longer_is_given_back_and_no_longer_its(work: Work) -> None:
    thread = work.begin()
    assert found() == ("running", 1)
    running.stop(patience=0)
    assert found() == ("waiting", 0)
    work.let_go.set()
    thread.join(20)
    assert found() == ("waiting", 0)


def test_no_job_is_begun_any_more(work: Work) -> None:
    running.stop()
    assert not running.run_one()
    assert not running.run_one(work.job.pk)
    assert found() == ("waiting", 0)


@pytest.mark.parametrize(
    ("asked_at", "steps", "state"), [(2, [1, 2], ("waiting", 0)), (3, [1, 2, 3], ("done", 1))]
)
def test_long_work_stops_at_its_next_sign_of_progress_unless_it_is_done_by_then(
    asked_at: int, steps: list[int], state: tuple[str, int]
) -> None:
    done: list[int] = []

    def count(run: Run) -> None:
        for step in range(1, 4):
            done.append(step)
            if step == asked_at:
                running._stopping.set()
            run.progress(step, 3)

    kinds.register(Kind("count", count, stays=True))
    queue.leave("count", "count")
    running.run_one()
    assert (done, found()) == (steps, state)
