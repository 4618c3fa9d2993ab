"""Everything derived from a ledger, made anew."""

from __future__ import annotations

from uuid import UUID

from campaigns import records, snapshots
from campaigns.door import read_seats
from campaigns.models import Campaign, Checkpoint
from campaigns.reconciliation import Difference, rebuild
from jobs.kinds import Kind, Retry, register
from jobs.running import Run
from jobs.transactions import writing
from rules.kernel.registry import ruleset


def rebuild_campaign(campaign_id: UUID) -> list[Difference]:
    """Set projections and current state right, make the checkpoints anew; what was wrong in the projections."""
    with writing():
        campaign = Campaign.objects.select_for_update(no_key=True).get(pk=campaign_id)
        rules = ruleset(campaign.ruleset)
        entries = records.read(campaign_id, rules)
        differences = rebuild(
            campaign_id, rules, entries, read_seats(campaign_id).ids, records.undos(campaign_id)
        )
        Checkpoint.objects.filter(campaign=campaign).delete()
        snapshots.save_current(campaign, rules, snapshots.refold(campaign_id, rules))
        snapshots.save_checkpoints(campaign, rules)
    return differences


REBUILD = "rebuild"
"""The kind of the job that a release with a new projection leaves for every campaign."""


def offer_rebuilds() -> None:
    register(Kind(REBUILD, _rebuild, Retry(attempts=3), lease=900))


def _rebuild(run: Run) -> None:
    if Campaign.objects.filter(pk=run.job.subject).exists():
        rebuild_campaign(UUID(run.job.subject))
