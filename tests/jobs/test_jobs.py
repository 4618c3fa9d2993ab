"""Jobs are done once, tried again with patience, given up visibly, and never lost with their worker."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from jobs import kinds, queue, running, ticking
from jobs.kinds import Kind, Retry
from jobs.models import Heartbeat, Job
from jobs.running import GiveUpError, Run

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the kind `note` was run with; `bad` fails, `never` gives up, `slow` reports progress."""
    done: list[str] = []

    def note(run: Run) -> None:
        what = run.arguments["what"]
        done.append(what)
        if what == "bad":
            raise ValueError("no answer")
        if what == "never":
            raise GiveUpError("no such address")
        if what == "cancelled":
            queue.cancel(run.job.pk)
            run.progress(1, 2)
            done.append("went on")

    monkeypatch.setattr(kinds, "_known", {})
    kinds.register(Kind("note", note, Retry(attempts=3, first=10, longest=15)))
    kinds.register(Kind("kept", note, stays=True))
    return done


def leave(what: str, kind: str = "note") -> Job:
    return queue.leave(kind, f"{kind} {what}", {"what": what})


def later(**span: float) -> time_machine.travel:
    return time_machine.travel(timezone.now() + timedelta(**span), tick=False)


def test_a_job_is_done_and_gone(seen):
    leave("one")
    assert running.run_due() == 1
    assert (seen, Job.objects.count()) == (["one"], 0)


def test_a_job_of_a_kind_that_stays_is_there_when_done(seen):
    job = leave("one", "kept")
    running.run_due()
    job.refresh_from_db()
    assert job.state == "done"
    assert running.run_due() == 0


def test_the_same_job_asked_for_twice_is_there_once(seen):
    assert leave("one").pk == leave("one").pk
    running.run_due()
    assert seen == ["one"]


def test_a_job_goes_with_the_transaction_that_left_it(seen):
    with transaction.atomic():
        leave("one")
        transaction.set_rollback(True)
    assert (running.run_due(), seen) == (0, [])


def test_what_is_due_later_waits(seen):
    queue.leave("note", "later", {"what": "later"}, due_at=timezone.now() + timedelta(hours=1))
    assert running.run_due() == 0
    with later(hours=1, seconds=1):
        assert running.run_due() == 1


def test_what_fails_is_tried_again_with_patience_and_then_given_up_with_its_reason(seen):
    job = leave("bad")
    assert running.run_due() == 1
    job.refresh_from_db()
    assert (job.state, job.error) == ("waiting", "ValueError: no answer")
    assert timedelta(seconds=7) < job.due_at - timezone.now() < timedelta(seconds=13)
    for hours in (1, 2):
        with later(hours=hours):
            assert running.run_due() == 1
    job.refresh_from_db()
    assert (job.state, job.attempts, len(seen)) == ("failed", 3, 3)
    with later(days=1):
        assert running.run_due() == 0


def test_what_makes_no_sense_is_given_up_at_once_and_may_be_asked_for_again(seen):
    job = leave("never")
    running.run_due()
    job.refresh_from_db()
    assert (job.state, job.error) == ("failed", "GiveUpError: no such address")
    assert queue.again(job.pk)
    running.run_due()
    assert seen == ["never", "never"]


def test_a_job_in_hand_is_nobody_elses_until_its_worker_is_taken_for_dead(seen):
    job = leave("one")
    assert running._claim(None) is not None  # and its worker dies here
    job.refresh_from_db()
    assert job.state == "running"
    assert running.run_due() == 0
    with later(seconds=61):
        assert running.run_due() == 1
    assert seen == ["one"]


def test_a_worker_that_was_taken_for_dead_neither_finishes_nor_fails_the_job(seen):
    leave("one")
    dead = running._claim(None)
    assert dead is not None
    with later(seconds=61):
        alive = running._claim(None)
        assert alive is not None
        kind = kinds.kind("note")
        assert kind is not None
        running._done(dead, kind)
        running._failed(dead, kind, ValueError("late"), is_final=True)
        alive.refresh_from_db()
        assert (alive.state, alive.error) == ("running", "")


