"""Each kind of long work comes to its end once, whatever happens to its workers, and of what was stopped nothing is left."""

from __future__ import annotations

import io
import json
import sys
import threading

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts.models import User
from campaigns import people
from campaigns.models import Campaign, Entry, Seat
from campaigns.purge import purge_campaign
from campaigns.transfer.exporting import pieces
from config import nightly
from jobs import queue, running
from jobs.models import Job
from jobs.running import DEATHS
from tasks import asking, pdf, results, working
from tasks.models import Chunk, Task
from tests.tasks.doing import (
    Killed,
    ask,
    brings_in,
    content,
    dies,
    done,
    lease_over,
    left,
    meanwhile,
    now,
    on_paper,
    taken_over,
)

pytestmark = pytest.mark.django_db


def exported(campaign: Campaign) -> bytes:
    return b"".join(pieces(campaign.pk))


def start(group, kind: str) -> Task:
    if kind == "import":
        return brings_in(group.gm, exported(group.campaign))
    return ask(group, kind)


KINDS = ("export", "import", "audit")


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch):
    """So that a short ledger has a middle."""
    monkeypatch.setattr(results, "PIECE", 64)
    monkeypatch.setattr("campaigns.transfer.exporting.PIECE", 64)


@pytest.fixture
def paper(monkeypatch):
    """Sheets are laid out by hand: what WeasyPrint makes is told elsewhere."""

    def lay_out(documents, language, title, form):
        pages = []
        for document in documents:
            pages.append(document)
            yield b""
        yield f"%PDF {language} {title}\n{''.join(pages)}".encode()

    monkeypatch.setattr(pdf, "pdf", lay_out)


def came_of(task: Task) -> object:
    """What there is now that was not there before."""
    if task.kind == "import":
        return [one.version for one in Campaign.objects.filter(pk=task.founded)]
    return content(task) if task.made else task.findings


def test_an_export_is_the_file_that_a_download_is(evening, seen):
    task = done(asking.ask_export(evening.enter(evening.gm)))
    assert (task.state, content(task)) == ("done", exported(evening.campaign))
    assert (task.size, task.filename) == (len(content(task)), "the-cellar-gang.questkeep.jsonl")
    assert Chunk.objects.count() > 5
    steps = [progress for progress, _ in seen]
    assert steps == sorted(steps)
    assert len(set(steps)) >= 5
    assert seen[-1] == (6, 6)


def test_an_import_is_a_campaign_and_its_file_is_kept_no_longer(evening, seen):
    task = done(brings_in(evening.player, exported(evening.campaign)))
    campaign = Campaign.objects.get(pk=task.founded)
    assert (task.state, campaign.version) == ("done", 5)
    assert exported(campaign).splitlines()[1:] == exported(evening.campaign).splitlines()[1:]
    assert Seat.objects.get(campaign=campaign, user=evening.player).owner
    assert not Chunk.objects.exists()
    assert [step for step, _ in seen] == sorted(step for step, _ in seen)
    assert seen[-1] == (10, 10)


def test_an_import_that_is_refused_names_line_and_reason_and_leaves_nothing(evening):
    lines = exported(evening.campaign).splitlines(keepends=True)
    broken = b"".join([*lines[:3], lines[3].replace(b'"hash":"', b'"hash":"0', 1), *lines[4:]])
    task = done(brings_in(evening.gm, broken))
    assert (task.state, Campaign.objects.count(), Chunk.objects.count()) == ("failed", 1, 0)
    assert task.refused.en.startswith("Line 4: ")
    assert task.refused.fr.startswith("Ligne 4 : ")
    assert task.job.attempts == 1


def test_sheets_are_the_askers_view_in_the_askers_language(evening, seen, paper):
    evening.recruits(evening.gm, "<b>Brom</b>")
    task = done(on_paper(evening.enter(evening.player)))
    page = content(task).decode()
    assert (task.state, task.media_type, task.filename) == (
        "done",
        "application/pdf",
        "the-cellar-gang-sheets.pdf",
    )
    assert page.startswith("%PDF en The cellar gang")
    assert "Merin" in page
    assert "&lt;b&gt;Brom" in page
    assert "<form" not in page
    assert seen[-1] == (3, 3)


def test_the_sheet_of_somebody_who_left_is_as_they_last_were(evening, paper):
    hero = evening.recruits(evening.player, "Durgin")
    evening.does(evening.gm, "close_quest", success=True)
    evening.does(evening.player, "retire_hero", hero=hero)
    task = done(on_paper(evening.enter(evening.player), hero=hero))
    assert "Durgin" in content(task).decode()
    assert "Merin" not in content(task).decode()


def test_an_audit_says_that_all_is_well_or_what_is_not(evening, seen):
    assert done(asking.ask_audit(evening.enter(evening.gm))).findings == []
    assert (5, 5) in seen
    Campaign.objects.filter(pk=evening.campaign.pk).update(head_hash="0" * 64)
    task = done(asking.ask_audit(evening.enter(evening.gm)))
    assert [one["code"] for one in task.findings] == ["head"]
    assert task.state == "done"


