import pytest
from django.contrib.auth import get_user
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def sign_up(client: Client, **changes: str):
    return client.post("/accounts/signup/", {"username": "telor", "password1": PASSWORD, **changes})


def test_a_name_and_a_password_are_enough(anonymous_client):
    assert sign_up(anonymous_client).status_code == 302
    assert get_user(anonymous_client).get_username() == "telor"


def test_the_mail_address_is_kept_when_given(anonymous_client):
    sign_up(anonymous_client, email="telor@example.org")
    assert User.objects.get(username="telor").email == "telor@example.org"


@pytest.mark.parametrize(
    "changes",
    [{"username": ""}, {"username": "<b>x</b>"}, {"username": "x" * 10_000}, {"password1": "12345"}],
)
def test_what_is_malformed_comes_back_with_the_form(anonymous_client, changes):
    response = sign_up(anonymous_client, **changes)
    assert response.status_code == 422
    assert b"errorlist" in response.content
    assert not User.objects.exists()


def test_a_taken_name_is_refused(anonymous_client, player):
    answer = sign_up(anonymous_client, username=player.username)
    assert (answer.status_code, b"errorlist" in answer.content) == (422, True)


def test_a_lost_password_is_replaced_by_mail(anonymous_client, player):
    player.email = "merin@example.org"
    player.save()
    anonymous_client.post("/accounts/password/reset/", {"email": player.email})
    link = next(word for word in mail.outbox[0].body.split() if "/password/reset/key/" in word)
    form = anonymous_client.get(link, follow=True)
    new = {"password1": "another way to it", "password2": "another way to it"}
    anonymous_client.post(form.request["PATH_INFO"], new)
    player.refresh_from_db()
    assert player.check_password("another way to it")


def test_asking_for_an_unknown_address_tells_nothing(anonymous_client, player):
    player.email = "merin@example.org"
    player.save()
    known = anonymous_client.post("/accounts/password/reset/", {"email": player.email})
    unknown = anonymous_client.post("/accounts/password/reset/", {"email": "who@example.org"})
    assert (known.status_code, known.headers["Location"]) == (
        unknown.status_code,
        unknown.headers["Location"],
    )


def test_too_many_accounts_from_one_place_have_to_wait(anonymous_client, settings):
    settings.ACCOUNT_RATE_LIMITS = {"signup": "1/m/ip"}
    sign_up(anonymous_client, password1="short")
    response = sign_up(anonymous_client)
    assert response.status_code == 429
    assert response.headers["Retry-After"] == "60"
    assert "Trop de tentatives" in response.content.decode()
