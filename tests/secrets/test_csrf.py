"""A session changes nothing without the CSRF token; a program's own token needs none."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from rest_framework.test import APIClient

from tests.secrets.gathering import PREPARED, Gathering, gathered, sends, undone, verdict
from tests.secrets.roles import FORBIDDEN, OPENS, WRITES
from tests.secrets.routes import Route, routes

pytestmark = pytest.mark.django_db

ROUTES = {route.name: route for route in routes()}
CALLS = [call for call in WRITES if call[0].startswith("api-")]
ids = " ".join


@pytest.fixture(scope="module")
def gathering(django_db_setup: None, django_db_blocker: Any) -> Iterator[Gathering]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield gathered()
        transaction.set_rollback(True)


def whoever_may(name: str, method: str) -> str:
    return min(WRITES[name, method].may)


def strict(gathering: Gathering, who: str, *, api: bool) -> Client:
    """A browser that is signed in, at a server that checks."""
    client = APIClient(enforce_csrf_checks=True) if api else Client(enforce_csrf_checks=True)
    client.force_login(gathering.table.users[who])
    return client


def told(gathering: Gathering, client: Client, route: Route, method: str) -> Any:
    use = WRITES[route.name, method]
    with undone():
        if prepare := PREPARED.get(route.name):
            prepare(gathering)
        return sends(client, method, gathering.address(route), gathering.fill(use.sends), use.version)


@pytest.mark.parametrize("call", WRITES, ids=ids)
def test_a_session_without_it_is_403(gathering: Gathering, call: tuple[str, str]) -> None:
    route = ROUTES[call[0]]
    client = strict(gathering, whoever_may(*call), api=route.is_api)
    assert verdict(told(gathering, client, route, call[1])) == FORBIDDEN


@pytest.mark.parametrize("call", WRITES, ids=ids)
def test_a_session_with_it_is_let_on(gathering: Gathering, call: tuple[str, str]) -> None:
    route = ROUTES[call[0]]
    client = strict(gathering, whoever_may(*call), api=route.is_api)
    client.get("/accounts/")
    client.defaults["HTTP_X_CSRFTOKEN"] = client.cookies["csrftoken"].value
    assert verdict(told(gathering, client, route, call[1])) == OPENS


@pytest.mark.parametrize("call", CALLS, ids=ids)
def test_a_program_needs_none(gathering: Gathering, call: tuple[str, str]) -> None:
    client = APIClient(enforce_csrf_checks=True)
    mine = gathering.table.programs[whoever_may(*call)]
    client.credentials(**mine._credentials)
    assert verdict(told(gathering, client, ROUTES[call[0]], call[1])) == OPENS
