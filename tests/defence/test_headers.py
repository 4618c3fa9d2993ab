"""Every answer of every address carries its guards, whoever asks and however it ends."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from django.test import Client
from django.urls import path

from config import settings as site
from config import urls
from tests.config.test_settings import RANDOM
from tests.conftest import PASSWORD
from tests.defence.markup import is_page, markup
from tests.defence.visits import undone
from tests.secrets.routes import Route, routes
from tests.secrets.table import Table, everybody, seated

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]
handler400, handler403, handler404 = urls.handler400, urls.handler403, urls.handler404
handler429, handler500 = urls.handler429, urls.handler500


def broken(request: Any) -> Any:
    raise RuntimeError


urlpatterns = [path("broken/", broken), path("api/v1/broken/", broken), *urls.urlpatterns]

GUARDS = {
    "X-Content-Type-Options": {"nosniff"},
    "X-Frame-Options": {"DENY"},
    "Referrer-Policy": {"same-origin", "strict-origin"},
    "Cross-Origin-Opener-Policy": {"same-origin"},
}
SHARED = ("api/v1/rulesets/",)
"""The rulebooks by program: the same for everybody."""
STATIC = ["css/tokens.css", "favicon.svg", "icons.svg", "django_htmx/htmx-2.min.js"]


@pytest.fixture
def table() -> Table:
    return seated(everybody())


def guarded(answer: Any) -> None:
    for name, values in GUARDS.items():
        assert answer.headers.get(name) in values, (answer.request["PATH_INFO"], name)
    policy = answer.headers["Content-Security-Policy"]
    told = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert told["default-src"] == told["frame-ancestors"] == told["base-uri"] == "'none'"
    assert told["script-src"] == told["style-src"] == told["form-action"] == "'self'"
    assert "unsafe" not in policy


def private(answer: Any) -> None:
    kept = {part.strip() for part in answer.headers["Cache-Control"].split(",")}
    assert kept & {"private", "no-store"}, (answer.request["PATH_INFO"], kept)
    assert "public" not in kept
    if answer.status_code == 200 and "no-store" not in kept:
        assert "cookie" in answer.headers["Vary"].lower(), answer.request["PATH_INFO"]


ASKED = [*product(("gm", "stranger", "anonymous"), ("get", "post")), ("anonymous", "head"), ("gm", "put")]


def answers(table: Table, route: Route) -> Iterator[Any]:
    address = next(iter(route.addresses(table.values())))
    for who, method in ASKED:
        client = table.client(who, address)
        with undone(client):
            answer = getattr(client, method)(address)
        yield answer


def test_every_address_answers_with_its_guards_and_for_its_reader_alone(table):
    seen = set()
    for route in [one for one in routes() if "broken" not in one.pattern]:
        for answer in answers(table, route):
            guarded(answer)
            if not (answer.status_code == 200 and route.pattern.startswith(SHARED)):
                private(answer)
            if is_page(answer):
                assert markup(answer).broken == [], route
            seen.add(answer.status_code)
    assert {200, 201, 302, 303, 401, 403, 404, 405, 422} <= seen


@pytest.fixture
def visitor() -> Client:
    return Client(raise_request_exception=False, headers={"accept-language": "en"})


FORM = "application/x-www-form-urlencoded"
FAILURES = [
    ("get", "/nothing/", "", "", 404),
    ("get", "/broken/", "", "", 500),
    ("get", "/campaigns/?q=%00", "", "", 400),
    ("get", "/accounts/login", "", "", 301),
    ("post", "/", "", FORM, 405),
    ("post", "/accounts/login/", "x" * 1_100_000, FORM, 413),
    ("post", "/accounts/login/", "x=1", f"{FORM}; charset=utf-7", 400),
]


@pytest.mark.parametrize(("method", "address", "body", "kind", "status"), FAILURES)
@pytest.mark.parametrize("prefix", ["", "/api/v1"])
def test_whatever_fails_fails_with_its_guards(visitor, method, address, body, kind, status, prefix):
    answer = visitor.generic(method.upper(), prefix + address, body, kind)
    if not prefix:
        assert answer.status_code == status
    guarded(answer)
    private(answer)
    if is_page(answer):
        assert markup(answer).broken == []


def test_a_form_without_its_token_fails_with_its_guards(player):
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post("/accounts/language/", {"language": "fr"})
    assert answer.status_code == 403
    guarded(answer)
    private(answer)


@pytest.mark.parametrize("address", ["/accounts/login/", "/invitations/{}/", "/api/v1/invitations/{}/"])
def test_whoever_comes_too_often_is_told_so_with_its_guards(player_client, settings, address):
    settings.GUESSES, settings.ACCOUNT_RATE_LIMITS = (2, 3600), {"login": "2/m/ip"}
    found = [player_client.get(address.format(number)) for number in range(4)]
    if address == "/accounts/login/":
        found = [Client().post(address, {"login": "x", "password": "y"}) for _attempt in range(4)]
    assert found[-1].status_code == 429
    assert int(found[-1].headers["Retry-After"]) > 0
    guarded(found[-1])
    private(found[-1])


@pytest.mark.parametrize("name", STATIC)
def test_files_carry_their_guards_and_may_be_kept_by_anybody(settings, name):
    settings.WHITENOISE_USE_FINDERS = settings.WHITENOISE_AUTOREFRESH = True
    answer = Client().get(f"/static/{name}")
    assert answer.status_code == 200
    guarded(answer)
    assert "private" not in answer.headers["Cache-Control"]
    assert "Set-Cookie" not in answer.headers


NAMES = [
    "evil.example",
    "localhost.evil.example",
    "evil.example:80",
    "testserver@evil.example",
    "a b",
    "[::1",
    "",
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("secure", [True, False])
def test_another_name_of_the_site_is_refused(visitor, settings, name, secure):
    settings.SECURE_SSL_REDIRECT = True
    answer = visitor.get("/accounts/password/reset/", headers={"host": name}, secure=secure)
    assert answer.status_code == 400
    assert b"evil" not in answer.content
    assert "Content-Security-Policy" in answer.headers
    private(answer)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("header", ["x-forwarded-host", "x-host", "x-original-host", "forwarded"])
def test_a_name_that_nobody_asked_for_is_not_believed(visitor, name, header):
    answer = visitor.get("/campaigns/", headers={header: name})
    assert answer.headers["Location"] == "/accounts/login/?next=/campaigns/"
    assert b"evil" not in visitor.get("/accounts/login/", headers={header: name}).content


def test_a_link_that_is_mailed_leads_here(settings, mailoutbox, player):
    player.email = "merin@example.org"
    player.save()
    headers = {"x-forwarded-host": "evil.example", "forwarded": "host=evil.example"}
    Client().post("/accounts/password/reset/", {"email": player.email}, headers=headers)
    assert re.findall(r"https?://[^/]+", mailoutbox[0].body)
    assert set(re.findall(r"https?://[^/]+", mailoutbox[0].body)) == {"http://testserver"}


SECURE = """
import django, json; django.setup()
from django.test import Client
client = Client(headers={"host": "localhost"})
def told(address, secure):
    answer = client.get(address, secure=secure)
    return [answer.status_code, answer.get("Strict-Transport-Security"), answer.get("Location")]
