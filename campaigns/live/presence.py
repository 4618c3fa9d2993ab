"""Who is there, as far as other processes tell."""

from __future__ import annotations

import time
from dataclasses import dataclass, field


@dataclass
class Elsewhere:
    """The keys of seats by process, and when it last said so."""

    heard: dict[str, tuple[frozenset[str], float]] = field(default_factory=dict)

    def now(self) -> set[str]:
        return {key for keys, _ in self.heard.values() for key in keys}

    def told(self, process: str, keys: frozenset[str]) -> bool:
        """Whether that changes who is there."""
        before = self.now()
        self.heard[process] = (keys, time.monotonic())
        return self.now() != before

    def forget(self, silence: float) -> bool:
        """Those processes that have said nothing for so many seconds; whether somebody is gone by that."""
        before, since = self.now(), time.monotonic() - silence
        self.heard = {process: told for process, told in self.heard.items() if told[1] > since}
        return self.now() != before
