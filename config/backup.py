# ruff: noqa: SLF001  (Django’s names for what a table is)
"""The whole database as one file, from either kind to either kind, and back into an empty one.

`.jsonl.gz`: a header (format, migrations, rows of each table, every campaign's head), then a row a line as Django's
serializer has it, then what all of it hashes to. Sessions are left out: whoever was signed in signs in again.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from itertools import chain, groupby
from pathlib import Path
from typing import IO, Any
from uuid import UUID

from django.apps import apps
from django.core import serializers
from django.core.management.color import no_style
from django.core.serializers.base import DeserializationError, DeserializedObject
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections, models, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from django.utils.functional import Promise

from campaigns import records
from campaigns.models import Campaign, Entry

FORMAT, VERSION = "questkeep-backup", 1
LEFT_OUT = {
    *("contenttypes.contenttype", "auth.permission"),  # what `migrate` makes by itself
    *("sessions.session", "jobs.heartbeat", "tasks.task", "tasks.chunk"),  # what is of the moment
}
ALIAS = "backup"
BATCH = 500


class BackupError(Exception):
    """The file cannot be made, or cannot be brought in; nothing was changed."""


@dataclass(frozen=True)
class Summary:
    rows: int
    campaigns: int


# Out


def write(path: Path) -> Summary:
    """Everything as it is at one moment, while people go on playing. The file is there when it is whole."""
    unfinished = path.with_name(f"{path.name}.part")
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with (
            open(unfinished, "wb", opener=_for_us_alone) as raw,
            gzip.open(raw, "wt", encoding="utf-8", compresslevel=6) as file,
            snapshot(),
        ):
            summary = _write(file)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    return summary


def _for_us_alone(path: str, flags: int) -> int:
    """From its first byte on: passwords' hashes and webhooks' secrets are in it."""
    found = os.open(path, flags, 0o600)
    os.fchmod(found, 0o600)
    return found


@contextmanager
def snapshot() -> Iterator[None]:
    """A connection of its own, on which nothing changes and which keeps nobody from writing."""
    settings = dict(connection.settings_dict)
    options = {name: value for name, value in settings["OPTIONS"].items() if name != "pool"}
    if connection.vendor == "sqlite":
        options["transaction_mode"] = "DEFERRED"
    connections.databases[ALIAS] = settings | {"OPTIONS": options}
    try:
        with transaction.atomic(using=ALIAS):
            if connection.vendor == "postgresql":
                with connections[ALIAS].cursor() as cursor:
                    cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
    finally:
        connections[ALIAS].close()
        del connections[ALIAS]
        del connections.databases[ALIAS]


def _write(file: IO[str]) -> Summary:
    tables = list(_models())
    counts = {table._meta.label_lower: table._base_manager.using(ALIAS).count() for table in tables}
    campaigns = Campaign.objects.using(ALIAS).values_list("pk", "version", "head_hash")
    heads = {str(pk): [version, head] for pk, version, head in campaigns}
    header = {
        "format": FORMAT,
        "version": VERSION,
        "made_at": timezone.now().isoformat(),
        "migrations": _migrations(ALIAS),
        "rows": counts,
        "heads": heads,
    }
    digest = hashlib.sha256()
    for line in chain([json.dumps(header)], _rows(tables)):
        digest.update(line.encode() + b"\n")
        file.write(line + "\n")
    file.write(json.dumps({"sha256": digest.hexdigest()}) + "\n")
    return Summary(sum(counts.values()), len(heads))


def _rows(tables: Iterable[type[models.Model]]) -> Iterator[str]:
    for table in tables:
        found = table._base_manager.using(ALIAS).order_by("pk").iterator(BATCH)
        for row in found:
            (plain,) = serializers.serialize("python", [row])
            yield json.dumps(plain, default=_exactly, ensure_ascii=False)


def _exactly(value: Any) -> str:
    """Django's own encoder cuts times to milliseconds."""
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, UUID | date | Decimal | Promise):
        return str(value)
    raise TypeError(type(value).__name__)


def _models() -> Iterator[type[models.Model]]:
    """Those a row may point to before those that point."""
    configs: Any = [(config, None) for config in apps.get_app_configs()]
    for table in serializers.sort_dependencies(configs, allow_cycles=True):
        meta = table._meta
        if meta.managed and not meta.proxy and meta.label_lower not in LEFT_OUT:
            yield table


def _migrations(alias: str) -> list[list[str]]:
    return sorted([app, name] for app, name in MigrationRecorder(connections[alias]).applied_migrations())


# In


