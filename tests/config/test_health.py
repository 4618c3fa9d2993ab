import pytest
from django.db import connection

from config import health


@pytest.mark.django_db
def test_healthz_says_ok_while_the_database_answers(client):
    response = client.get("/healthz/")
    assert (response.status_code, response.json()) == (200, {"status": "ok", "database": "ok"})


@pytest.mark.django_db
def test_readyz_names_each_part(client):
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
def test_readyz_is_well_with_its_redis(client, settings, redis_url):
    settings.REDIS_URL = redis_url
    assert client.get("/readyz/").json()["redis"] == "ok"
