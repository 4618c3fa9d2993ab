"""`manage.py export_campaign <id>`: the campaign's file, to a file or to standard output."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.models import Campaign
from campaigns.transfer.exporting import pieces


class Command(BaseCommand):
    help = "Writes a campaign as one JSON Lines file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaign", type=UUID)
        parser.add_argument("--output", type=Path, help="a file; standard output where none is given")

    def handle(self, *args: Any, **options: Any) -> None:
        if not Campaign.objects.filter(pk=options["campaign"]).exists():
            raise CommandError("There is no such campaign.")
        with ExitStack() as stack:
            output: Path | None = options["output"]
            file = stack.enter_context(output.open("wb")) if output else None
            for piece in pieces(options["campaign"]):
                _ = file.write(piece) if file else self.stdout.write(piece.decode(), ending="")
