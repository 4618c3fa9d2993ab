"""A database for the bench alone: a file that goes with its folder, or a PostgreSQL database that is dropped."""

from __future__ import annotations

import signal
import sys
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connection


@contextmanager
def a_database_of_its_own() -> Iterator[None]:
    """Beside the site's own, on the same disk or server; it goes also where the bench is told to stop."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    name = f"bench_{uuid.uuid4().hex[:12]}"
    with ExitStack() as stack:
        if connection.vendor == "sqlite":
            settings.VAR_DIR.mkdir(exist_ok=True)
            folder = tempfile.TemporaryDirectory(prefix="bench-", dir=settings.VAR_DIR)
            name = str(Path(stack.enter_context(folder)) / f"{name}.sqlite3")
        before = connection.settings_dict["NAME"]
        connection.settings_dict["TEST"]["NAME"] = name
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        stack.callback(connection.creation.destroy_test_db, before, verbosity=0)
        yield


def settle() -> None:
    """Count rows, as PostgreSQL does by itself some time after so many came: it plans its queries by that."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