def restore(path: Path) -> Summary:
    """Into a database that is migrated and empty: all of it, with every chain of hashes checked, or nothing."""
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file, transaction.atomic():
            return _restore(file)
    except (OSError, EOFError, zlib.error, ValueError, LookupError, TypeError, AttributeError) as error:
        raise BackupError(f"the file cannot be read: {type(error).__name__}: {error}") from error
    except (DeserializationError, DatabaseError) as error:
        raise BackupError(f"the rows do not fit: {error}") from error


def _restore(file: IO[str]) -> Summary:
    lines = Checked(file)
    header = json.loads(next(lines, "{}"))
    _check_header(header)
    if full := next((table for table in _models() if table._base_manager.exists()), None):
        raise BackupError(f"the database is not empty: there are rows of {full._meta.label}")
    found: dict[str, int] = {}
    for label, rows in groupby(_objects(lines), key=lambda row: row.object._meta.label_lower):
        found[label] = found.get(label, 0) + _insert(rows)
    if not lines.is_whole:
        raise BackupError("the file is incomplete or was changed: its hash is not that of its lines")
    wanted = {label: count for label, count in header["rows"].items() if count}
    if found != wanted:
        raise BackupError("there are not as many rows as the header says")
    _reset_sequences()
    check_heads(header["heads"])
    return Summary(sum(found.values()), len(header["heads"]))


class Checked:
    """The lines but the last, which says what those before it hash to."""

    def __init__(self, file: IO[str]) -> None:
        self.file, self.digest, self.is_whole = file, hashlib.sha256(), False
        self.ahead = file.readline()

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line, self.ahead = self.ahead, self.file.readline()
        if not self.ahead:
            said = json.loads(line).get("sha256") if line else None
            self.is_whole = said == self.digest.hexdigest()
            raise StopIteration
        self.digest.update(line.rstrip("\n").encode() + b"\n")
        return line


def _check_header(header: dict[str, Any]) -> None:
    if header.get("format") != FORMAT:
        raise BackupError("this is no backup of Questkeep")
    if header["version"] != VERSION:
        raise BackupError(
            f"this backup is of version {header['version']}; this release reads version {VERSION}"
        )
    here = {tuple(one) for one in _migrations(DEFAULT_DB_ALIAS)}
    there = {tuple(one) for one in header["migrations"]}
    if here != there:
        names = ", ".join(sorted(f"{app}.{name}" for app, name in here ^ there)[:5])
        raise BackupError(
            f"the backup is of another release ({names}): restore it with that release, then migrate"
        )


def _objects(lines: Iterable[str]) -> Iterator[DeserializedObject]:
    for number, line in enumerate(lines, start=2):
        try:
            row = json.loads(line)
        except json.JSONDecodeError as error:
            raise BackupError(f"line {number} is no row: {error}") from error
        yield from serializers.deserialize("python", [row])


def _insert(rows: Iterable[DeserializedObject]) -> int:
    count, waiting = 0, list[DeserializedObject]()
    for row in rows:
        waiting.append(row)
        count += 1
        if len(waiting) == BATCH:
            _insert_batch(waiting)
            waiting = []
    if waiting:
        _insert_batch(waiting)
    return count


def _insert_batch(rows: list[DeserializedObject]) -> None:
    table = type(rows[0].object)
    every: Any = models.QuerySet(table)
    every.bulk_create([row.object for row in rows], batch_size=BATCH)
    for row in rows:
        for name, keys in (row.m2m_data or {}).items():
            if keys:
                getattr(row.object, name).set(keys)


def _reset_sequences() -> None:
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(_models())):
            cursor.execute(statement)


def check_heads(heads: dict[str, list[Any]]) -> None:
    """Every campaign's ledger, hashed again entry by entry, ends where it ended."""
    found = {
        str(pk): [version, head]
        for pk, version, head in Campaign.objects.values_list("pk", "version", "head_hash")
    }
    if found != heads:
        raise BackupError("the campaigns are not those of the header")
    for campaign_id, (version, head) in heads.items():
        last, seq = "", 0
        for seq, body, hash_ in (
            Entry.objects.filter(campaign_id=campaign_id)
            .order_by("seq")
            .values_list("seq", "body", "hash")
            .iterator(BATCH)
        ):
            last = records.chain(last, body)
            if last != hash_:
                raise BackupError(f"campaign {campaign_id}: the chain is broken at entry {seq}")
        if (seq, last) != (version, head):
            raise BackupError(f"campaign {campaign_id}: the ledger does not end at entry {version}")
