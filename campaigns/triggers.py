"""The database's own refusal to change or delete an entry. SQLite loses triggers when a table is rebuilt:
a migration that alters `Entry` must install them again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper

TABLE = "campaigns_entry"

NAMES = {
    "sqlite": ("entry_no_update", "entry_no_delete", "entry_no_replace"),
    "postgresql": ("entry_append_only", "entry_no_truncate"),
}

INSTALL = {
    "sqlite": (
        """CREATE TRIGGER entry_no_update BEFORE UPDATE ON campaigns_entry
            BEGIN SELECT RAISE(ABORT, 'entries are never updated'); END""",
        """CREATE TRIGGER entry_no_delete BEFORE DELETE ON campaigns_entry
            WHEN NOT EXISTS (SELECT 1 FROM campaigns_purge WHERE campaign_id = OLD.campaign_id)
            BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END""",
        # INSERT OR REPLACE deletes what is in its way without asking the trigger above. One question for each
        # unique index: a single one with OR would read every entry of the campaign.
        """CREATE TRIGGER entry_no_replace BEFORE INSERT ON campaigns_entry
            WHEN EXISTS (SELECT 1 FROM campaigns_entry WHERE id = NEW.id)
              OR EXISTS (SELECT 1 FROM campaigns_entry WHERE campaign_id = NEW.campaign_id AND seq = NEW.seq)
              OR EXISTS (SELECT 1 FROM campaigns_entry WHERE campaign_id = NEW.campaign_id AND act_id = NEW.act_id)
              OR EXISTS (SELECT 1 FROM campaigns_entry WHERE campaign_id = NEW.campaign_id
                 AND seat_key = NEW.seat_key AND idempotency_key = NEW.idempotency_key)
            BEGIN SELECT RAISE(ABORT, 'entries are never replaced'); END""",
    ),
    "postgresql": (
        """CREATE OR REPLACE FUNCTION entry_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
              IF TG_OP = 'DELETE' THEN
                IF EXISTS (SELECT 1 FROM campaigns_purge WHERE campaign_id = OLD.campaign_id) THEN
                  RETURN OLD;
                END IF;
              END IF;
              RAISE EXCEPTION 'entries are append-only: % refused', TG_OP
                USING ERRCODE = 'integrity_constraint_violation';
            END $$""",
        """CREATE TRIGGER entry_append_only BEFORE UPDATE OR DELETE ON campaigns_entry
            FOR EACH ROW EXECUTE FUNCTION entry_refuse()""",
        """CREATE TRIGGER entry_no_truncate BEFORE TRUNCATE ON campaigns_entry
            FOR EACH STATEMENT EXECUTE FUNCTION entry_refuse()""",
    ),
}

REMOVE = {
    "sqlite": tuple(f"DROP TRIGGER IF EXISTS {name}" for name in NAMES["sqlite"]),
    "postgresql": tuple(f"DROP TRIGGER IF EXISTS {name} ON {TABLE}" for name in NAMES["postgresql"]),
}

PRESENT = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'campaigns_entry'",
    "postgresql": """SELECT tgname FROM pg_trigger WHERE tgrelid = to_regclass('campaigns_entry')
                      AND tgenabled IN ('O', 'A') AND NOT tgisinternal""",
}


def install(connection: BaseDatabaseWrapper) -> None:
    """Install every trigger, also where some are there."""
    _run(connection, REMOVE[connection.vendor] + INSTALL[connection.vendor])


def remove(connection: BaseDatabaseWrapper) -> None:
    _run(connection, REMOVE[connection.vendor])


def missing(connection: BaseDatabaseWrapper) -> tuple[str, ...]:
    """The names of the triggers that ought to stand and do not."""
    with connection.cursor() as cursor:
        cursor.execute(PRESENT[connection.vendor])
        present = {row[0] for row in cursor.fetchall()}
    return tuple(name for name in NAMES[connection.vendor] if name not in present)


@contextmanager
def lifted(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """For tests alone: their flush between two tests is a deletion."""
    remove(connection)
    try:
        yield
    finally:
        install(connection)


def _run(connection: BaseDatabaseWrapper, statements: tuple[str, ...]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def forwards(apps: Any, schema_editor: Any) -> None:
    install(schema_editor.connection)


def backwards(apps: Any, schema_editor: Any) -> None:
    remove(schema_editor.connection)
