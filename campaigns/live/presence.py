"""Who is there, as far as other processes tell."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

Here = tuple[tuple[str, str], ...]
"""Seats by key and name."""

FORGOTTEN = 40.0
"""Seconds after which a process that says nothing is believed to be gone."""


@dataclass
class Elsewhere:
    """By process, and when it last said so."""

    heard: dict[str, tuple[Here, float]] = field(default_factory=dict)

    def now(self) -> set[tuple[str, str]]:
        return {seat for people, _ in self.heard.values() for seat in people}

    def told(self, process: str, people: Here) -> bool:
        """Whether that changes who is there."""
        before = self.now()
        self.heard[process] = (people, time.monotonic())
        return self.now() != before

    def expire(self) -> bool:
        """Whether somebody is forgotten."""
        before, since = self.now(), time.monotonic() - FORGOTTEN
        self.heard = {process: told for process, told in self.heard.items() if told[1] > since}
        return self.now() != before
