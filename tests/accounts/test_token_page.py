import re

import pytest
from django.test import Client

from accounts.models import Token

pytestmark = pytest.mark.django_db
FORM = {"name": "my sheet printer", "scopes": "read", "lifetime": "30"}


def create(client, **changes):
    return client.post("/accounts/tokens/", FORM | changes)


def shown(response) -> str:
    return re.search(r"qk_[0-9a-f]{64}", response.content.decode())[0]


def test_a_token_is_shown_once_and_works(player_client):
    secret = shown(create(player_client))
    response = Client().get("/api/v1/nothing/", headers={"authorization": f"Bearer {secret}"})
    assert response.status_code == 404
    assert secret not in player_client.get("/accounts/").content.decode()


def test_the_page_with_the_token_is_not_cached(player_client):
    assert create(player_client).headers["Cache-Control"] == "no-store"


def test_only_a_hash_is_stored(player_client):
    secret = shown(create(player_client))
    assert secret not in str(Token.objects.values().get())


@pytest.mark.parametrize(("lifetime", "expires"), [("30", True), ("365", True), ("", False)])
def test_it_lives_as_long_as_was_chosen(player_client, lifetime, expires):
    create(player_client, lifetime=lifetime)
    assert (Token.objects.get().expiry is not None) == expires


@pytest.mark.parametrize("changes", [{"name": ""}, {"name": "x" * 61}, {"scopes": "all"}, {"lifetime": "9"}])
def test_what_is_malformed_makes_no_token(player_client, changes):
    assert create(player_client, **changes).status_code == 422
    assert not Token.objects.exists()


def test_a_revoked_token_is_gone(player_client):
    create(player_client)
    player_client.post(f"/accounts/tokens/{Token.objects.get().token_key}/revoke/")
    assert not Token.objects.exists()


def test_a_stranger_gets_404(player_client, stranger_client):
    create(player_client)
    key = Token.objects.get().token_key
    assert stranger_client.post(f"/accounts/tokens/{key}/revoke/").status_code == 404
    assert Token.objects.exists()


def test_markup_in_a_name_stays_text(player_client):
    create(player_client, name="<script>alert(1)</script>")
    assert "<script>alert" not in player_client.get("/accounts/").content.decode()
