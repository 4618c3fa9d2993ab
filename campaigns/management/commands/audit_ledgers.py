"""`manage.py audit_ledgers`: refolds and compares everything; exits non-zero when something is wrong."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from campaigns.audit import audit_campaign, audit_database
from campaigns.models import Campaign


class Command(BaseCommand):
    help = "Checks hashes, triggers, folded states and projections of every campaign."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaigns", nargs="*", help="ids of campaigns; all where none is given")

    def handle(self, *args: Any, **options: Any) -> None:
        chosen = Campaign.objects.order_by("created_at")
        if options["campaigns"]:
            chosen = chosen.filter(pk__in=options["campaigns"])
        findings, count, entries, whole = audit_database(), 0, 0, chosen.count()
        for campaign in chosen:
            self._say(f"{count} of {whole} campaigns")
            findings += audit_campaign(campaign.pk)
            count, entries = count + 1, entries + campaign.version
        self._say("")
        for finding in findings:
            self.stderr.write(str(finding))
        self.stdout.write(f"{count} campaigns, {entries} entries, {len(findings)} findings")
        if findings:
            sys.exit(1)

    def _say(self, words: str) -> None:
        """How far it is, for somebody who watches."""
        if self.stderr.isatty():
            self.stderr.write(f"\r{words:<40}", style_func=str, ending="")
            self.stderr.flush()