@pytest.mark.parametrize("kind", [*KINDS, "sheets"])
def test_what_is_cancelled_in_the_middle_stops_and_leaves_nothing(evening, monkeypatch, kind, paper):
    task = start(evening, kind)
    with meanwhile(monkeypatch, lambda: asking.cancel(now(task))):
        running.run_due()
    task = now(task)
    assert (task.state, task.made, task.founded) == ("cancelled", None, None)
    assert (Chunk.objects.count(), Campaign.objects.count()) == (0, 1)
    running.run_due()
    assert now(task).state == "cancelled"


@pytest.mark.parametrize("kind", [*KINDS, "sheets"])
def test_what_is_cancelled_at_the_last_moment_leaves_nothing_either(evening, monkeypatch, kind, paper):
    """When all is made, and before it is written down."""
    task = start(evening, kind)
    where, name = (working, "read") if kind == "import" else (working.Work, "finish")
    last = getattr(where, name)

    def cancelled(*arguments, **facts):
        made = last(*arguments) if kind == "import" else None
        assert asking.cancel(now(task))
        return made or last(*arguments, **facts)

    monkeypatch.setattr(where, name, cancelled)
    running.run_due()
    assert now(task).state == "cancelled"
    assert (Chunk.objects.count(), Campaign.objects.count()) == (0, 1)


@pytest.mark.parametrize("kind", [*KINDS, "sheets"])
def test_the_task_of_a_dead_worker_is_taken_up_again_and_ends_once(evening, monkeypatch, kind, paper):
    wanted = came_of(done(start(evening, kind)))
    before = Campaign.objects.count()
    task = start(evening, kind)
    with meanwhile(monkeypatch, dies), pytest.raises(Killed):
        running.run_due()
    assert now(task).state == "running"
    assert running.run_due() == 0
    with lease_over():
        assert running.run_due() == 1
        task = now(task)
        assert (task.state, task.job.attempts, came_of(task)) == ("done", 2, wanted)
        assert running.run_due() == 0
    assert Campaign.objects.count() == before + (kind == "import")
    assert set(Chunk.objects.filter(task=task).values_list("part", flat=True)) <= {task.made}


@pytest.mark.parametrize("kind", [*KINDS, "sheets"])
def test_a_worker_that_was_only_taken_for_dead_adds_nothing(evening, monkeypatch, kind, paper):
    wanted = came_of(done(start(evening, kind)))
    before = Campaign.objects.count()
    task = start(evening, kind)
    with meanwhile(monkeypatch, lambda: taken_over(task)):
        running.run_due()
    task = now(task)
    assert (task.state, task.job.attempts, came_of(task)) == ("done", 2, wanted)
    assert Campaign.objects.count() == before + (kind == "import")
    assert set(Chunk.objects.filter(task=task).values_list("part", flat=True)) <= {task.made}


@pytest.mark.parametrize("kind", [*KINDS, "sheets"])
def test_a_worker_that_has_to_stop_gives_the_task_back_and_another_begins_it_anew(
    evening, monkeypatch, kind, paper
):
    wanted = came_of(done(start(evening, kind)))
    before = Campaign.objects.count()
    task = start(evening, kind)
    with monkeypatch.context() as stopping:
        stopping.setattr(running, "_stopping", threading.Event())
        with meanwhile(monkeypatch, running._stopping.set, at=1):
            running.run_due()
    assert (now(task).state, now(task).job.attempts, now(task).report) == ("waiting", 0, "")
    assert came_of(done(task)) == wanted
    assert Campaign.objects.count() == before + (kind == "import")


def test_a_campaign_that_was_brought_in_before_its_worker_died_is_not_brought_in_again(evening):
    task = done(brings_in(evening.gm, exported(evening.campaign)))
    Job.objects.filter(pk=task.pk).update(done_at=None)
    Task.objects.filter(pk=task.pk).update(founded=None)
    assert done(task).founded == task.founded
    assert Campaign.objects.count() == 2


def test_a_task_whose_workers_die_each_time_is_given_up(evening, monkeypatch):
    task = ask(evening, "audit")
    Job.objects.filter(pk=task.pk).update(attempts=3 + DEATHS)
    assert done(task).state == "failed"


def test_what_fails_is_tried_again(evening, monkeypatch):
    def fails(*_arguments):
        raise RuntimeError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr("tasks.working.audit_campaign", fails)
        task = done(ask(evening, "audit"))
    assert task.state == "waiting"
    with lease_over():
        assert done(task).state == "done"


def test_without_weasyprint_nothing_is_asked_for_or_it_is_said_plainly(evening, monkeypatch):
    with monkeypatch.context() as nowhere:
        nowhere.setattr(pdf, "find_spec", lambda _name: None)
        assert on_paper(evening.enter(evening.gm)) == asking.NO_PDF
    task = ask(evening, "sheets")
    with monkeypatch.context() as nowhere:
        nowhere.setitem(sys.modules, "weasyprint", None)
        running.run_due()
    assert (now(task).state, now(task).refused_code) == ("failed", "no_pdf")


