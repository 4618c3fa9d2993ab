from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.bench.database import settle
from campaigns.bench.script import the_script
from campaigns.bench.table import Figure, lined_up
from config.trials import weighing
from config.trials.loading import Compared, Plan, Report, compare, load, quantile
from config.trials.tables import Laid, laid, lay

SEATS, SHORT = 5, 100
KEPT = "tables.json"


class Command(BaseCommand):
    help = (
        "Measures an evening of many tables over HTTP on the running stack of STACK_DIR. `make load` starts stacks "
        "for it. The tables are kept in the stack's folder and played on again by the next run there."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--campaigns", type=int, default=200)
        parser.add_argument("--streams", type=int, default=500)
        parser.add_argument("--seconds", type=float, default=60)
        parser.add_argument(
            "--pause",
            type=float,
            default=40,
            help="seconds between two things one of five does: an act in 90",
        )
        parser.add_argument(
            "--entries", type=int, default=0, help="of a long ledger, compared with a short one"
        )
        parser.add_argument("--rounds", type=int, default=40, help="of that comparison")
        parser.add_argument(
            "--rush", type=Path, help="a file that is given the pages a second, for who compares"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        logging.getLogger("httpx").setLevel(logging.WARNING)
        folder = Path(os.environ.get("STACK_DIR") or "")
        if not os.environ.get("STACK_DIR"):
            raise CommandError("STACK_DIR says no stack: make load starts one of its own")
        tables = self._tables(folder / KEPT, options["campaigns"])
        told = {name: options[name] for name in ("seconds", "streams", "pause")}
        plan = Plan(url=settings.SITE_URL, folder=folder, **told)
        report = asyncio.run(load(plan, tables, self.stderr.write))
        figures = list(evening_figures(report))
        if options["entries"]:
            figures += length_figures(self._compared(options), options["entries"])
        self.stdout.write(lined_up(figures))
        for line in told_beside(report):
            self.stdout.write(line)
        if options["rush"]:
            options["rush"].write_text(str(report.rush))
        for fault in report.faults[:20]:
            self.stderr.write(f"FAULT {fault}")
        if (
            report.faults
            or report.times.errors
            or not all(one.is_met for one in figures if one.aim is not None)
        ):
            sys.exit(1)

    def _tables(self, file: Path, count: int) -> list[Laid]:
        if file.exists():
            return msgspec.json.decode(file.read_bytes(), type=list[Laid])
        self.stderr.write(f"laying {count} tables of {SEATS}")
        found = list(lay(count, SEATS))
        settle()
        file.write_bytes(msgspec.json.encode(found))
        return found

    def _compared(self, options: dict[str, Any]) -> dict[str, Compared]:
        self.stderr.write(f"growing a ledger to {options['entries']} entries")
        short, long = (laid(the_script(), f"of {count}", 1, count) for count in (SHORT, options["entries"]))
        settle()
        return asyncio.run(compare(settings.SITE_URL, short, long, options["rounds"]))


def evening_figures(report: Report) -> Iterator[Figure]:
    times = report.times
    for name in ("page", "act", "act to stream"):
        found = times.taken.get(name, [])
        note = f"{len(found)} of them"
        yield Figure(f"{name}, p50", quantile(found, 0.5), unit="ms", note=note)
        yield Figure(
            f"{name}, p95", quantile(found, 0.95), unit="ms", note=aim(report) if "stream" in name else ""
        )
    yield Figure("errors", sum(times.errors.values()), 0, unit="", note=", ".join(times.errors))
    yield Figure("streams that missed or repeated an act", len(report.faults), 0, unit="")
    yield Figure("pages, as many as can be", report.rush, unit="/s")
    yield Figure("connections to PostgreSQL, at most", report.connections, unit="")


def aim(report: Report) -> str:
    """Under 100 ms, or the machine has no more to give."""
    late = quantile(report.times.taken.get("act to stream", []), 0.95)
    used = report.share[weighing.REST]
    return (
        "aim: under 100, met"
        if late < 100
        else f"aim: under 100, missed with {used:.0f} % of all processors in use"
    )


def length_figures(found: dict[str, Compared], entries: int) -> list[Figure]:
    return [
        Figure(
            f"{name}, {entries} entries against {SHORT}",
            one.ratio,
            1.15,
            note=f"{1000 * one.short:.1f} ms with {SHORT}",
        )
        for name, one in found.items()
    ]


def told_beside(report: Report) -> Iterator[str]:
    yield f"{'':22}processor   memory of each process"
    for name in dict.fromkeys([*report.memory, *report.share]):
        sizes = ", ".join(f"{size:.0f}" for size in report.memory.get(name, []))
        yield f"{name:<22}{report.share.get(name, 0):5.0f} %     {f'{sizes} MB' if sizes else ''}".rstrip()
