"""The worker of the embedded default: one thread of the server's process, woken when a job is left."""

from __future__ import annotations

import logging
import threading

from django.db import close_old_connections

LOOK = 1.0
"""Seconds after which it looks by itself."""

log = logging.getLogger(__name__)
_woken = threading.Event()
_thread: threading.Thread | None = None


def wake() -> None:
    _woken.set()


def start() -> None:
    """Once in a process. It ends with it: `running.stop` first, else what it was at waits until its lease is over."""
    global _thread  # noqa: PLW0603
    if _thread is None or not _thread.is_alive():
        _thread = threading.Thread(target=_work, name="jobs", daemon=True)
        _thread.start()


def _work() -> None:
    from jobs import running, ticking  # noqa: PLC0415  (once every app is ready)

    while not running.is_stopping():
        _woken.wait(LOOK)
        _woken.clear()
        try:
            ticking.tick("embedded")
        except Exception:
            log.exception("the worker goes on")
        finally:
            close_old_connections()
