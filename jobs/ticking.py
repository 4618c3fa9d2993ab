"""A tick: everything that is due now. It may be given by a worker, by beat, by cron or by hand, and by several at once."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from jobs import clock, running
from jobs.models import Heartbeat
from jobs.transactions import writing

BEAT = timedelta(seconds=10)
"""How often a worker says that it is there."""

log = logging.getLogger(__name__)
Clock = Callable[[datetime], None]
_clocks: list[Clock] = []
_said: dict[str, datetime] = {}


def at_each_tick(look: Clock) -> None:
    """An app's own look at the time, which leaves jobs for what has come due."""
    if look not in _clocks:
        _clocks.append(look)


def tick(name: str) -> int:
    """How many jobs were run."""
    sweep(name)
    return running.run_due()


def sweep(name: str) -> None:
    """A sign of life, and each clock's look."""
    now = clock.now()
    if now - _said.get(name, now - BEAT) >= BEAT:
        _said[name] = now
        with writing():
            Heartbeat.objects.update_or_create(name=name, defaults={"seen_at": now})
    for look in _clocks:
        try:
            look(now)
        except Exception:
            log.exception("a clock failed; the others and the jobs go on")
