"""Programs and guesses are slowed down, and told for how long."""

import pytest
from django.test import Client
from rest_framework.views import APIView

from accounts.models import Token
from config.api import PersonThrottle, TokenThrottle

pytestmark = pytest.mark.django_db


@pytest.fixture
def throttled(monkeypatch, settings):
    monkeypatch.setattr(APIView, "throttle_classes", [PersonThrottle, TokenThrottle])
    settings.THROTTLE, settings.TOKEN_THROTTLE = (5, 3600), (3, 3600)


def asks(secret: str, times: int) -> list[int]:
    headers = {"authorization": f"Bearer {secret}"}
    return [Client().get("/api/v1/campaigns/", headers=headers).status_code for _ in range(times)]


def test_each_token_has_its_own_limit_and_the_person_one_for_all(throttled, player, stranger):
    first, second = (Token.objects.create(user=player, name=name)[1] for name in "ab")
    assert asks(first, 4) == [200, 200, 200, 429]
    assert asks(second, 2) == [200, 429], "the person's five are used"
    assert asks(Token.objects.create(user=stranger, name="c")[1], 1) == [200]


def test_whoever_is_throttled_is_told_how_long(throttled, player, client):
    secret = Token.objects.create(user=player, name="a")[1]
    asks(secret, 4)
    answer = client.get("/api/v1/campaigns/", headers={"authorization": f"Bearer {secret}"})
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 0


@pytest.mark.parametrize("path", ["/api/v1/invitations/{}/", "/invitations/{}/", "/shared/{}/"])
def test_guessing_links_is_slowed_down(player_client, settings, path):
    settings.GUESSES = (3, 3600)
    answers = [player_client.get(path.format(f"inv_{number}")) for number in range(4)]
    assert [answer.status_code for answer in answers] == [404, 404, 404, 429]
    assert int(answers[-1].headers["Retry-After"]) > 0
    assert player_client.get("/campaigns/").status_code == 200
