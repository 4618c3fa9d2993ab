"""Kinds of jobs, and the functions that do them. Each app names its own when it is ready."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jobs.running import Run


@dataclass(frozen=True)
class Retry:
    """Up to `attempts`; after the first failure `first` seconds are waited, then twice as long each time, up to `longest`."""

    attempts: int = 8
    first: float = 5.0
    longest: float = 3600.0

    def wait(self, attempt: int) -> timedelta:
        """After this many attempts; never quite the same, so that what failed together does not come back together."""
        seconds = min(self.first * 2 ** (attempt - 1), self.longest)
        return timedelta(seconds=seconds * random.uniform(0.8, 1.2))  # noqa: S311


@dataclass(frozen=True)
class Kind:
    """`lease`: seconds without a sign of progress after which its worker is taken for dead. `stays`: it is kept when done."""

    name: str
    function: Callable[[Run], None]
    retry: Retry = field(default_factory=Retry)
    lease: float = 60.0
    stays: bool = False


_known: dict[str, Kind] = {}


def register(kind: Kind) -> None:
    _known[kind.name] = kind


def kind(name: str) -> Kind | None:
    """None where a newer or an older release left the job."""
    return _known.get(name)


def names() -> tuple[str, ...]:
    return tuple(_known)
