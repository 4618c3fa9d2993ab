"""Once a night, also after a night that was slept through: audit, clearing away, backup."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from campaigns.models import Campaign, Entry
from campaigns.seats import found
from config import nightly
from jobs import running
from jobs.models import Job

TOY = "heroquest_evolution"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def no_backup(monkeypatch, settings):
    """What a backup is, is told elsewhere: here, that it is made."""
    made: list[str] = []
    settings.NIGHTLY = True
    monkeypatch.setattr(nightly, "back_up", lambda: made.append("backup"))
    monkeypatch.setattr(nightly, "_left", None)
    return made


def at(hour: int, day: int = 5) -> datetime:
    return datetime(2026, 1, day, hour, tzinfo=UTC)


def test_a_night_is_done_once_and_not_before_its_hour(no_backup):
    for moment in (at(1), at(3), at(4), at(23)):
        nightly.clock(moment)
        running.run_due()
    assert no_backup == ["backup"]
    nightly.clock(at(12, day=6))
    running.run_due()
    assert no_backup == ["backup", "backup"]


def test_a_night_that_is_over_shows_all_campaigns_as_done(gm):
    for name in ("Cellar", "Attic"):
        found(gm, name, TOY)
    nightly.clock(at(5))
    running.run_due()
    job = Job.objects.get(kind="nightly")
    assert (job.state, job.progress, job.whole) == ("done", 2, 2)


def test_two_that_look_at_the_clock_leave_one_night(no_backup, monkeypatch):
    nightly.clock(at(5))
    monkeypatch.setattr(nightly, "_left", None)
    nightly.clock(at(5))
    assert Job.objects.filter(kind="nightly").count() == 1


def test_a_finding_is_given_up_visibly_after_all_the_rest(gm, no_backup, caplog):
    campaign = found(gm, "Cellar", TOY)
    Campaign.objects.filter(pk=campaign.pk).update(head_hash="0" * 64)
    nightly.clock(at(5))
    running.run_due()
    job = Job.objects.get(kind="nightly")
    assert (job.state, no_backup) == ("failed", ["backup"])
    assert "findings of the audit" in job.error
    assert str(campaign.pk) in caplog.text


def test_what_can_no_longer_be_brought_back_is_purged_and_what_can_is_not(gm):
    now = timezone.now()
    old, young = found(gm, "Old", TOY), found(gm, "Young", TOY)
    Campaign.objects.filter(pk=old.pk).update(deleted_at=now - timedelta(days=31))
    Campaign.objects.filter(pk=young.pk).update(deleted_at=now - timedelta(days=29))
    nightly.clear_away(now)
    assert list(Campaign.objects.values_list("pk", flat=True)) == [young.pk]
    assert not Entry.objects.filter(campaign_id=old.pk).exists()


def test_jobs_done_long_ago_go_and_those_that_failed_stay_to_be_seen():
    now = timezone.now()
    long_ago = now - timedelta(days=31)
    for name, ends in {"done": "done_at", "failed": "gave_up_at", "new": ""}.items():
        Job.objects.create(kind="x", key=name, **({ends: long_ago} if ends else {}))
    nightly.clear_away(now)
    assert set(Job.objects.values_list("key", flat=True)) == {"failed", "new"}
