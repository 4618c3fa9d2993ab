"""A backup is whole and can be restored, from either database into either, or says why not."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest

from accounts.models import User
from campaigns.models import Campaign
from config import backup
from config.backup import BackupError
from config.settings import BASE_DIR
from tests import databases, services

PORTRAIT = """
from campaigns.models import HeroRow, Portrait
hero = HeroRow.objects.first()
bytes_of_all_kinds = bytes(range(256))
Portrait.objects.create(campaign=hero.campaign, hero=hero.key, digest="0" * 32, is_current=True,
                        large=bytes_of_all_kinds, small=b"")
"""


def manage(url: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {
        "DATABASE_URL": url,
        "DEBUG": "1",
        "REDIS_URL": "",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, cwd=BASE_DIR, env=environment, capture_output=True, text=True, check=False)


def done(url: str, *arguments: str) -> str:
    found = manage(url, *arguments)
    assert found.returncode == 0, found.stderr
    return found.stdout


def refused(url: str, *arguments: str) -> str:
    found = manage(url, *arguments)
    assert found.returncode == 1
    assert "Traceback" not in found.stderr
    return found.stderr


BOOK = "heroquest_evolution"
"""The one whose demo is played here; tests/pages/test_every_rulebook.py plays each."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("backups")


def empty(folder: Path, name: str) -> str:
    return databases.sqlite(folder / name)


@pytest.fixture(scope="module")
def played(folder: Path) -> Iterator[str]:
    """A site with a demo campaign, one of whose heroes has a portrait."""
    url = empty(folder, "played.sqlite3")
    done(url, "demo", BOOK)
    done(url, "shell", "-c", PORTRAIT)
    return url


@pytest.fixture(scope="module")
def file(folder: Path, played: str) -> Path:
    path = folder / "all.jsonl.gz"
    assert "restored and compared" in done(played, "backup", str(path))
    assert path.stat().st_mode & 0o077 == 0
    return path


def heads(path: Path) -> dict[str, list[object]]:
    with gzip.open(path, "rt") as lines:
        found: dict[str, list[object]] = json.loads(next(lines))["heads"]
        return found


def test_what_is_restored_is_audited_clean_and_backed_up_again_the_same(folder: Path, file: Path) -> None:
    url = empty(folder, "again.sqlite3")
    done(url, "restore", str(file))
    assert "0 findings" in done(url, "audit_ledgers")
    done(url, "backup", "--no-verify", str(folder / "again.jsonl.gz"))
    assert heads(folder / "again.jsonl.gz") == heads(file) != {}


def test_a_site_moves_from_sqlite_to_postgresql_and_plays_on(
    folder: Path, file: Path, postgres_url: str, blank_postgres: str
) -> None:
    with services.new_database(postgres_url, like=blank_postgres) as url:
        done(url, "restore", str(file))
        assert "0 findings" in done(url, "audit_ledgers")
        done(url, "backup", str(folder / "from-postgresql.jsonl.gz"))
        done(url, "demo", BOOK)  # writes more rows: their numbers go on from those restored
        assert "0 findings" in done(url, "audit_ledgers")
    assert heads(folder / "from-postgresql.jsonl.gz") == heads(file)


def test_a_database_with_something_in_it_is_left_alone(played: str, file: Path) -> None:
    assert "not empty" in refused(played, "restore", str(file))
    assert "0 findings" in done(played, "audit_ledgers")


def spoil(file: Path, folder: Path, change: object) -> Path:
    with gzip.open(file, "rt") as lines:
        spoiled = change(lines.readlines())  # type: ignore[operator]
    path = folder / "spoiled.jsonl.gz"
    with gzip.open(path, "wt") as out:
        out.writelines(spoiled)
    return path


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda lines: lines[:-1], "incomplete"),
        (lambda lines: lines[: len(lines) // 2], "incomplete"),
        (lambda lines: [lines[0].replace('"version": 1', '"version": 2'), *lines[1:]], "version 2"),
        (lambda lines: [lines[0].replace("0001_jobs", "0009_jobs"), *lines[1:]], "another release"),
        (lambda lines: ["{}\n", *lines[1:]], "no backup"),
        (lambda lines: [one.replace("Brom", "Bron") for one in lines], "hash"),
        (lambda lines: [*lines[:5], "nonsense\n", *lines[5:]], "line 6 is no row"),
        (lambda lines: [*lines[:5], '{"model": "campaigns.dragon"}\n', *lines[5:]], "do not fit"),
        (lambda lines: [*lines[:5], "7\n", *lines[5:]], "cannot be read"),
    ],
)
def test_a_spoiled_file_says_why_and_leaves_nothing(
    folder: Path, file: Path, change: object, why: str
) -> None:
    with pytest.raises(BackupError, match=why):
        backup.restore(spoil(file, folder, change))
    assert not Campaign.objects.exists()
    assert not User.objects.exists()


def test_a_file_that_is_no_archive_is_said_to_be_none(folder: Path) -> None:
    plain = folder / "plain.jsonl.gz"
    plain.write_text("hello")
    assert "cannot be read" in refused(empty(folder, "plain.sqlite3"), "restore", str(plain))


def test_nobody_else_can_read_it_while_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where an attempt that was cut short has left a file of that name."""
    seen: list[int] = []

    def look(_file: object) -> backup.Summary:
        seen.append(next(tmp_path.glob("*.part")).stat().st_mode & 0o077)
        return backup.Summary(0, 0)

    monkeypatch.setattr(backup, "snapshot", nullcontext)
    monkeypatch.setattr(backup, "_write", look)
    left = tmp_path / "all.jsonl.gz.part"
    left.touch()
    left.chmod(0o644)
    backup.write(tmp_path / "all.jsonl.gz")
    assert seen == [0]
    assert (tmp_path / "all.jsonl.gz").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "text", ["[]\n", '"x"\n[]\n', '{"format": "questkeep-backup", "version": 1}\n', "9" * 5_000]
)
@pytest.mark.django_db(transaction=True)
def test_what_is_no_backup_is_said_to_be_none(text: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.jsonl.gz"
    path.write_bytes(gzip.compress(text.encode()))
    with pytest.raises(BackupError):
        backup.restore(path)


@pytest.mark.django_db(transaction=True)
def test_a_backup_that_a_disk_has_damaged_is_said_to_be_so(tmp_path: Path) -> None:
    whole = bytearray(gzip.compress(b'{"format": "other"}\n' * 50, mtime=0))
    whole[10] = 0xFF
    path = tmp_path / "odd.jsonl.gz"
    path.write_bytes(whole)
    with pytest.raises(BackupError):
        backup.restore(path)
