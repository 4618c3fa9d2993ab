"""TOTP, recovery codes, and security keys as far as they go without a browser."""

import json
import time

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from django.contrib.auth import get_user
from django.test import Client

from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
BASE = "/accounts/second-factor/"
SECRET = generate_totp_secret()
PAGES = ["", "totp/activate/", "webauthn/", "webauthn/add/"]
ENROLLED_PAGES = ["", "totp/deactivate/", "recovery-codes/", "recovery-codes/generate/", "webauthn/"]
FORGED = [
    None,
    1,
    "",
    "x",
    [],
    {},
    {"id": 1},
    {"id": "AA", "rawId": "AA", "type": "public-key", "response": {}},
    {"id": "AA", "rawId": "AA", "type": "x", "response": {"clientDataJSON": "AA", "attestationObject": "AA"}},
    {
        "id": "AA",
        "rawId": "AA",
        "type": "public-key",
        "response": {"clientDataJSON": "e30", "authenticatorData": "AA", "signature": "é", "userHandle": 3},
    },
    {"id": "AA", "rawId": "AA", "type": "public-key", "response": {"clientDataJSON": "\0"}},
    {
        "id": "AA",
        "rawId": "AA",
        "type": "public-key",
        "response": {"clientDataJSON": "e30", "attestationObject": "oA"},
        "clientExtensionResults": {"credProps": {"rk": 1}},
    },
]


def code(secret: str = SECRET, ahead: int = 0) -> str:
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30 + ahead))


def sign_in(client: Client, name: str) -> None:
    client.post("/accounts/login/", {"login": name, "password": PASSWORD})


def confirm(client: Client) -> None:
    """Pages that guard the account ask again who it is."""
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})


@pytest.fixture
def own(player_client) -> Client:
    confirm(player_client)
    return player_client


@pytest.fixture
def enrolled(player):
    TOTP.activate(player, SECRET)
    RecoveryCodes.activate(player)
    return player


def unused(user) -> list[str]:
    return Authenticator.objects.get(user=user, type="recovery_codes").wrap().get_unused_codes()


def test_an_app_is_set_up_with_its_first_code_and_recovery_codes_are_shown(own, player):
    page = own.get(f"{BASE}totp/activate/")
    secret = page.context["form"].secret
    assert secret in page.content.decode()
    answer = own.post(f"{BASE}totp/activate/", {"code": code(secret)}, follow=True)
    assert [one in answer.content.decode() for one in unused(player)] == [True] * 10


@pytest.mark.parametrize("wrong", ["", "000000x", "é", "1" * 500, "-1", "\u0661\u0662"])
def test_a_wrong_first_code_sets_nothing_up(own, wrong):
    secret = own.get(f"{BASE}totp/activate/").context["form"].secret
    page = own.post(f"{BASE}totp/activate/", {"code": wrong}).content.decode()
    assert "errorlist" in page
    assert secret in page, "the app was shown this one"
    assert not Authenticator.objects.exists()


def test_the_password_alone_no_longer_opens(anonymous_client, enrolled):
    sign_in(anonymous_client, enrolled.username)
    assert not get_user(anonymous_client).is_authenticated
    assert anonymous_client.get("/campaigns/").status_code == 302


def test_a_code_of_the_app_opens_once(anonymous_client, enrolled):
    sign_in(anonymous_client, enrolled.username)
    used = code()
    assert anonymous_client.post(f"{BASE}authenticate/", {"code": used}).status_code == 302
    assert get_user(anonymous_client) == enrolled
    again = Client()
    sign_in(again, enrolled.username)
    again.post(f"{BASE}authenticate/", {"code": used})
    assert not get_user(again).is_authenticated


@pytest.mark.parametrize(("ahead", "opens"), [(-5, False), (-1, True), (1, True), (5, False)])
def test_a_clock_may_be_half_a_minute_off(anonymous_client, enrolled, ahead, opens):
    with time_machine.travel(1_800_000_000, tick=False):
        sign_in(anonymous_client, enrolled.username)
        anonymous_client.post(f"{BASE}authenticate/", {"code": code(ahead=ahead)})
        assert get_user(anonymous_client).is_authenticated == opens


