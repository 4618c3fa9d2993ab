"""Databases for processes that tests start: migrated once in a test process, then copied."""

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from config.settings import BASE_DIR


def migrate(url: str) -> str:
    environment = {
        **os.environ,
        "DATABASE_URL": url,
        "DEBUG": "1",
        "REDIS_URL": "",
        "SECRET_KEY": "for tests only",
    }
    command = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
    subprocess.run(command, cwd=BASE_DIR, env=environment, check=True)
    return url


@cache
def _blank() -> Path:
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    file = folder / "blank.sqlite3"
    migrate(f"sqlite:///{file}")
    return file


def sqlite(path: Path) -> str:
    """The address of a migrated and empty database at `path`."""
    shutil.copy(_blank(), path)
    return f"sqlite:///{path}"
