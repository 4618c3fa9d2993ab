"""`manage.py rebuild_projections`: makes anew what is derived from the ledgers, and says what was wrong."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from campaigns.models import Campaign
from campaigns.rebuilding import rebuild_campaign


class Command(BaseCommand):
    help = "Rebuilds projections and snapshots from the ledgers."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaigns", nargs="*", help="ids of campaigns; all where none is given")

    def handle(self, *args: Any, **options: Any) -> None:
        chosen = Campaign.objects.order_by("created_at")
        if options["campaigns"]:
            chosen = chosen.filter(pk__in=options["campaigns"])
        for campaign in chosen:
            for difference in rebuild_campaign(campaign.pk):
                self.stdout.write(f"campaign {campaign.pk}: {difference.table} of {difference.group}")
        self.stdout.write(f"{chosen.count()} campaigns rebuilt")