asked = [("/healthz/", False), ("/accounts/login/", False), ("/nothing/", True), ("/healthz/", True)]
print(json.dumps([told(*one) for one in asked]))
"""


def test_in_production_everything_goes_over_https_and_stays_there():
    environment = {
        "PATH": os.environ["PATH"],
        "DEBUG": "0",
        "SECRET_KEY": RANDOM,
        "DATABASE_URL": "sqlite:///:memory:",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    command = [sys.executable, "-c", SECURE]
    found = subprocess.run(
        command, env=environment, cwd=site.BASE_DIR, capture_output=True, text=True, check=True
    )
    health, sign_in, nothing, secured = json.loads(found.stdout.splitlines()[-1])
    assert (health[0], health[1]) == (200, None), "asked from within"
    assert sign_in[0] == 301
    assert sign_in[2].startswith("https://localhost")
    assert (nothing[0], nothing[1]) == (404, "max-age=31536000")
    assert secured[1] == "max-age=31536000"


def test_every_cookie_is_for_this_site_for_https_and_not_for_script(settings, player):
    for name in ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "LANGUAGE_COOKIE_SECURE"):
        setattr(settings, name, True)
    client = Client()
    client.get("/accounts/login/", secure=True)
    client.post("/accounts/language/", {"language": "fr"}, secure=True)
    client.post("/accounts/login/", {"login": player.username, "password": PASSWORD}, secure=True)
    client.get("/campaigns/", secure=True)
    assert {"csrftoken", "sessionid", "django_language"} <= set(client.cookies)
    for cookie in client.cookies.values():
        assert cookie["secure"], cookie.key
        assert cookie["httponly"], cookie.key
        assert cookie["samesite"] == "Lax", cookie.key
        assert not cookie["domain"], cookie.key
