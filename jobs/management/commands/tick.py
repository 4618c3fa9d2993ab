from typing import Any

from django.core.management.base import BaseCommand

from jobs.ticking import tick


class Command(BaseCommand):
    help = "Does everything that is due now: deliveries, scheduled acts, long work. For cron, or by hand; harmless twice."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{tick('tick')} jobs")