def test_who_lost_the_seat_before_it_began_gets_nothing(evening, paper):
    task = ask(evening, "sheets", evening.player)
    assert people.remove(evening.enter(evening.gm), evening.seat(evening.player).key) is None
    running.run_due()
    assert (now(task).state, now(task).made) == ("failed", None)
    assert not asking.own(evening.player).exists()


def test_who_lost_the_role_gets_neither_work_nor_result(evening, paper):
    assert isinstance(
        people.change_role(evening.enter(evening.gm), evening.seat(evening.player).key, "gm"), Seat
    )
    tasks = [ask(evening, kind, evening.player) for kind in ("export", "sheets")]
    running.run_due()
    assert all(asking.may_fetch(now(task)) for task in tasks)
    later = ask(evening, "export", evening.player)
    assert isinstance(
        people.change_role(evening.enter(evening.gm), evening.seat(evening.player).key, "player"), Seat
    )
    running.run_due()
    assert now(later).state == "failed"
    assert not any(asking.may_fetch(now(task)) for task in tasks)


def test_sheets_drawn_for_the_player_of_a_hero_are_not_theirs_when_the_hero_is_not(evening, paper):
    task = done(on_paper(evening.enter(evening.player)))
    assert asking.may_fetch(task)
    hero = task.heroes
    outcome = people.hand_over_hero(evening.enter(evening.gm), hero, evening.seat(evening.gm).key)
    assert isinstance(outcome, Seat)
    assert not asking.may_fetch(now(task))


def test_asked_for_twice_by_one_key_it_is_there_once(evening):
    key = evening.campaign.pk
    entrance = evening.enter(evening.gm)
    first, second = (left(asking.ask_export(entrance, key)) for _ in range(2))
    other = left(asking.ask_audit(entrance, key))
    file = exported(evening.campaign)
    imports = {left(asking.ask_import(evening.gm, io.BytesIO(file), "a", key)).pk for _ in range(2)}
    assert first.pk == second.pk != other.pk
    assert len(imports) == 1


def test_nobody_has_more_than_three_at_once_nor_keeps_more_than_twenty(evening, monkeypatch):
    monkeypatch.setattr(asking, "KEPT", 5)
    entrance = evening.enter(evening.gm)
    oldest = left(asking.ask_audit(entrance))
    for _ in range(2):
        left(asking.ask_audit(entrance))
    assert asking.ask_audit(entrance) == asking.TOO_MANY
    running.run_due()
    for _ in range(3):
        left(asking.ask_audit(entrance))
    assert Task.objects.count() == 5
    assert not Task.objects.filter(pk=oldest.pk).exists()


def test_what_was_made_goes_with_its_person_and_with_its_campaign(evening):
    done(asking.ask_export(evening.enter(evening.gm)))
    person = User.objects.create_user("importer")
    task = brings_in(person, exported(evening.campaign))
    person.delete()
    assert running.run_due() == 1
    assert not Task.objects.filter(pk=task.pk).exists()
    call_command("tasks")
    purge_campaign(evening.campaign.pk)
    assert (Task.objects.count(), Chunk.objects.count(), Entry.objects.count()) == (0, 0, 0)


def test_the_night_clears_away_what_was_made_days_ago(evening):
    task = done(asking.ask_export(evening.enter(evening.gm)))
    waiting = ask(evening, "audit")
    nightly.clear_away(task.created_at)
    assert Task.objects.count() == 2
    with lease_over() as traveller:
        traveller.shift(8 * 24 * 3600)
        nightly.clear_away(timezone.now())
    assert list(Task.objects.values_list("pk", flat=True)) == [waiting.pk]
    assert not Chunk.objects.exists()


def test_a_host_sees_all_long_work_and_stops_it(evening, capsys):
    task = ask(evening, "export")
    call_command("tasks")
    assert f"{task.pk} export waiting" in capsys.readouterr().out
    call_command("tasks", "--cancel", str(task.pk))
    assert now(task).state == "cancelled"
    night = Job.objects.create(kind="nightly", key="nightly 2026-01-05")
    call_command("tasks", "--cancel", str(night.pk))
    night.refresh_from_db()
    assert night.state == "cancelled"


def test_the_nights_audit_shows_how_far_it_is_and_stops_in_the_middle_of_a_ledger(evening, monkeypatch, seen):
    job = Job.objects.create(kind="nightly", key="nightly 2026-01-05")
    monkeypatch.setattr(nightly, "back_up", dies)
    with meanwhile(monkeypatch, lambda: queue.cancel(job.pk), at=4):
        running.run_due()
    job.refresh_from_db()
    assert (job.state, seen) == ("cancelled", [(0, 1)] * 3)


def test_a_report_is_plain_json(evening):
    task = done(ask(evening, "audit"))
    assert json.loads(task.report) == []
