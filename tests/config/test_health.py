from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from config import health
from jobs.models import Heartbeat, Job


@pytest.mark.django_db
def test_healthz_says_ok_while_the_database_answers(client):
    response = client.get("/healthz/")
    assert (response.status_code, response.json()) == (200, {"status": "ok", "database": "ok"})


@pytest.mark.django_db
def test_readyz_names_each_part(client):
    Heartbeat.objects.create(name="embedded", seen_at=timezone.now())
    response = client.get("/readyz/")
    assert response.status_code == 200
    assert set(response.json()) == {"status", *health.CHECKS}


def test_healthz_is_503_without_a_database(client, monkeypatch, django_db_blocker):
    def fail():
        raise RuntimeError("no database")

    monkeypatch.setattr(connection, "cursor", fail)
    response = client.get("/healthz/")
    assert (response.status_code, response.json()["database"]) == (503, "failing")


@pytest.mark.django_db
def test_readyz_is_503_without_its_redis(client, settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    response = client.get("/readyz/")
    assert (response.status_code, response.json()["redis"]) == (503, "failing")


@pytest.mark.django_db
def test_readyz_tells_of_a_worker_that_is_silent_and_of_work_that_waits(client):
    now = timezone.now()
    Heartbeat.objects.create(name="embedded", seen_at=now - timedelta(minutes=2))
    Job.objects.create(kind="entry", key="entry x 1", due_at=now - timedelta(minutes=6))
    answer = client.get("/readyz/")
    assert answer.status_code == 503
    assert (answer.json()["worker"], answer.json()["queue"]) == ("failing", "failing")


@pytest.mark.django_db
def test_readyz_is_well_with_its_redis(client, settings, redis_url):
    settings.REDIS_URL = redis_url
    assert client.get("/readyz/").json()["redis"] == "ok"
