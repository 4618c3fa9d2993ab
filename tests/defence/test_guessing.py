"""Who is here is told to nobody, and whoever guesses has to wait."""

from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP
from django.contrib.auth import get_user
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.conftest import PASSWORD, make_user, signed_in

pytestmark = pytest.mark.django_db
KNOWN, UNKNOWN = "merin@example.org", "nobody.here@example.org"


@pytest.fixture
def known(player: User) -> User:
    player.email = KNOWN
    player.save()
    EmailAddress.objects.create(user=player, email=KNOWN, primary=True, verified=True)
    return player


@pytest.fixture(params=["none", "optional"])
def confirmed(request: Any, settings: Any) -> str:
    """Without mail, and with."""
    settings.ACCOUNT_EMAIL_VERIFICATION = request.param
    settings.MFA_ALLOW_UNVERIFIED_EMAIL = request.param == "none"
    return str(request.param)


def told(answer: Any, *blanks: str) -> tuple[Any, ...]:
    """All that an answer says, without what is of this request alone."""
    text = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", answer.content.decode())
    for blank in (KNOWN, UNKNOWN, *blanks):
        text = text.replace(blank, "…")
    text = re.sub(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "…", text)
    headers = {
        name: value
        for name, value in answer.headers.items()
        if name not in ("Content-Length", "ETag", "Expires", "X-Request-ID", "Questkeep-Reader")
    }
    return (answer.status_code, headers, text)


def mailed() -> int:
    count = len(mail.outbox)
    mail.outbox.clear()
    return count


def test_signing_up_tells_nobody_whose_address_is_known(known, confirmed):
    def tries(address: str, name: str) -> Any:
        client = Client(headers={"accept-language": "en"})
        form = {"username": name, "password1": PASSWORD, "email": address}
        first = client.post("/accounts/signup/", form)
        after = client.get(first.headers["Location"], follow=True)
        own = client.get("/accounts/")
        return told(first), told(after, name), own.status_code, sorted(client.cookies), mailed()

    assert tries(KNOWN, "telor") == tries(UNKNOWN, "zelor")
    assert list(EmailAddress.objects.filter(email=KNOWN, verified=True)) == [known.emailaddress_set.get()]


def test_asking_for_a_new_password_tells_nobody_whose_address_is_known(known, confirmed):
    def tries(address: str) -> Any:
        client = Client(headers={"accept-language": "en"})
        first = client.post("/accounts/password/reset/", {"email": address})
        return told(first), told(client.get(first.headers["Location"])), mailed()

    assert tries(KNOWN) == tries(UNKNOWN)


def test_adding_an_address_tells_nobody_whose_it_is(known, confirmed):
    def tries(address: str, name: str) -> Any:
        client = signed_in(make_user(name))
        client.post("/accounts/reauthenticate/", {"password": PASSWORD})
        first = client.post("/accounts/email/", {"email": address, "action_add": ""})
        return told(first), told(client.get("/accounts/email/"), name), mailed()

    assert tries(KNOWN, "telor") == tries(UNKNOWN, "zelor")


@pytest.mark.parametrize("wrong", ["a wrong guess", "", "x" * 5000])
def test_signing_in_tells_nobody_who_is_here_not_by_its_work_either(known, monkeypatch, wrong):
    """A password is hashed for who is not there too: the time it takes tells nothing."""
    hashed: list[str] = []
    encode = MD5PasswordHasher.encode
    monkeypatch.setattr(
        MD5PasswordHasher,
        "encode",
        lambda self, password, salt: hashed.append(password) or encode(self, password, salt),
    )

    def tries(login: str) -> Any:
        hashed.clear()
        answer = Client().post("/accounts/login/", {"login": login, "password": wrong})
        return told(answer, known.username, "nobody-at-all"), len(hashed), mailed()

    assert tries(known.username) == tries("nobody-at-all")
    assert tries(KNOWN) == tries(UNKNOWN)


