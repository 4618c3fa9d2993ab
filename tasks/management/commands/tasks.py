"""`manage.py tasks`: the long work of everybody and the night's, how far each has come; `--cancel` stops one."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from jobs import queue
from jobs.models import Job
from tasks.asking import cancel
from tasks.models import Kind, Task

NIGHT = "nightly"
LISTED = 50


class Command(BaseCommand):
    help = "Lists exports, imports, PDFs, audits and the work of the night, the newest first; cancels one of them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--cancel", type=UUID, metavar="ID", help="stop this one, at its next step")

    def handle(self, *args: Any, **options: Any) -> None:
        long = Job.objects.filter(kind__in=[NIGHT, *Kind.values])
        if options["cancel"]:
            self._cancel(long.filter(pk=options["cancel"]).first())
            return
        for job in long.order_by("-created_at")[:LISTED]:
            how_far = f" {job.progress}/{job.whole}" if job.whole else ""
            why = f" ({job.error})" if job.error else ""
            self.stdout.write(f"{job.pk} {job.kind} {job.state}{how_far}{why}")

    def _cancel(self, job: Job | None) -> None:
        if job is None:
            raise CommandError("There is no such task.")
        task = Task.objects.filter(pk=job.pk).first()
        if not (cancel(task) if task else queue.cancel(job.pk)):
            raise CommandError(f"It is over: {job.state}.")
        self.stdout.write(f"{job.pk} {job.kind} cancelled")
