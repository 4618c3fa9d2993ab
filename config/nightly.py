"""What is done once a night: every ledger is audited, what has had its time is cleared away, and all of it is backed up."""

from __future__ import annotations

import logging
from datetime import date, datetime, timedelta
from functools import partial
from importlib import import_module

from django.conf import settings
from django.utils import timezone

from campaigns.audit import audit_campaign, audit_database
from campaigns.models import Campaign
from campaigns.people import RESTORABLE
from campaigns.purge import purge_campaign
from campaigns.samples import making
from config import backup
from config.management.commands.backup import named, verify
from jobs import kinds, ticking
from jobs.kinds import Kind, Retry
from jobs.models import Heartbeat, Job
from jobs.queue import leave
from jobs.running import GiveUpError, Progress, Run
from tasks import asking

KIND = "nightly"
HOUR = 3
"""Of the site's clock. A server that sleeps then does it when it wakes."""
DAYS_KEPT = 30
BACKUPS_KEPT = 14

log = logging.getLogger(__name__)
_left: date | None = None


def register() -> None:
    kinds.register(Kind(KIND, nightly, Retry(attempts=3, first=600), lease=1800, stays=True))
    ticking.at_each_tick(clock)


def clock(now: datetime) -> None:
    """One job for each night, however many ask."""
    global _left  # noqa: PLW0603
    local = timezone.localtime(now, timezone.get_default_timezone())
    if settings.NIGHTLY and local.hour >= HOUR and _left != local.date():
        leave(KIND, f"{KIND} {local.date()}")
        _left = local.date()


def nightly(run: Run) -> None:
    """The audit first, the backup last: it is of a database that has been looked at."""
    findings = audit(run)
    clear_away(timezone.now())
    back_up()
    if findings:
        raise GiveUpError(f"{findings} findings of the audit: see the log, or manage.py audit_ledgers")


def audit(run: Run) -> int:
    campaigns = list(Campaign.objects.values_list("pk", flat=True))
    found, still = audit_database(), Progress(run)
    for number, campaign_id in enumerate(campaigns):
        run.progress(number, len(campaigns))
        found += audit_campaign(campaign_id, partial(_still, still, number, len(campaigns)))
    run.progress(len(campaigns), len(campaigns))
    for finding in found:
        log.error("audit: %s", finding)
    return len(found)


def _still(progress: Progress, number: int, whole: int, _seq: int, _version: int) -> None:
    """In the middle of a long ledger too somebody is at it, and can be stopped."""
    progress(number, whole)


def clear_away(now: datetime) -> None:
    """Campaigns that can no longer be brought back, samples whose day is over, sessions that are over, what long work has made, jobs that were done long ago."""
    gone = Campaign.objects.filter(deleted_at__lt=now - RESTORABLE)
    for campaign_id in gone.values_list("pk", flat=True):
        purge_campaign(campaign_id)
        log.info("campaign %s cannot be brought back any more and is purged", campaign_id)
    making.clear_away(now)
    asking.clear_away(now, settings.RESULTS_DAYS)
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    long_ago = now - timedelta(days=DAYS_KEPT)
    Job.objects.filter(done_at__lt=long_ago).delete()
    Job.objects.filter(cancelled_at__lt=long_ago).delete()
    Heartbeat.objects.filter(seen_at__lt=now - timedelta(days=1)).delete()


def back_up() -> None:
    """Restored and compared; then the oldest go."""
    path = named(settings.BACKUP_DIR)
    summary = backup.write(path)
    verify(path)
    log.info("backup %s: %d rows, %d campaigns", path.name, summary.rows, summary.campaigns)
    for old in sorted(settings.BACKUP_DIR.glob("questkeep-*.jsonl.gz"))[:-BACKUPS_KEPT]:
        old.unlink()
