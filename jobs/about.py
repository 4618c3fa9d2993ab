"""What the lines of the log are about: the request or the job in hand, whose it is, the campaign and the act.

A context variable: threads that work for a request, and tasks it starts, say the same. Never a name: ids only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType
from typing import Any

NOTHING: Mapping[str, Any] = MappingProxyType({})
_about: ContextVar[Mapping[str, Any]] = ContextVar("about", default=NOTHING)


def known() -> Mapping[str, Any]:
    return _about.get()


def say(**more: Any) -> None:
    """From here on, until the request or the job is over."""
    _about.set({**_about.get(), **more})


def begin(**fields: Any) -> None:
    """Something new, which has nothing to do with what was before in this thread."""
    _about.set(fields)


def forget(**_of_signal: Any) -> None:
    _about.set(NOTHING)


@contextmanager
def within(**fields: Any) -> Iterator[None]:
    before = _about.set(fields)
    try:
        yield
    finally:
        _about.reset(before)


def request_id() -> str:
    """Of the request at the beginning of it all; empty where a clock was."""
    return str(_about.get().get("request_id", ""))