@pytest.mark.parametrize("wrong", ["", "abc", "00000000", "é", "\u0661\u0662\u0663", "9" * 5000])
def test_a_wrong_code_does_not_open(anonymous_client, enrolled, wrong):
    sign_in(anonymous_client, enrolled.username)
    page = anonymous_client.post(f"{BASE}authenticate/", {"code": wrong})
    assert (page.status_code, b"errorlist" in page.content) == (422, True)
    assert not get_user(anonymous_client).is_authenticated


def test_a_recovery_code_opens_once(anonymous_client, enrolled):
    used = unused(enrolled)[0]
    sign_in(anonymous_client, enrolled.username)
    anonymous_client.post(f"{BASE}authenticate/", {"code": used})
    assert get_user(anonymous_client) == enrolled
    assert used not in unused(enrolled)
    again = Client()
    sign_in(again, enrolled.username)
    assert b"errorlist" in again.post(f"{BASE}authenticate/", {"code": used}).content


def test_guessing_codes_is_slowed_down(anonymous_client, enrolled, settings):
    settings.ACCOUNT_RATE_LIMITS = {}
    sign_in(anonymous_client, enrolled.username)
    for _attempt in range(6):
        anonymous_client.post(f"{BASE}authenticate/", {"code": "000000"})
    anonymous_client.post(f"{BASE}authenticate/", {"code": code()})
    assert not get_user(anonymous_client).is_authenticated


def test_turning_it_off_asks_who_it_is(player_client, enrolled):
    assert "reauthenticate" in player_client.get(f"{BASE}totp/deactivate/").headers["Location"]
    assert player_client.post(f"{BASE}totp/deactivate/").status_code == 302
    assert Authenticator.objects.filter(type="totp").exists()
    player_client.post(f"{BASE}reauthenticate/", {"code": code()})
    player_client.post(f"{BASE}totp/deactivate/")
    assert not Authenticator.objects.exists(), "the recovery codes go too"


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("page", PAGES)
def test_the_pages_speak_the_language_of_the_person(own, page, language):
    answer = own.get(BASE + page, headers={"accept-language": language})
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in answer.content.decode()


@pytest.mark.parametrize("page", ENROLLED_PAGES)
def test_the_pages_of_who_has_a_second_factor_open(own, enrolled, page):
    assert own.get(BASE + page).status_code == 200


@pytest.mark.parametrize("page", [*PAGES, *ENROLLED_PAGES])
def test_nobody_sees_them_signed_out(client, page):
    assert client.get(BASE + page).status_code == 302


@pytest.mark.parametrize("sent", [json.dumps(one) for one in FORGED] + ["", "{", "\0"])
def test_what_no_key_ever_answered_adds_no_key(own, sent):
    own.get(f"{BASE}webauthn/add/")
    answer = own.post(f"{BASE}webauthn/add/", {"name": "key", "credential": sent})
    assert answer.status_code in (422, 400)
    assert not Authenticator.objects.exists()


@pytest.mark.parametrize("sent", [json.dumps(one) for one in FORGED] + ["", "{", "\0"])
def test_what_no_key_ever_answered_does_not_open(anonymous_client, enrolled, sent):
    sign_in(anonymous_client, enrolled.username)
    anonymous_client.get(f"{BASE}authenticate/")
    assert anonymous_client.post(f"{BASE}authenticate/", {"credential": sent}).status_code in (422, 400)
    assert not get_user(anonymous_client).is_authenticated


def test_another_person_s_key_cannot_be_touched(stranger_client, own, player):
    key = Authenticator.objects.create(user=player, type="webauthn", data={"name": "blue", "credential": {}})
    for path in (f"{BASE}webauthn/keys/{key.pk}/remove/", f"{BASE}webauthn/keys/{key.pk}/edit/"):
        assert stranger_client.post(path, {"name": "mine"}).status_code in (302, 404)
    confirm(stranger_client)
    for path in (f"{BASE}webauthn/keys/{key.pk}/remove/", f"{BASE}webauthn/keys/{key.pk}/edit/"):
        assert stranger_client.post(path, {"name": "mine"}).status_code == 404
    key.refresh_from_db()
    assert key.data["name"] == "blue"
