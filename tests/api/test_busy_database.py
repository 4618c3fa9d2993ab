"""A database that is locked, full or away is no mistake of ours: 503, and when to come again; with DEBUG too."""

import uuid

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.db import OperationalError, connection

from campaigns.transfer import exporting

pytestmark = pytest.mark.django_db


@pytest.fixture(params=[False, True], ids=["", "DEBUG"])
def debug(request, settings):
    settings.DEBUG = request.param


def locked(execute, sql, params, many, context):
    """As SQLite says it when another process keeps it locked: whoever reads is answered, whoever writes is not."""
    if sql.startswith(("INSERT", "UPDATE", "DELETE")):
        raise OperationalError("database is locked")
    return execute(sql, params, many, context)


def says_when_to_come_again(response):
    return response.status_code == 503 and int(response["Retry-After"]) > 0


def test_a_call_that_cannot_write_is_503(debug, game):
    before = game.written()
    body = {"kind": "recruit_hero", "hero_class": "dwarf", "name": "Durin"}
    with connection.execute_wrapper(locked):
        response = game.player.post(game.at("acts/"), body, headers={"Idempotency-Key": str(uuid.uuid4())})
    assert says_when_to_come_again(response)
    assert response["Content-Type"] == "application/problem+json"
    assert response.json()["status"] == 503
    assert game.written() == before


def test_a_page_that_cannot_write_is_503_in_both_languages(debug, gm_client):
    with connection.execute_wrapper(locked):
        response = gm_client.post("/accounts/preferences/", {"language": "fr", "theme": ""})
    assert says_when_to_come_again(response)
    assert "Not right now" in response.text
    assert "Pas tout de suite" in response.text


def test_what_a_middleware_met_at_the_database_is_503(client, monkeypatch):
    def fails(self, *args, **kwargs):
        raise OperationalError("database or disk is full")

    client.raise_request_exception = False
    monkeypatch.setattr(SessionStore, "load", fails)
    client.cookies["sessionid"] = "a" * 32
    assert says_when_to_come_again(client.get("/campaigns/"))


def test_a_file_that_cannot_be_put_together_now_is_503(game, monkeypatch):
    monkeypatch.setattr(exporting, "ATTEMPTS", 0)
    assert says_when_to_come_again(game.gm.get(game.at("export/")))


def test_any_other_fault_is_our_mistake(gm_client, monkeypatch):
    def fails(*args, **kwargs):
        raise ZeroDivisionError

    gm_client.raise_request_exception = False
    monkeypatch.setattr("campaigns.views.render", fails)
    assert gm_client.get("/campaigns/").status_code == 500
