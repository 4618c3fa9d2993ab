"""Jobs and sending once more, on PostgreSQL, where the suite itself runs on SQLite."""

import os
import subprocess
import sys

import pytest
from django.db import connection

from config.settings import BASE_DIR

FILES = ("tests/jobs/test_jobs.py", "tests/deliveries/test_sending.py", "tests/deliveries/test_managing.py")


@pytest.mark.postgres
@pytest.mark.skipif(connection.vendor == "postgresql", reason="the suite itself runs on PostgreSQL")
def test_jobs_and_sending_hold_on_postgresql_too(postgres_url):
    mine = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *FILES]
    environment = {**mine, "DATABASE_URL": postgres_url}
    done = subprocess.run(command, cwd=BASE_DIR, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:]
    assert "passed" in done.stdout
