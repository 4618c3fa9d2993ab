import pytest
from django.contrib.auth import get_user

from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
PAGES = ["login", "signup", "password/reset", "password/reset/done", "password/reset/key/done"]
OWN_PAGES = ["", "logout/", "password/change/", "email/"]


def sign_in(client, name, password=PASSWORD):
    return client.post("/accounts/login/", {"login": name, "password": password})


def test_the_right_password_opens(anonymous_client, player):
    assert sign_in(anonymous_client, player.username).headers["Location"] == "/"
    assert get_user(anonymous_client) == player


def test_the_mail_address_serves_as_a_name(anonymous_client, player):
    player.email = "merin@example.org"
    player.save()
    sign_in(anonymous_client, player.email)
    assert get_user(anonymous_client) == player


def test_a_wrong_password_does_not(anonymous_client, player):
    assert b"errorlist" in sign_in(anonymous_client, player.username, "guess").content
    assert not get_user(anonymous_client).is_authenticated


def test_guessing_is_slowed_down(anonymous_client, player, settings):
    settings.ACCOUNT_RATE_LIMITS = {}
    for _attempt in range(6):
        sign_in(anonymous_client, player.username, "guess")
    sign_in(anonymous_client, player.username)
    assert not get_user(anonymous_client).is_authenticated


def test_signing_out_asks_first_and_then_does(player_client):
    assert player_client.get("/accounts/logout/").status_code == 200
    assert get_user(player_client).is_authenticated
    player_client.post("/accounts/logout/")
    assert not get_user(player_client).is_authenticated


def test_a_foreign_address_is_not_followed_after_sign_in(anonymous_client, player):
    form = {"login": player.username, "password": PASSWORD, "next": "//elsewhere.example/"}
    assert anonymous_client.post("/accounts/login/", form).headers["Location"] == "/"


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_page_of_a_visitor_speaks_their_language(anonymous_client, page, language):
    response = anonymous_client.get(f"/accounts/{page}/", headers={"accept-language": language})
    assert response.status_code == 200
    assert f'<html lang="{language}"' in response.content.decode()


@pytest.mark.parametrize("page", OWN_PAGES)
def test_every_page_of_a_person_opens_for_them_alone(player_client, anonymous_client, page):
    assert player_client.get(f"/accounts/{page}").status_code == 200
    assert anonymous_client.get(f"/accounts/{page}").status_code == 302
