"""`manage.py import_campaign <file> --owner <name>`: a campaign from its file, or what is wrong with the file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.answers import Refusal
from campaigns.localising import localised
from campaigns.transfer.importing import import_campaign


class Command(BaseCommand):
    help = "Makes a campaign of an exported file; nothing is written where anything is wrong with it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--owner", required=True, help="who is to own it and be its game master")

    def handle(self, *args: Any, **options: Any) -> None:
        owner = get_user_model().objects.filter(username=options["owner"]).first()
        if owner is None:
            raise CommandError("Nobody is called that.")
        try:
            with options["file"].open("rb") as file:
                outcome = import_campaign(owner, file)
        except OSError as error:
            raise CommandError(str(error)) from None
        if isinstance(outcome, Refusal):
            raise CommandError(localised(outcome.message))
        state = "unverified" if outcome.unverified else "signed by this server"
        self.stdout.write(f"{outcome.pk} {outcome.name}: {outcome.version} entries, {state}")
