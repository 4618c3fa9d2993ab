"""`manage.py bench`: what the site costs, as ratios of one run, on a database of its own."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.test import override_settings

from accounts.models import User
from campaigns.bench import auditing, counting, folding, odds, visiting
from campaigns.bench.browser import Browser
from campaigns.bench.database import a_database_of_its_own, settle
from campaigns.bench.making import Table
from campaigns.bench.script import the_script
from campaigns.bench.table import Figure, lined_up

SHORT, MIDDLE, LONG, LONGEST = 100, 10_000, 20_000, 100_000


class Command(BaseCommand):
    help = "Measures folds, pages, acts and audits on a temporary database."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--rounds", type=int, default=100, help="of each comparison")

    def handle(self, *args: Any, **options: Any) -> None:
        with a_database_of_its_own(), as_in_production():
            figures = list(self._measure(options["rounds"]))
        self.stdout.write(lined_up(figures))

    def _measure(self, rounds: int) -> Iterator[Figure]:
        script, gm = the_script(), User.objects.create_user("game master")
        yield odds.figure(script)
        browser = Browser(gm)
        alone, crowd = (Table(script, gm, name) for name in ("alone", "crowd"))
        for table, heroes in ((alone, 1), (crowd, counting.CROWD)):
            table.play(script.start[: script.alone])
            table.crowd(heroes)
        short, long = (self._table(script, gm, name, SHORT) for name in ("short", "long"))
        yield from folding.figures(self._grown(long, MIDDLE), max(3, rounds // 10))
        small = auditing.peak(long)
        yield from visiting.figures(short, self._grown(long, LONG), browser, rounds)
        yield from counting.figures(alone, crowd, browser)
        yield auditing.timed(self._grown(long, LONGEST))
        yield auditing.memory(small, auditing.peak(long))

    def _table(self, script: Any, gm: User, name: str, entries: int) -> Table:
        table = Table(script, gm, name)
        table.play(script.start)
        while table.entries < entries:
            table.play(script.evening)
        return table

    def _grown(self, table: Table, entries: int) -> Table:
        self.stderr.write(f"growing to {entries} entries")
        table.lengthen(entries)
        settle()
        return table


@contextmanager
def as_in_production() -> Iterator[None]:
    """Without what DEBUG adds, and in silence."""
    logging.disable(logging.WARNING)
    with override_settings(
        DEBUG=False,
        ROOT_URLCONF="campaigns.bench.urls",
        ALLOWED_HOSTS=["testserver"],
        WHITENOISE_AUTOREFRESH=False,
        WHITENOISE_USE_FINDERS=False,
        STORAGES={**settings.STORAGES, "staticfiles": settings.PLAIN},
    ):
        yield
    logging.disable(logging.NOTSET)
