"""Nothing changes or deletes an entry: neither code nor SQL."""

import re

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import DatabaseError, connection, transaction
from django.db.models import ProtectedError

from campaigns import triggers
from campaigns.models import AppendOnlyError, Campaign, Entry, HeroRow, Purge, Seat
from campaigns.purge import purge_campaign
from campaigns.seats import found
from config.settings import BASE_DIR
from tests import toy
from tests.campaigns.group import Group


@pytest.fixture
def entry(group):
    group.recruits(group.player)
    return Entry.objects.get()


def refuses(statement):
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


def test_an_entry_is_not_saved_again(entry):
    with pytest.raises(AppendOnlyError):
        entry.save()


def test_an_entry_is_not_deleted(entry):
    with pytest.raises(AppendOnlyError):
        entry.delete()


@pytest.mark.parametrize(
    "attempt",
    [
        lambda rows: rows.update(kind="x"),
        lambda rows: rows.delete(),
        lambda rows: rows.filter(seq=1).delete(),
        lambda rows: rows.bulk_update([], ["kind"]),
        lambda rows: Entry._base_manager.all().delete(),
    ],
)
def test_querysets_refuse_too(entry, attempt):
    with pytest.raises(AppendOnlyError):
        attempt(Entry.objects.all())


def test_a_campaign_with_a_ledger_is_not_deleted(entry):
    with pytest.raises(ProtectedError):
        Campaign.objects.get().delete()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE campaigns_entry SET body = 'x'",
        "UPDATE campaigns_entry SET seq = seq + 1",
        "DELETE FROM campaigns_entry",
        "DELETE FROM campaigns_entry WHERE seq = 1",
    ],
)
def test_the_database_refuses(entry, statement):
    refuses(statement)
    assert Entry.objects.get().body == entry.body


@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite replaces silently")
@pytest.mark.parametrize("columns", ["id", "seq", "act_id"])
def test_sqlite_does_not_replace(entry, columns):
    names = [field.column for field in Entry._meta.concrete_fields]
    fresh = {"id": "NULL", "seq": "99", "act_id": "'other'", "idempotency_key": "'other'"} | {
        columns: columns
    }
    values = ", ".join(fresh.get(name, name) for name in names)
    refuses(
        f"INSERT OR REPLACE INTO campaigns_entry ({', '.join(names)}) SELECT {values} FROM campaigns_entry"
    )


@pytest.mark.skipif(connection.vendor != "postgresql", reason="only PostgreSQL truncates")
def test_postgresql_does_not_truncate(entry):
    refuses("TRUNCATE campaigns_entry")


def test_the_check_passes_with_every_trigger(db):
    call_command("check", databases=["default"])


@pytest.mark.parametrize("name", triggers.NAMES[connection.vendor])
def test_the_check_misses_a_trigger_that_is_gone(db, name):
    of_table = f" ON {triggers.TABLE}" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER {name}{of_table}")
    assert triggers.missing(connection) == (name,)
    with pytest.raises(SystemCheckError, match=name):
        call_command("check", databases=["default"])
    triggers.install(connection)


def test_purging_takes_one_campaign_and_leaves_the_others(group, gm):
    other = Group(found(gm, "Another", toy.KEY), gm, gm)
    for one in (group, other):
        one.recruits(one.player)
        one.does(one.gm, "open_quest", quest="attic")
        one.undoes(one.gm, 2)
    purge_campaign(group.campaign.pk)
    assert [campaign.pk for campaign in Campaign.objects.all()] == [other.campaign.pk]
    assert set(Entry.objects.values_list("campaign_id", flat=True)) == {other.campaign.pk}
    assert HeroRow.objects.count() == 1
    assert Seat.objects.count() == 1
    assert not Purge.objects.exists()
    refuses("DELETE FROM campaigns_entry")
    other.is_sound()


def test_only_the_purge_writes_its_table():
    files = [file for file in (BASE_DIR / "campaigns").rglob("*.py") if "migrations" not in file.parts]
    assert len(files) > 10
    writers = [file.name for file in files if "Purge.objects" in file.read_text()]
    assert writers == ["purge.py"]


WRITES = re.compile(r"Entry\.objects\.(bulk_)?create|\bentry\.save")


def test_only_the_ledger_writes_entries():
    files = [file for app in ("campaigns", "characters") for file in (BASE_DIR / app).rglob("*.py")]
    writers = [file.name for file in files if WRITES.search(file.read_text())]
    assert writers == ["ledger.py"]


@pytest.mark.django_db(transaction=True)
def test_what_was_committed_is_guarded_and_a_tests_flush_still_works(group):
    """Outside of any transaction, as on a real site; `tests/flushing.py` lifts the triggers afterwards."""
    group.recruits(group.player)
    refuses("DELETE FROM campaigns_entry")
    assert triggers.missing(connection) == ()
    group.is_sound()
