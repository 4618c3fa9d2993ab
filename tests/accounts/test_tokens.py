from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import path
from django.utils import timezone
from django.utils.translation import get_language
from rest_framework.decorators import api_view
from rest_framework.response import Response
from rest_framework.test import APIClient

from accounts.models import Token
from tests.conftest import program

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]


@api_view(["GET", "POST"])
def probe(request):
    return Response({"who": request.user.get_username(), "language": get_language()})


urlpatterns = [path("api/v1/probe/", probe)]


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def test_a_token_speaks_for_its_owner(player_program):
    assert player_program.get("/api/v1/probe/").json()["who"] == "merin"


def test_a_program_hears_its_owner_s_language(player, player_program):
    player.language = "fr"
    player.save()
    assert player_program.get("/api/v1/probe/").json()["language"] == "fr"


def test_reading_and_writing_are_rights_of_their_own(player):
    reader, writer = program(player, "read"), program(player, "read write")
    assert reader.get("/api/v1/probe/").status_code == 200
    assert reader.post("/api/v1/probe/").status_code == 403
    assert writer.post("/api/v1/probe/").status_code == 200


def test_a_session_may_do_both_but_needs_the_csrf_token(player):
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(player)
    assert client.get("/api/v1/probe/").status_code == 200
    assert client.post("/api/v1/probe/").status_code == 403


def test_an_expired_token_is_401(player):
    _row, secret = Token.objects.create(user=player, name="old", expiry=timedelta(days=30))
    assert Client().get("/api/v1/probe/", headers=bearer(secret)).status_code == 200
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        assert Client().get("/api/v1/probe/", headers=bearer(secret)).status_code == 401


@pytest.mark.parametrize("token", ["", "x", "qk_" + "0" * 64, "qk_\x00", "é", "a b", "qk_" + "f" * 10_000])
def test_what_is_no_token_is_401(token):
    response = Client().get("/api/v1/probe/", headers=bearer(token))
    assert response.status_code == 401
    assert response.headers["WWW-Authenticate"] == "Bearer"
    assert response.headers["Content-Type"] == "application/problem+json"


def test_nobody_is_401():
    assert Client().get("/api/v1/probe/").status_code == 401


def test_reading_with_a_token_writes_nothing(player_program, django_assert_num_queries):
    with django_assert_num_queries(1):
        player_program.get("/api/v1/probe/")
