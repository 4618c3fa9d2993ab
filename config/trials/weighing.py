"""What the processes of a stack take: memory, processor, connections to the database."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil
from django.db import connection

CLIENT, REST = "client", "all processors"


@dataclass(frozen=True)
class Busy:
    """Seconds of processor that each part has taken, and when."""

    at: float
    seconds: dict[str, float]
    idle: float


def families(folder: Path) -> Iterator[tuple[str, list[psutil.Process]]]:
    """Each part with the processes it has started, and whoever measures."""
    pids = json.loads((folder / "pids.json").read_text())
    for name, pid in pids.items():
        with suppress(psutil.NoSuchProcess):
            first = psutil.Process(pid)
            yield name, [first, *first.children(recursive=True)]
    yield CLIENT, [psutil.Process()]


def busy(folder: Path) -> Busy:
    taken = {name: sum(map(_seconds, found)) for name, found in families(folder)}
    return Busy(time.monotonic(), taken, psutil.cpu_times().idle)


def _seconds(process: psutil.Process) -> float:
    with suppress(psutil.NoSuchProcess):
        times = process.cpu_times()
        return float(times.user + times.system)
    return 0.0


def share(before: Busy, after: Busy) -> dict[str, float]:
    """Of one processor, in per cent; of all of them together under its own name."""
    span = after.at - before.at
    found = {
        name: 100 * (after.seconds[name] - before.seconds.get(name, 0.0)) / span for name in after.seconds
    }
    whole = span * (psutil.cpu_count() or 1)
    return found | {REST: 100 * (1 - (after.idle - before.idle) / whole)}


def memory(folder: Path) -> dict[str, list[float]]:
    """MB of each process; what several share is counted to each in part."""
    return {name: [_megabytes(one) for one in found] for name, found in families(folder)}


def _megabytes(process: psutil.Process) -> float:
    with suppress(psutil.Error):
        found = process.memory_full_info()
        return float(getattr(found, "pss", found.rss)) / 1e6
    return 0.0


def connections() -> int:
    """To this database, the asking one left out."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        return int(cursor.fetchone()[0])
