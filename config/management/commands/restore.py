from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config import backup


class Command(BaseCommand):
    help = (
        "Brings a backup into a database that is migrated and empty; checks every campaign’s chain of hashes."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            summary = backup.restore(options["file"])
        except backup.BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{summary.rows} rows, {summary.campaigns} campaigns")
