"""Writing: one transaction at a time where the database is a file."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

_queue = threading.Lock()


@contextmanager
def writing() -> Iterator[None]:
    """One transaction. On SQLite the writers of this process queue here, where waiting is fair."""
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        with _queue, transaction.atomic():
            yield
    else:
        with transaction.atomic():
            yield
