"""What a form or an address must not give away, nor let anybody write."""

import pytest
from allauth.account.models import EmailAddress
from rest_framework.test import APIClient

from accounts.models import Token, User
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
EXTRA = {"is_staff": "1", "is_superuser": "1", "is_active": "0", "id": "999", "user": "1", "digest": "x"}


def test_signing_up_with_a_known_address_is_answered_like_any_other(anonymous_client, player):
    player.email = "merin@example.org"
    player.save()
    EmailAddress.objects.create(user=player, email=player.email, primary=True, verified=True)
    sent = {"username": "telor", "password1": PASSWORD, "email": player.email}
    known = anonymous_client.post("/accounts/signup/", sent)
    assert (known.status_code, known.headers["Location"]) == (302, "/")
    assert not EmailAddress.objects.filter(user__username="telor", verified=True).exists()


def test_a_wrong_name_and_a_wrong_password_are_answered_alike(anonymous_client, player):
    def tried(name):
        page = anonymous_client.post("/accounts/login/", {"login": name, "password": "guess"})
        return page.status_code, page.context["form"].errors

    assert tried("merin") == tried("nobody-at-all")


def test_forms_write_their_own_fields_only(anonymous_client):
    anonymous_client.post("/accounts/signup/", {"username": "telor", "password1": PASSWORD} | EXTRA)
    anonymous_client.post("/accounts/preferences/", {"theme": "dark", "username": "zargon"} | EXTRA)
    person = User.objects.get()
    assert (person.username, person.theme, person.is_active) == ("telor", "dark", True)
    assert not any((person.is_staff, person.is_superuser))


def test_a_token_belongs_to_who_made_it(player_client, player, stranger):
    sent = {"name": "x", "scopes": "read", "lifetime": "30", "user": stranger.pk, "digest": "0" * 128}
    player_client.post("/accounts/tokens/", sent)
    token = Token.objects.get()
    assert (token.user, token.digest == "0" * 128) == (player, False)


@pytest.mark.parametrize("path", ["/", "/accounts/login/", "/api/v1/campaigns/", "/accounts/password/reset/"])
def test_another_host_s_name_is_refused(client, path):
    assert client.get(path, headers={"host": "evil.example"}).status_code == 400


def test_a_token_needs_no_csrf_token(player):
    strict = APIClient(enforce_csrf_checks=True)
    secret = Token.objects.create(user=player, name="x", scopes="read write")[1]
    strict.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    sent = {"name": "The cellar gang", "ruleset": "heroquest_evolution"}
    assert strict.post("/api/v1/campaigns/", sent).status_code == 201
    assert strict.post("/api/v1/campaigns/", sent | {"owner": 1}).status_code == 400


def test_cookies_are_for_this_site_and_not_for_script(anonymous_client, player):
    anonymous_client.get("/accounts/login/")
    anonymous_client.post("/accounts/language/", {"language": "fr"})
    anonymous_client.post("/accounts/login/", {"login": "merin", "password": PASSWORD})
    assert {"csrftoken", "sessionid", "django_language"} <= set(anonymous_client.cookies)
    for cookie in anonymous_client.cookies.values():
        assert cookie["httponly"], cookie.key
        assert cookie["samesite"] == "Lax", cookie.key
