"""An entry's job: whoever wants to hear of it gets a row of their own, which is delivered by a job of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from campaigns import records
from campaigns.ledger import DELIVERY
from campaigns.models import Campaign, Entry
from campaigns.records import Record
from jobs import kinds
from jobs.kinds import Kind, Retry
from jobs.running import Run
from jobs.transactions import writing
from rules.kernel.registry import rulesets
from rules.kernel.ruleset import Ruleset


@dataclass(frozen=True)
class News:
    """An entry on its way out. Nothing of it is worked out before somebody asks."""

    campaign: Campaign
    body: records.Body

    @cached_property
    def ruleset(self) -> Ruleset[Any]:
        return rulesets()[self.campaign.ruleset]

    @cached_property
    def record(self) -> Record:
        return records.read_events(self.ruleset, self.body)

    @property
    def seq(self) -> int:
        return self.body.seq


Hearer = Callable[[News], None]
HEARERS: list[Hearer] = []
"""Each writes rows, and leaves jobs, in the transaction it is called in. Called twice for an entry, it does so once."""


def register() -> None:
    kinds.register(Kind(DELIVERY, deliver, Retry(attempts=20), lease=15))


def deliver(run: Run) -> None:
    """All hearers in one transaction: the entry has been delivered to all of them, or to none yet."""
    with writing():
        news = news_of(run.job.subject, int(run.arguments["seq"]))
        if news is not None:
            for hear in HEARERS:
                hear(news)


def news_of(campaign_id: str, seq: int) -> News | None:
    """None where the campaign has been deleted or its rulebook is not here any more."""
    campaign = Campaign.objects.filter(pk=campaign_id, deleted_at=None).first()
    if campaign is None or campaign.ruleset not in rulesets():
        return None
    text = Entry.objects.filter(campaign=campaign, seq=seq).values_list("body", flat=True).first()
    return News(campaign, records.decode_body(text)) if text else None
