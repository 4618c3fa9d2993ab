"""Configuration fails loudly, naming variable and value."""

import os
import subprocess
import sys

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import environment, settings
from tests import services

RANDOM = "oK7-qWm3vX9_tRz5bN1cYf8hJd2gLs6p"


def start(*command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """`manage.py check`, or another command, as the environment says."""
    command = (sys.executable, "manage.py", *(command or ("check",)))
    env = {"PATH": os.environ["PATH"], "DEBUG": "", "SECRET_KEY": "", **variables}
    return subprocess.run(
        command, env=env, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False
    )


def test_it_refuses_to_start_without_a_secret_key():
    result = start()
    assert result.returncode != 0
    assert "SECRET_KEY is not set" in result.stderr


def test_it_starts_with_one():
    result = start(SECRET_KEY=RANDOM)
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize(
    "known", ["x", "for tests only, and long enough for all that", "django-insecure-" + RANDOM, "ab" * 30]
)
def test_it_refuses_to_start_with_a_key_that_can_be_guessed_and_does_not_repeat_it(known):
    result = start(SECRET_KEY=known)
    assert result.returncode != 0
    assert "SECRET_KEY can be guessed" in result.stderr
    assert f"'{known}'" not in result.stderr


@pytest.mark.parametrize("public", [{"HTTPS": "1"}, {"TRUSTED_PROXIES": "1"}])
def test_it_refuses_to_show_its_inside_to_the_world(public):
    result = start(DEBUG="1", **public)
    assert result.returncode != 0
    assert "turn DEBUG off" in result.stderr


def test_the_deployment_check_finds_nothing_in_production():
    result = start("check", "--deploy", "--fail-level", "INFO", SECRET_KEY=RANDOM)
    assert result.returncode == 0, result.stderr


def test_it_starts_with_debug_and_what_is_empty_counts_as_unset():
    result = start(DEBUG="1", DATABASE_URL="", REDIS_URL=" ", ALLOWED_HOSTS="")
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("DEBUG", "maybe", "DEBUG='maybe'"),
        ("HTTPS", "2", "HTTPS='2'"),
        ("DATABASE_URL", "mysql://me:hidden@host/x", "DATABASE_URL='mysql://me:…@host/x'"),
        ("REDIS_URL", "localhost", "REDIS_URL='localhost'"),
        ("TRUSTED_PROXIES", "-1", "TRUSTED_PROXIES='-1'"),
        ("EMAIL_URL", "carrier-pigeon:", "EMAIL_URL='carrier-pigeon:'"),
    ],
)
def test_a_malformed_value_is_named(name, value, shown):
    result = start(SECRET_KEY=RANDOM, **{name: value})
    assert result.returncode != 0
    assert shown in result.stderr
    assert "hidden" not in result.stderr


def test_the_generated_key_is_kept_and_private(tmp_path, monkeypatch):
    monkeypatch.delenv("SECRET_KEY", raising=False)
    first = environment.secret_key(debug=True, folder=tmp_path)
    assert environment.secret_key(debug=True, folder=tmp_path) == first
    assert len(first) >= 50
    assert [file.name for file in tmp_path.iterdir()] == ["secret_key"]
    assert (tmp_path / "secret_key").stat().st_mode & 0o077 == 0


def test_no_key_is_generated_without_debug(tmp_path, monkeypatch):
    monkeypatch.delenv("SECRET_KEY", raising=False)
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY"):
        environment.secret_key(debug=False, folder=tmp_path)


def test_sqlite_writers_queue_and_survive_a_power_cut(tmp_path):
    options = environment.database("sqlite:///var/x.sqlite3", base=tmp_path)["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert options["timeout"] == 20
    assert "journal_mode=WAL" in options["init_command"]
    assert "synchronous=FULL" in options["init_command"]


def test_postgresql_is_pooled(tmp_path):
    config = environment.database("postgres://me:word@host:5433/keep?sslmode=require", base=tmp_path)
    assert (config["HOST"], config["PORT"], config["NAME"]) == ("host", 5433, "keep")
    assert config["OPTIONS"]["sslmode"] == "require"
    assert config["OPTIONS"]["pool"]
    assert config["CONN_HEALTH_CHECKS"]


@pytest.mark.postgres
def test_it_is_ready_on_postgresql_once_migrated_and_somebody_works(postgres_url, blank_postgres):
    ready = "from django.test import Client; print(Client().get('/readyz/').content)"
    with services.new_database(postgres_url, like=blank_postgres) as url:
        for command in (["tick"], ["shell", "-v", "0", "-c", ready]):
            result = subprocess.run(
                [sys.executable, "manage.py", *command],
                env={**os.environ, "DEBUG": "1", "DATABASE_URL": url, "REDIS_URL": "", "NIGHTLY": "0"},
                cwd=settings.BASE_DIR,
                capture_output=True,
                text=True,
                check=False,
            )
            assert result.returncode == 0, result.stderr
    assert '"status": "ok"' in result.stdout


def test_reads_take_no_write_lock():
    assert not settings.DATABASES["default"].get("ATOMIC_REQUESTS")


@pytest.mark.parametrize(
    ("named", "https", "hosts", "origins", "expected"),
    [
        ("https://quest.example/", True, ["other.example"], [], "https://quest.example"),
        ("", True, ["quest.example"], ["https://first.example"], "https://first.example"),
        ("", True, [".quest.example"], [], "https://quest.example"),
        ("", False, ["*"], [], "http://localhost:8123"),
        ("", False, ["[::1]", "127.0.0.1"], [], "http://127.0.0.1:8123"),
    ],
)
def test_links_in_mails_begin_with_what_is_known_of_the_site(
    named, https, hosts, origins, expected, monkeypatch
):
    monkeypatch.setenv("SITE_URL", named)
    monkeypatch.setenv("PORT", "8123")
    assert environment.site_url(https, hosts, origins) == expected
