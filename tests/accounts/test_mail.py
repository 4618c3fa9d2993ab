"""What Questkeep writes to people: in their language and its own words, with a link and who is meant."""

import pytest
from django.core import mail

from tests.accounts.test_sign_up import sign_up

pytestmark = pytest.mark.django_db

ADDRESS = "merin@example.org"
FRENCH = {"accept-language": "fr"}


def written(number: int = -1) -> tuple[str, str]:
    found = mail.outbox[number]
    return str(found.subject), str(found.body)


def test_a_lost_password(anonymous_client, player):
    player.email = ADDRESS
    player.save()
    anonymous_client.post("/accounts/password/reset/", {"email": ADDRESS}, headers=FRENCH)
    subject, body = written()
    assert subject == "Questkeep: Un nouveau mot de passe"
    assert player.username in body
    assert "/password/reset/key/" in body
    assert "vous n’avez rien à faire" in body
    assert body.strip().endswith("Questkeep, testserver")


def test_an_address_without_an_account(anonymous_client):
    anonymous_client.post("/accounts/password/reset/", {"email": ADDRESS})
    subject, body = written()
    assert subject == "Questkeep: No account has this address"
    assert "http://testserver/accounts/signup/" in body


def test_an_address_to_confirm(player_client, player):
    player_client.post("/accounts/email/", {"action_add": "", "email": ADDRESS})
    subject, body = written()
    assert subject == "Questkeep: Confirm your address"
    assert f"The account {player.username} names" in body
    assert "/accounts/confirm-email/" in body


def test_a_second_account_for_an_address(anonymous_client, player, settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    sign_up(anonymous_client, email=ADDRESS)
    anonymous_client.post("/accounts/logout/")
    sign_up(anonymous_client, username="other", email=ADDRESS)
    subject, body = written()
    assert subject == "Questkeep: You have an account already"
    assert "/accounts/password/reset/" in body