def test_a_cancelled_job_is_not_begun_and_stops_at_its_next_sign_of_progress(seen):
    job = leave("one")
    assert queue.cancel(job.pk)
    assert not queue.cancel(job.pk)
    assert running.run_due() == 0
    leave("cancelled")
    running.run_due()
    assert seen == ["cancelled"]


def test_a_job_of_a_kind_nobody_knows_waits_for_a_release_that_does(seen):
    job = queue.leave("unheard_of", "x")
    assert running.run_due() == 0
    job.refresh_from_db()
    assert job.state == "waiting"


def test_progress_is_there_to_be_seen_and_holds_the_job(seen, monkeypatch):
    shown: list[tuple[int, int]] = []

    def slow(run: Run) -> None:
        run.progress(1, 4)
        found = Job.objects.get(pk=run.job.pk)
        shown.append((found.progress, found.whole))

    kinds.register(Kind("slow", slow))
    queue.leave("slow", "slow")
    running.run_due()
    assert shown == [(1, 4)]


def test_the_command_does_what_is_due_and_says_that_somebody_was_there(seen, capsys, monkeypatch):
    monkeypatch.setattr(ticking, "_said", {})
    leave("one")
    call_command("tick")
    assert capsys.readouterr().out == "1 jobs\n"
    assert Heartbeat.objects.get().name == "tick"


def test_each_clock_looks_at_the_time_at_each_tick(seen, monkeypatch):
    monkeypatch.setattr(ticking, "_clocks", [])
    ticking.at_each_tick(lambda now: queue.leave("note", f"day {now.date()}", {"what": "day"}) and None)
    ticking.tick("test")
    ticking.tick("test")
    assert seen == ["day", "day"]  # done and gone: the clock itself says when


def test_a_clock_that_fails_stops_neither_the_others_nor_the_jobs(seen, monkeypatch, caplog):
    def fail(_now: object) -> None:
        raise ValueError("no time")

    monkeypatch.setattr(ticking, "_clocks", [])
    ticking.at_each_tick(fail)
    ticking.at_each_tick(lambda now: queue.leave("note", "day", {"what": "day"}) and None)
    assert ticking.tick("test") == 1
    assert seen == ["day"]
    assert "a clock failed" in caplog.text


def test_where_nothing_is_due_no_lock_is_taken_to_find_that_out(seen, monkeypatch):
    leave("one")
    running.run_due()
    monkeypatch.setattr(running, "writing", lambda: pytest.fail("a lock was taken"))
    assert running.run_due() == 0


def test_a_broker_that_does_not_answer_leaves_the_job_to_the_sweep(seen, settings, monkeypatch, caplog):
    from jobs import tasks  # noqa: PLC0415

    def fail(*args: object, **kwargs: object) -> None:
        raise ConnectionError

    settings.CELERY_IN_USE = True
    monkeypatch.setattr(queue, "_silent_until", 0.0)
    with monkeypatch.context() as broken:
        broken.setattr(tasks.run_job, "apply_async", fail)
        leave("one")
    assert "left to the sweep" in caplog.text
    monkeypatch.setattr(tasks, "_swept", float("-inf"))
    tasks.sweep()
    assert seen == ["one"]


def test_of_sweeps_that_piled_up_one_is_done(seen, monkeypatch):
    from jobs import tasks  # noqa: PLC0415

    swept: list[str] = []
    monkeypatch.setattr(tasks, "_swept", float("-inf"))
    monkeypatch.setattr(ticking, "sweep", swept.append)
    for _ in range(5):
        tasks.sweep()
    assert swept == ["celery"]


def test_a_job_just_left_by_a_clock_that_is_a_little_ahead_is_not_put_off(seen):
    with later(seconds=1):
        job = leave("one")
    assert running.run_one(job.pk)
    assert seen == ["one"]


def test_a_job_of_which_every_worker_dies_is_given_up(seen):
    """Else it would take one worker after the other with it, for ever."""
    job = leave("one")
    Job.objects.filter(pk=job.pk).update(attempts=3 + running.DEATHS)
    running.run_due()
    job.refresh_from_db()
    assert (seen, job.state) == ([], "failed")
    assert "died" in job.error
