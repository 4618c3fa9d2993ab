"""The only way an entry ever goes: with its whole campaign, for good."""

from __future__ import annotations

from uuid import UUID

from django.db import models

from campaigns.models import (
    Campaign,
    Checkpoint,
    CurrentState,
    Document,
    Entry,
    HiddenRoll,
    Invitation,
    Portrait,
    Purge,
    Seat,
)
from campaigns.projections import PROJECTORS
from jobs.models import Job
from jobs.transactions import writing


def purge_campaign(campaign_id: UUID) -> None:
    """Delete a campaign and all in it. The triggers let its entries go while its id stands in `Purge`."""
    with writing():
        Purge.objects.create(campaign_id=campaign_id)
        for projector in PROJECTORS:
            projector.model.objects.filter(campaign_id=campaign_id).delete()
        CurrentState.objects.filter(campaign_id=campaign_id).delete()
        Checkpoint.objects.filter(campaign_id=campaign_id).delete()
        models.QuerySet(Entry).filter(campaign_id=campaign_id).delete()
        Document.objects.filter(campaign_id=campaign_id).delete()
        HiddenRoll.objects.filter(campaign_id=campaign_id).delete()
        Portrait.objects.filter(campaign_id=campaign_id).delete()
        Invitation.objects.filter(campaign_id=campaign_id).delete()
        Job.objects.filter(subject=str(campaign_id)).delete()
        Seat.objects.filter(campaign_id=campaign_id).delete()
        Campaign.objects.filter(pk=campaign_id).delete()
        Purge.objects.filter(campaign_id=campaign_id).delete()
