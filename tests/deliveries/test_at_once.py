"""Several workers in processes of their own: everything is told once, and what one was killed over is told again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from config.settings import BASE_DIR
from tests import databases, services
from tests.deliveries.receiver import receiving

ACTS, WORKERS = 12, 3
WORKER = "import sys, django; django.setup(); from tests.deliveries.worker import main; main(*sys.argv[1:])"


class Workers:
    """One migrated database, and processes around it."""

    def __init__(self, url: str) -> None:
        self.environment = {
            **os.environ,
            "DATABASE_URL": url,
            "DEBUG": "1",
            "REDIS_URL": "",
            "SECRET_KEY": "for tests only",
            "WEBHOOKS_TO_PRIVATE": "1",
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, *arguments]
        return subprocess.Popen(command, cwd=BASE_DIR, env=self.environment, stdout=subprocess.PIPE)

    def ask(self, *arguments: str) -> Any:
        return json.loads(self.start("-c", WORKER, *arguments).communicate(timeout=120)[0])

    def tick(self) -> subprocess.Popen[bytes]:
        return self.start("manage.py", "tick")


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def workers(request: pytest.FixtureRequest, tmp_path: Any) -> Iterator[Workers]:
    if request.param == "sqlite":
        yield Workers(databases.sqlite(tmp_path / "workers.sqlite3"))
        return
    server, blank = map(request.getfixturevalue, ("postgres_url", "blank_postgres"))
    with services.new_database(server, like=blank) as url:
        yield Workers(url)


def test_workers_at_once_tell_everything_once_and_a_killed_one_loses_nothing(workers):
    with receiving() as receiver:
        made = workers.ask("prepare", receiver.url(), str(ACTS))
        reached, let_go = threading.Event(), threading.Event()
        receiver.meanwhile = lambda: (reached.set(), let_go.wait(60))
        dying = workers.tick()
        assert reached.wait(60)
        dying.kill()  # between sending and noting
        dying.communicate()
        receiver.meanwhile = lambda: None
        let_go.set()
        for process in [workers.tick() for _ in range(WORKERS)]:
            process.communicate(timeout=120)
            assert process.returncode == 0
        assert workers.ask("inspect") == {"delivered": ACTS - 1, "deliveries": ACTS, "jobs": 1}
        assert workers.ask("give_up_the_dead") == 1
        workers.tick().communicate(timeout=120)
        assert workers.ask("inspect") == {"delivered": ACTS, "deliveries": ACTS, "jobs": 0}
    times = Counter((one.headers["questkeep-delivery"], one.body) for one in receiver.messages)
    assert sorted(times.values()) == [1] * (ACTS - 1) + [2]
    assert all(one.is_signed_with(made["secret"]) for one in receiver.messages)