def test_a_closed_account_is_told_to_who_knows_its_password_only(known):
    known.is_active = False
    known.save()
    guess = {"login": known.username, "password": "a wrong guess"}
    nobody = {"login": "nobody-at-all", "password": "a wrong guess"}
    blank = (known.username, "nobody-at-all")
    assert told(Client().post("/accounts/login/", guess), *blank) == told(
        Client().post("/accounts/login/", nobody), *blank
    )


PLACES = {
    "one place": lambda number: {"REMOTE_ADDR": "192.0.2.7"},
    "many places": lambda number: {"REMOTE_ADDR": f"192.0.2.{number}"},
    "one place that says it is many": lambda number: {
        "REMOTE_ADDR": "192.0.2.7",
        "HTTP_X_FORWARDED_FOR": f"192.0.2.{number}",
        "HTTP_X_REAL_IP": f"192.0.2.{number}",
    },
    "nowhere": lambda number: {"REMOTE_ADDR": ""},
}


@pytest.fixture(params=PLACES.values(), ids=PLACES)
def place(request: Any) -> Any:
    return request.param


def waits(answer: Any) -> None:
    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= 3600


def test_guessing_a_password_is_slowed_down_wherever_it_is_tried_from(known, settings, place):
    settings.ACCOUNT_RATE_LIMITS = {}
    form = {"login": known.username, "password": "a wrong guess"}
    answers = [Client().post("/accounts/login/", form, **place(number)) for number in range(7)]
    assert [answer.status_code for answer in answers[:5]] == [422] * 5
    waits(answers[-1])
    right = Client()
    waits(right.post("/accounts/login/", form | {"password": PASSWORD}, **place(9)))
    assert not get_user(right).is_authenticated


def test_guessing_many_names_from_one_place_is_slowed_down(known, settings):
    settings.ACCOUNT_RATE_LIMITS = {}
    answers = [
        Client().post("/accounts/login/", {"login": f"somebody{number}", "password": "summer"})
        for number in range(12)
    ]
    waits(answers[-1])


def test_guessing_the_code_of_a_second_factor_is_slowed_down(known, settings):
    settings.ACCOUNT_RATE_LIMITS = {}
    TOTP.activate(known, "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")
    client = Client()
    client.post("/accounts/login/", {"login": known.username, "password": PASSWORD})
    waits(
        [client.post("/accounts/second-factor/authenticate/", {"code": "000000"}) for _attempt in range(7)][
            -1
        ]
    )


GUARDED = {
    "/accounts/reauthenticate/": {"password": "a wrong guess"},
    "/accounts/delete/": {"name": "merin", "password": "a wrong guess"},
    "/accounts/password/reset/": {"email": KNOWN},
}


@pytest.mark.parametrize(("address", "form"), GUARDED.items())
def test_other_forms_that_can_be_guessed_at_are_slowed_down(known, settings, address, form):
    settings.ACCOUNT_RATE_LIMITS = {}
    client = Client() if "reset" in address else signed_in(known)
    answers = [client.post(address, form) for _attempt in range(22)]
    waits(answers[-1])
    assert User.objects.filter(pk=known.pk).exists()


@pytest.mark.parametrize("path", ["/api/v1/invitations/{}/", "/invitations/{}/", "/shared/{}/"])
def test_guessing_links_is_slowed_down_per_place(player, settings, place, path):
    settings.GUESSES = (3, 3600)
    client = signed_in(player)
    answers = [client.get(path.format(f"inv_{number}"), **place(number)) for number in range(5)]
    assert [answer.status_code for answer in answers[:3]] == [404] * 3
    if len({str(place(number).get("REMOTE_ADDR")) for number in range(5)}) == 1:
        waits(answers[-1])


def test_whoever_comes_from_nowhere_is_served(known, settings):
    settings.ACCOUNT_RATE_LIMITS = {}
    client = Client()
    signed = client.post("/accounts/login/", {"login": known.username, "password": PASSWORD}, REMOTE_ADDR="")
    assert signed.status_code == 302
    assert client.get("/campaigns/", REMOTE_ADDR="").status_code == 200
    assert Client().get("/api/v1/rulesets/", REMOTE_ADDR="").status_code == 200
