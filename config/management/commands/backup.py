from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from config import backup


class Command(BaseCommand):
    help = "Writes the whole database into one file, and proves that it can be restored."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="else one named by the time, in BACKUP_DIR")
        parser.add_argument("--no-verify", action="store_true", help="do not try to restore it")

    def handle(self, *args: Any, **options: Any) -> None:
        path = options["file"] or named(settings.BACKUP_DIR)
        summary = backup.write(path)
        if not options["no_verify"]:
            verify(path)
        verified = "" if options["no_verify"] else ", restored and compared"
        self.stdout.write(f"{path}: {summary.rows} rows, {summary.campaigns} campaigns{verified}")


def named(folder: Path) -> Path:
    return folder / f"questkeep-{timezone.localtime():%Y%m%d-%H%M%S}.jsonl.gz"


def verify(path: Path) -> None:
    """Restores it into an empty database of its own and audits that; raises CommandError where that fails."""
    with tempfile.TemporaryDirectory() as folder:
        database = {"DATABASE_URL": f"sqlite:///{folder}/restored.sqlite3", "REDIS_URL": ""}
        steps = ["migrate", "--verbosity=0"], ["restore", str(path.absolute())], ["audit_ledgers"]
        for arguments in steps:
            command = [sys.executable, str(settings.BASE_DIR / "manage.py"), *arguments]
            done = subprocess.run(  # noqa: S603  (our own command)
                command, env={**os.environ, **database}, capture_output=True, text=True, check=False
            )
            if done.returncode:
                raise CommandError(f"{path} cannot be restored: {done.stderr.strip()[-500:]}")
