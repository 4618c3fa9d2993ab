"""`manage.py check --database default`, and every migrate, say when the ledger's triggers are gone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Error
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder

from campaigns import triggers


def ledger_is_guarded(*, databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    return [message for alias in databases or () for message in _check(alias)]


def _check(alias: str) -> list[CheckMessage]:
    connection = connections[alias]
    if connection.vendor not in triggers.NAMES:
        return [Error("The ledger needs SQLite or PostgreSQL.", id="campaigns.E002")]
    if not _is_migrated(alias):
        return []
    return [
        Error(
            f"The trigger {name} on {triggers.TABLE} is missing: the ledger could be changed.",
            hint="Call campaigns.triggers.install in the migration that altered the table.",
            id="campaigns.E001",
        )
        for name in triggers.missing(connection)
    ]


def _is_migrated(alias: str) -> bool:
    applied = MigrationRecorder(connections[alias]).applied_migrations()
    return ("campaigns", "0002_append_only") in applied
