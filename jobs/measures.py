"""Figures for Prometheus: those of jobs, and how the processes of one site add theirs up.

Where there are several processes, each keeps its figures in files of a folder that all share, and whichever is asked
adds them up (prometheus_client's multiprocess mode). Labels are kinds and codes: never a campaign, never a person.
"""

from __future__ import annotations

import fcntl
import os
import socket
import threading
from contextlib import suppress
from pathlib import Path
from typing import IO

from django.conf import settings
from prometheus_client import (
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    values,
)
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

SECONDS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
LOOK = 10.0
"""Seconds after which a process of several says again what it uses."""
USED = (
    "process_resident_memory_bytes",
    "process_cpu_seconds_total",
    "process_open_fds",
    "process_start_time_seconds",
)


def identity() -> str:
    """Of this process among all that share the folder, also those of other containers."""
    host = "".join(letter if letter.isalnum() else "-" for letter in socket.gethostname())
    return f"{host}-{os.getpid()}"


if settings.METRICS_SHARED:
    Path(settings.METRICS_DIR).mkdir(parents=True, exist_ok=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(settings.METRICS_DIR)
    values.ValueClass = values.MultiProcessValue(identity)

disable_created_metrics()  # when each figure began is a series more for each, and nobody asks
JOBS = Counter("questkeep_jobs", "Attempts at jobs, by what came of them", ["kind", "outcome"])
JOB_SECONDS = Histogram("questkeep_job_seconds", "How long attempts at jobs take", ["kind"], buckets=SECONDS)
_alive: IO[bytes] | None = None


def job(kind: str, outcome: str, took: float) -> None:
    JOBS.labels(kind, outcome).inc()
    JOB_SECONDS.labels(kind).observe(took)


def begin(part: str) -> None:
    """This process is one of several that serve the site: it says that it lives, and now and then what it uses."""
    global _alive  # noqa: PLW0603
    if settings.METRICS_SHARED and _alive is None:
        folder = Path(settings.METRICS_DIR)
        mark_process_dead(identity(), str(folder))  # of one that had its number before
        _alive = (folder / f"{identity()}.alive").open("wb")
        fcntl.flock(_alive, fcntl.LOCK_EX)
        threading.Thread(target=_keep_up, args=(part,), name="measures", daemon=True).start()


def _keep_up(part: str) -> None:
    gauges = {
        name: Gauge(f"questkeep_{name.removesuffix('_total')}", "As process_… of one process", ["part"], multiprocess_mode="liveall")
        for name in USED
    }  # fmt: skip
    collector, pause = ProcessCollector(registry=None), threading.Event()
    while True:
        for metric in collector.collect():
            for sample in metric.samples:
                if sample.name in gauges:
                    gauges[sample.name].labels(part).set(sample.value)
        pause.wait(LOOK)


def registry() -> CollectorRegistry:
    """Of all processes, or of the one there is. What the dead had open is forgotten; what they counted stays."""
    every = CollectorRegistry()
    if settings.METRICS_SHARED:
        bury(Path(settings.METRICS_DIR))
        MultiProcessCollector(every, str(settings.METRICS_DIR))
    else:
        every.register(REGISTRY)
    return every


def bury(folder: Path) -> None:
    """A process holds its lock for as long as it lives, however it ends."""
    for file in folder.glob("*.alive"):
        with suppress(OSError), file.open("rb") as mark:
            fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
            mark_process_dead(file.stem, str(folder))
            file.unlink()
