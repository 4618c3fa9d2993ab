"""Work that takes its time tells somebody how far it has come."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Watch: TypeAlias = Callable[[int, int], None]
"""Told so much of so much, act by act. It stops the work by raising LostError or StoppingError of jobs.running."""


def unwatched(done: int, whole: int) -> None:
    """Nobody waits for it."""
