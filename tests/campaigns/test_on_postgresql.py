"""The ledger's own tests once more, on PostgreSQL, where the suite itself runs on SQLite."""

import os
import subprocess
import sys

import pytest
from django.db import connection

from config.settings import BASE_DIR

LEDGER = ("acts", "append_only", "audit", "dice", "history", "projections", "snapshots", "undo")


@pytest.mark.postgres
@pytest.mark.skipif(connection.vendor == "postgresql", reason="the suite itself runs on PostgreSQL")
@pytest.mark.long
def test_the_ledger_holds_on_postgresql_too(postgres_url):
    mine = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    files = [f"tests/campaigns/test_{name}.py" for name in LEDGER]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *files]
    environment = {**mine, "DATABASE_URL": postgres_url}
    done = subprocess.run(command, cwd=BASE_DIR, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:]
    assert "passed" in done.stdout
