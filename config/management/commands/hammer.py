from __future__ import annotations

import logging
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.trials.hammering import Plan, Report, gaps, hammer


class Command(BaseCommand):
    help = (
        "Plays over HTTP on the running stack of STACK_DIR while its parts are killed in turn, and proves that "
        "nothing is lost or done twice. `make hammer` starts a stack for it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--seconds", type=float, default=60, help="longer where not every part was killed yet"
        )
        parser.add_argument("--clients", type=int, default=20)
        parser.add_argument("--campaigns", type=int, default=10)
        parser.add_argument(
            "--drain", type=float, default=240, help="seconds in which what is left must be done"
        )
        parser.add_argument("--pause", type=float, default=1.5, help="seconds in peace between two blows")
        parser.add_argument("--seed", type=int, default=6)

    def handle(self, *args: Any, **options: Any) -> None:
        logging.getLogger("httpx").setLevel(logging.WARNING)
        folder = os.environ.get("STACK_DIR")
        if not folder:
            raise CommandError("STACK_DIR says no stack: make hammer starts one of its own")
        names = ("seconds", "clients", "campaigns", "drain", "pause", "seed")
        plan = Plan(url=settings.SITE_URL, folder=Path(folder), **{name: options[name] for name in names})
        report = hammer(plan, self.stderr.write)
        for line in figures(report):
            self.stdout.write(line)
        for fault in dict.fromkeys(report.faults):
            self.stderr.write(f"FAULT {fault}")
        if report.faults:
            sys.exit(1)


def figures(report: Report) -> list[str]:
    """One on each line."""
    log, kinds = report.log, Counter(map(str, report.blows))
    longest, around = gaps(report.served, report.blows)
    reasons = Counter(one.refused for one in log.refused)
    troubles = ", ".join(f"{count} × {name}" for name, count in log.troubles.most_common()) or "none"
    streams = [one for found in report.listeners.values() for one in found]
    return [
        f"acts acknowledged     {len(log.accepted)} in {report.seconds:.0f} s",
        f"refused               {len(log.refused)} ({', '.join(f'{n} × {why}' for why, n in reasons.most_common(4))})",
        f"sent more than once   {log.retried} ({troubles})",
        *(f"{what:<21} {kinds[what]} ×, longest gap around it {around[what]:.1f} s" for what in kinds),
        f"longest gap           {longest:.1f} s without an act acknowledged",
        f"streams               {len(streams)}, by {sum(one.connections for one in streams)} connections",
        f"acts heard by them    {sum(len(one.seen) for one in streams)}",
        f"webhooks              {report.told} messages, {report.repeated} repeated",
        f"outbox                {'not drained' if report.drain is None else f'drained in {report.drain:.1f} s'}",
        f"faults                {len(report.faults)}",
    ]
