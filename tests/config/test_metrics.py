"""What Prometheus is told: figures by kind and code, for whoever has the token; nothing of whom or of which campaign."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families

from accounts.models import User
from campaigns.access import enter
from campaigns.acts import perform
from campaigns.answers import Envelope
from config.settings import BASE_DIR
from jobs import running
from jobs.models import Heartbeat, Job
from tests.api.game import Game
from tests.config.test_requests import act

TOKEN = "figures for whoever has this"
Figures = dict[tuple[str, tuple[str, ...]], float]


@pytest.fixture
def given(settings: Any) -> None:
    settings.METRICS_TOKEN = TOKEN


def ask(client: Client, token: str = TOKEN) -> Any:
    return client.get("/metrics/", headers={"authorization": f"Bearer {token}"})


def figures(text: str) -> Figures:
    return {
        (sample.name, tuple(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


@pytest.mark.django_db
@pytest.mark.parametrize(
    "headers", [{}, {"authorization": "Bearer "}, {"authorization": "Bearer x"}, {"authorization": "Basic x"}]
)
@pytest.mark.parametrize("token", ["", TOKEN])
def test_without_the_token_nothing_is_there(
    client: Client, settings: Any, token: str, headers: dict[str, str]
) -> None:
    settings.METRICS_TOKEN = token
    assert client.get("/metrics/", headers=headers).status_code == 404
    assert client.post("/metrics/", headers=headers).status_code == 404


@pytest.mark.django_db
def test_what_waits_and_who_works_is_read_by_two_queries(
    client: Client, given: None, django_assert_num_queries: Any
) -> None:
    now = timezone.now()
    Job.objects.create(kind="webhook", key="a", due_at=now - timedelta(minutes=4))
    Job.objects.create(kind="webhook", key="b", due_at=now - timedelta(minutes=1))
    Job.objects.create(kind="webhook", key="c", due_at=now + timedelta(minutes=1))
    Job.objects.create(kind="entry", key="d", due_at=now - timedelta(days=1), gave_up_at=now)
    Job.objects.create(kind="nightly", key="e", due_at=now - timedelta(days=1), done_at=now)
    Heartbeat.objects.create(name="celery", seen_at=now - timedelta(seconds=7))
    with django_assert_num_queries(2):
        answer = ask(client)
    found = figures(answer.content.decode())
    assert answer.headers["Content-Type"].startswith("text/plain")
    assert found["questkeep_queue_due", ("webhook",)] == 2
    assert found["questkeep_queue_later", ("webhook",)] == 1
    assert found["questkeep_queue_given_up", ("entry",)] == 1
    assert found["questkeep_queue_due", ("nightly",)] == 0
    assert 240 <= found["questkeep_queue_age_seconds", ()] < 300
    assert 7 <= found["questkeep_worker_heartbeat_age_seconds", ("celery",)] < 60
    assert found["questkeep_database_up", ()] == 1
    assert ("process_start_time_seconds", ()) in found


@pytest.mark.django_db
def test_acts_refusals_requests_and_jobs_are_counted(
    client: Client, given: None, game: Game, gm: User, gm_program: Any
) -> None:
    def counted() -> list[float]:
        return [
            value("questkeep_acts_total", kind="recruit_hero", outcome="accepted"),
            value("questkeep_acts_total", kind="recruit_hero", outcome="repeated"),
            value("questkeep_acts_total", kind="unread", outcome="refused"),
            value("questkeep_refusals_total", code="unknown_kind", rule=""),
            value("questkeep_requests_total", route="api-acts", method="POST", status="201"),
            value("questkeep_requests_total", route="unknown", method="other", status="404"),
            value("questkeep_request_seconds_count", route="api-acts"),
            value("questkeep_jobs_total", kind="entry", outcome="done"),
        ]

    before = counted()
    same = {"idempotency-key": "8a4f1c3e-0d6b-4f5e-9c2a-7b1d3e5f9a01"}
    assert act(gm_program, game, **same).status_code == 201
    assert act(gm_program, game, **same).status_code == 200
    perform(enter(gm, game.campaign.pk), {"kind": "made_up"}, Envelope("x" * 20))
    client.generic("BREW", "/made/up/")
    running.run_due()
    assert [after - was for was, after in zip(before, counted(), strict=True)] == [1, 1, 1, 1, 1, 1, 2, 1]


@pytest.mark.django_db
def test_nothing_names_a_campaign_or_a_person_nor_what_somebody_made_up(
    client: Client, given: None, game: Game, gm_program: Any
) -> None:
    act(gm_program, game)
    client.get(f"/campaigns/{game.campaign.pk}/made-up/")
    client.generic("BREW", f"/campaigns/{game.campaign.pk}/")
    text = ask(client).content.decode()
    for name in (str(game.campaign.pk), game.campaign.name, "zargon", "merin", "made-up", "BREW"):
        assert name not in text
    assert not re.search(r"[0-9a-f]{8}-[0-9a-f]{4}-", text)


@pytest.mark.django_db
def test_the_documentation_has_every_figure(client: Client, given: None) -> None:
    text = (BASE_DIR / "docs" / "running.md").read_text()
    told = re.findall(r"^# TYPE (questkeep_\w+)", ask(client).content.decode(), re.MULTILINE)
    assert len(told) > 10
    assert [name for name in told if f"`{name}`" not in text] == []


COUNT = """
import os, signal, sys, django
django.setup()
from campaigns import measures as game
from jobs import measures
measures.begin("streams")
measures.job("entry", "done", 0.1)
game.stream("seat", 3)
sys.stdout.write("there\\n"); sys.stdout.flush()
sys.stdin.readline()
"""
TELL = """
import django
django.setup()
from prometheus_client import generate_latest
from jobs import measures
print(generate_latest(measures.registry()).decode())
"""


def test_several_processes_add_up_and_what_a_dead_one_had_open_is_forgotten(tmp_path: Path) -> None:
    environment = os.environ | {
        "METRICS_TOKEN": TOKEN,
        "METRICS_DIR": str(tmp_path),
        "REDIS_URL": "redis://127.0.0.1:1/0",
        "DATABASE_URL": f"sqlite:///{tmp_path / 'none.sqlite3'}",
        "DEBUG": "1",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }

    def told() -> Figures:
        command = [sys.executable, "-c", TELL]
        done = subprocess.run(
            command, cwd=BASE_DIR, env=environment, capture_output=True, text=True, check=True
        )
        return figures(done.stdout)

    def process() -> subprocess.Popen[str]:
        command = [sys.executable, "-c", COUNT]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        return subprocess.Popen(command, cwd=BASE_DIR, env=environment, text=True, **pipes)

    pair = [process(), process()]
    try:
        for one in pair:
            assert one.stdout is not None
            assert one.stdout.readline() == "there\n"
        found = told()
        assert found["questkeep_jobs_total", ("entry", "done")] == 2
        assert found["questkeep_open_streams", ("seat",)] == 6
        memory = [labels for name, labels in found if name == "questkeep_process_resident_memory_bytes"]
        assert len(memory) == 2
        pair[0].send_signal(signal.SIGKILL)
        pair[0].wait(10)
        found = told()
        assert found["questkeep_jobs_total", ("entry", "done")] == 2
        assert found["questkeep_open_streams", ("seat",)] == 3
    finally:
        for one in pair:
            one.kill()
            one.communicate()
