"""The time that all servers agree on: the database's.

Servers whose clocks are minutes apart leave jobs for one another, hold them on leases and read when they are due. So each
looks now and then how far its own clock is from the database's, and reckons with that. A file has no clock but this machine's.
"""

from __future__ import annotations

import time
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection
from django.utils import timezone

AGAIN = 60.0
"""Seconds after which it is looked at anew."""
SAME = timedelta(seconds=1)
"""Clocks that are no further apart are taken for the same: what is asked takes its time as well."""
NONE = timedelta(0)

_apart, _measured = NONE, float("-inf")


def now() -> datetime:
    return timezone.now() + _difference()


def _difference() -> timedelta:
    global _apart, _measured
    if not settings.CLOCK_OF_DATABASE or connection.vendor != "postgresql":
        return NONE
    if time.monotonic() - _measured > AGAIN:
        found = _database() - timezone.now()
        _apart, _measured = (found if abs(found) > SAME else NONE), time.monotonic()
    return _apart


def _database() -> datetime:
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        found: datetime = cursor.fetchone()[0]
        return found


def forget() -> None:
    """It is looked at anew at once."""
    global _measured  # noqa: PLW0603
    _measured = float("-inf")
