"""All chance and all time in the hand of a test: what is asked twice in the same moment gets the same ids, dice and tokens."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from unittest.mock import patch

import time_machine

BEGINNING = datetime(2026, 3, 7, 18, 30, tzinfo=UTC)


@dataclass
class Fate:
    """`at` sets clock and dice; ids, keys and tokens follow from what was asked since."""

    clock: time_machine.Traveller
    dice: Random = field(default_factory=Random)

    def at(self, seconds: int, what: str) -> None:
        self.clock.move_to(BEGINNING + timedelta(seconds=seconds))
        self.dice.seed(f"{seconds} {what}")


@contextmanager
def decided() -> Iterator[Fate]:
    """While it lasts the system's randomness and its clock are those of the test."""
    with time_machine.travel(BEGINNING, tick=False) as clock:
        fate = Fate(clock)
        drawn = fate.dice.randbytes
        with patch.object(os, "urandom", drawn), patch.object(random, "_urandom", drawn):
            yield fate
