"""What opens something never stands in a log."""

import logging

import pytest

from accounts.models import Token
from config.logs import MASK, SERVERS, KeyValue, Masked, masked

SECRET = "Zx9-kQ_7vTz"


@pytest.mark.parametrize(
    "line",
    [
        f"GET /invitations/{SECRET}/ HTTP/1.1",
        f"GET /api/v1/invitations/{SECRET}/accept/?x=1 404",
        f"Not Found: /shared/{SECRET}/heroes/",
        f"inv_{SECRET}",
        f"http://testserver/shared/pub_{SECRET}",
        f"/accounts/password/reset/key/4-{SECRET}/",
        f"/accounts/confirm-email/{SECRET}/",
        f"Forbidden: /notices/unsubscribe/{SECRET}/",
        f"Authorization: Bearer qk_{SECRET}",
        f"authorization: Bearer {SECRET}",
        f"{{'password': '{SECRET} and more', 'login': 'merin'}}",
        f'{{"password1": "{SECRET}"}}',
        f"login=merin&password={SECRET}&next=/",
        f"Cookie: csrftoken={SECRET}; sessionid={SECRET}",
        f"SECRET_KEY={SECRET}",
    ],
)
def test_it_is_masked_wherever_it_stands(line):
    assert SECRET not in masked(line)
    assert MASK in masked(line)
    assert "and more" not in masked(line)


@pytest.mark.parametrize(
    "line",
    [
        "GET /campaigns/7d1c/invitations/ 200",
        "code: roll_needed",
        "a token is not valid",
        "/accounts/tokens/",
    ],
)
def test_what_opens_nothing_is_left_alone(line):
    assert masked(line) == line


def record(message, *args, **more):
    return logging.LogRecord(
        "django.request", logging.INFO, "", 1, message, args, **{"exc_info": None} | more
    )


def test_our_lines_are_masked_exceptions_too():
    try:
        raise ValueError(f"no such invitation: inv_{SECRET}")
    except ValueError as error:
        told = (type(error), error, error.__traceback__)
    line = KeyValue().format(record("Not Found: %s", f"/shared/{SECRET}/", exc_info=told))
    assert SECRET not in line


def test_the_lines_of_the_servers_are_masked_however_they_are_formatted():
    args = ("127.0.0.1:5", "GET", f"/invitations/{SECRET}/", "1.1", 200)
    line = record('%s - "%s %s HTTP/%s" %d', *args)
    assert Masked().filter(line)
    assert line.args[2] == f"/invitations/{MASK}/"
    assert line.args[4] == 200
    named = record("%(path)s", {"path": f"/shared/{SECRET}/"})
    Masked().filter(named)
    assert SECRET not in named.getMessage()


@pytest.mark.parametrize("name", SERVERS)
def test_every_server_s_logger_has_the_mask(name):
    assert any(isinstance(one, Masked) for one in logging.getLogger(name).filters)


@pytest.mark.django_db
def test_a_request_that_fails_tells_no_secret(client, caplog, player):
    _row, token = Token.objects.create(user=player, name="x")
    caplog.handler.setFormatter(KeyValue())
    client.get(f"/api/v1/invitations/inv_{SECRET}/", headers={"authorization": f"Bearer {token}"})
    client.get(f"/shared/pub_{SECRET}/")
    client.post("/accounts/login/", {"login": "merin", "password": SECRET})
    client.get(f"/accounts/password/reset/key/1-{SECRET}/")
    assert "Not Found" in caplog.text
    assert SECRET not in caplog.text
    assert token not in caplog.text
