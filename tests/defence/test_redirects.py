"""Wherever one is sent on to, it is on this site: whatever a form, an address or a header says."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
import time_machine
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.core import mail
from django.test import Client

from tests.conftest import PASSWORD
from tests.defence.markup import LINKS, Markup, is_page
from tests.defence.visits import undone
from tests.secrets.routes import Route, routes
from tests.secrets.table import Table, everybody, seated

pytestmark = pytest.mark.django_db
SITE = "http://testserver"
ELSEWHERE = [
    "//evil.example/",
    "///evil.example/",
    "////evil.example",
    "/\\evil.example/",
    "\\\\evil.example/",
    "\\/evil.example",
    "https:evil.example",
    "https:/evil.example",
    "https://evil.example/",
    "HTTPS://EVIL.example/",
    "http:///evil.example",
    "javascript:alert(1)",
    "data:text/html,evil.example",
    "https://testserver@evil.example/",
    "https://testserver.evil.example/",
    "%2F%2Fevil.example/",
    "/%2Fevil.example/",
    "/%5Cevil.example/",
    "/%09/evil.example",
    "/\t/evil.example",
    "\t//evil.example",
    " //evil.example",
    "/\r\nLocation: https://evil.example/",
    "/%0d%0aSet-Cookie: evil=1",
    "https://evil.example\\@testserver/",
    "https://[evil.example",
    "//evil\u3002example/",
    "/x\u2028//evil.example",
]
"""Ways of saying another place that some reader or other falls for."""
WAYS = (
    "Location",
    "HX-Redirect",
    "HX-Location",
    "HX-Push-Url",
    "HX-Replace-Url",
    "Content-Location",
    "Refresh",
)


def stays(answer: Any) -> None:
    """As a browser would read it: backslashes as slashes, white space at the edges and line ends gone."""
    for name in WAYS:
        told = answer.headers.get(name, "")
        plain = "".join(told.split("\t")).strip().replace("\\", "/")
        parts = urlsplit(urljoin(f"{SITE}/x/", plain))
        assert (parts.scheme, parts.netloc) in (("http", "testserver"), ("https", "testserver")), (name, told)
        assert not set(told) & set("\r\n"), told
    assert "evil" not in answer.cookies
    if is_page(answer):
        assert list(leading_away(answer)) == []


def leading_away(answer: Any) -> Iterator[str]:
    for value in Links(answer.content.decode()).found:
        if "evil" in urlsplit(value.replace("\\", "/").strip()).netloc.lower():
            yield value


class Links(Markup):
    """Where the links and forms of a page lead."""

    def __init__(self, text: str) -> None:
        self.found: list[str] = []
        super().__init__(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if name in LINKS]
        super().handle_starttag(tag, attrs)


@pytest.fixture
def table() -> Table:
    return seated(everybody())


def whatever_a_form_wants() -> dict[str, str]:
    """So filled in that most forms go through and send one on."""
    return {
        "login": "gm", "password": "a long way down", "oldpassword": "a long way down", "password1": PASSWORD,
        "password2": PASSWORD, "username": f"telor{uuid.uuid4().hex[:8]}", "email": "telor@example.org",
        "language": "fr", "theme": "dark", "name": "Telor", "kind": "recruit_hero", "hero_class": "elf", "seat": "",
        "spheres": "air", "role": "player", "ruleset": "heroquest_evolution", "key": str(uuid.uuid4()), "title": "A note",
        "uses": "1", "expires_in": "3600", "timezone": "", "reason": "x", "d6": "1",
    }  # fmt: skip


EVIL = {"referer": "https://evil.example/", "hx-current-url": "https://evil.example/campaigns/"}
ASKED = [
    ("gm", "get", EVIL),
    ("gm", "post", {}),
    ("gm", "post", EVIL | {"hx-request": "true"}),
    ("anonymous", "post", {}),
    ("anonymous", "get", EVIL | {"hx-request": "true"}),
]


def asks(table: Table, route: Route, wanted: str) -> Iterator[Any]:
    address = next(iter(route.addresses(table.values())))
    for who, method, headers in ASKED:
        client, sent = table.client(who, address), whatever_a_form_wants() | {"next": wanted}
        with undone(client):
            yield getattr(client, method)(address, sent, headers=headers)


def test_no_address_sends_anybody_elsewhere(table):
    sent_on = set()
    for at, route in enumerate(one for one in routes() if not one.is_api):
        for wanted in ELSEWHERE[at % 14 :: 14]:
            for answer in asks(table, route, wanted):
                stays(answer)
                if answer.status_code in (302, 303):
                    sent_on.add(route.name)
    assert {
        "account_login",
        "account_signup",
        "account_logout",
        "language",
        "campaigns",
        "people-look",
    } <= sent_on


def code_of(secret: str) -> str:
    counter = next(iter(yield_hotp_counters_from_time()))
    return str(format_hotp_value(hotp_value(secret, counter)))


SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


@time_machine.travel(1_800_000_000, tick=False)
@pytest.mark.parametrize("wanted", ELSEWHERE)
def test_nor_do_signing_in_a_second_factor_and_confirming_who_one_is(player, wanted):
    TOTP.activate(player, SECRET)
    client = Client()
    first = client.post("/accounts/login/", {"login": player.username, "password": PASSWORD, "next": wanted})
    assert first.status_code == 302
    stays(first)
    second = client.post(first.headers["Location"], {"code": code_of(SECRET), "next": wanted})
    assert second.status_code == 302
    stays(second)
    Authenticator.objects.all().delete()
    for address in ("/accounts/reauthenticate/", "/accounts/second-factor/reauthenticate/"):
        stays(client.get(address, {"next": wanted}))
        stays(client.post(f"{address}?next={SITE}", {"password": PASSWORD, "code": "1", "next": wanted}))
    changed = {"oldpassword": PASSWORD, "password1": PASSWORD * 2, "password2": PASSWORD * 2, "next": wanted}
    answer = client.post("/accounts/password/change/", changed)
    assert answer.status_code == 302
    stays(answer)


@pytest.mark.parametrize("wanted", ELSEWHERE[::3])
def test_nor_do_the_links_that_are_mailed(client, player, wanted):
    address = EmailAddress.objects.create(user=player, email="merin@example.org", primary=True, verified=True)
    client.post("/accounts/password/reset/", {"email": address.email, "next": wanted})
    link = next(word for word in mail.outbox[0].body.split() if "/password/reset/key/" in word)
    form = client.get(link, {"next": wanted}, follow=True)
    new = {"password1": PASSWORD * 2, "password2": PASSWORD * 2, "next": wanted}
    done = client.post(form.request["PATH_INFO"], new)
    assert done.status_code == 302
    stays(done)
    confirm = f"/accounts/confirm-email/{EmailConfirmationHMAC(address).key}/"
    address.verified = False
    address.save()
    stays(client.get(confirm, {"next": wanted}))
    confirmed = client.post(confirm, {"next": wanted})
    assert confirmed.status_code == 302
    stays(confirmed)


@pytest.mark.parametrize(
    "address",
    ["//evil.example/accounts/login", "//evil.example/%2e%2e", "/\\evil.example/campaigns", "//evil.example"],
)
@pytest.mark.parametrize("secure", [True, False])
def test_an_address_that_looks_like_another_site_is_completed_on_this_one(settings, address, secure):
    settings.SECURE_SSL_REDIRECT = True
    stays(Client().get("/", PATH_INFO=address, secure=secure))
