"""Every address × everybody there is: what each is answered follows from the tables in `roles`, and from nothing else."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction

from tests.secrets.gathering import Gathering, gathered, verdict
from tests.secrets.roles import (
    METHODS,
    NOBODYS,
    NOT_THERE,
    OPENS,
    PUBLIC,
    READS,
    SIGN_IN,
    WRITES,
    UntaughtError,
    asking,
    expected,
    who_may,
)
from tests.secrets.routes import Route, routes

pytestmark = pytest.mark.django_db

EVERY = {route.name: route for route in routes()}
THIRD_PARTY = {name: route for name, route in EVERY.items() if name.startswith(("account_", "mfa_"))}
"""allauth's: which methods they have is its business, and whom they let in is what we have asked for."""
ROUTES = {name: route for name, route in EVERY.items() if name not in THIRD_PARTY}


@pytest.fixture(scope="module")
def gathering(django_db_setup: None, django_db_blocker: Any) -> Iterator[Gathering]:
    """One for all addresses, since every request is undone."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield gathered()
        transaction.set_rollback(True)


def methods_of(gathering: Gathering, route: Route) -> frozenset[str]:
    """As the address itself says."""
    client = gathering.client("gm", api=route.is_api)
    found = client.options(gathering.address(route))
    return frozenset(found.headers.get("Allow", "").split(", ")) & frozenset(METHODS)


@pytest.mark.parametrize("route", ROUTES.values(), ids=ROUTES)
def test_everybody_is_answered_as_the_tables_say(gathering: Gathering, route: Route) -> None:
    allowed = methods_of(gathering, route)
    assert allowed or route.name in NOBODYS, f"{route.name} names no method"
    wrong = []
    for method in METHODS:
        for who in asking(route, method, allowed):
            wanted = expected(route, method, who, allowed)
            response = gathering.asks(who, route, method)
            found = verdict(response)
            if found != wanted:
                wrong.append(f"{method} {response.request['PATH_INFO']} by {who}: {found}, not {wanted}")
    assert not wrong, "\n".join(["Mend the view, or the tables in tests/secrets/roles.py:", *wrong])


@pytest.mark.parametrize("route", THIRD_PARTY.values(), ids=THIRD_PARTY)
def test_a_page_of_an_account_is_its_persons_alone(gathering: Gathering, route: Route) -> None:
    for method in METHODS:
        nobody = gathering.asks("anonymous", route, method)
        assert nobody.status_code < 500
        assert route.name in PUBLIC or verdict(nobody) == SIGN_IN, (method, nobody)
        own = gathering.asks("stranger", route, method)
        assert own.status_code < 500
        assert verdict(own) != SIGN_IN or route.name in PUBLIC, (method, own)


def test_the_tables_name_nothing_that_is_gone(gathering: Gathering) -> None:
    named = PUBLIC | READS.keys() | {name for name, _method in WRITES}
    assert named <= EVERY.keys()
    for name, method in WRITES:
        assert method in methods_of(gathering, ROUTES[name]), (name, method)
        assert who_may(ROUTES[name], method)


def test_a_new_address_that_writes_has_to_be_told_about() -> None:
    new = Route("campaigns/<uuid:campaign_id>/new/", "new", ("campaign_id",))
    with pytest.raises(
        UntaughtError, match=r"POST campaigns/<uuid:campaign_id>/new/ .*WRITES of tests/secrets"
    ):
        expected(new, "POST", "player", frozenset({"POST"}))


def test_a_new_address_that_reads_is_for_members_or_for_persons_unless_it_is_told_about() -> None:
    of_campaign = Route("campaigns/<uuid:campaign_id>/new/", "new", ("campaign_id",))
    allowed = frozenset({"GET", "HEAD"})
    for route, who, wanted in (
        (of_campaign, "anonymous", SIGN_IN),
        (of_campaign, "stranger", NOT_THERE),
        (of_campaign, "spectator", OPENS),
        (Route("new/", "new", ()), "anonymous", SIGN_IN),
        (Route("new/", "new", ()), "stranger", OPENS),
    ):
        assert expected(route, "GET", who, allowed) == wanted


def test_an_address_that_names_something_new_has_to_be_told_about(gathering: Gathering) -> None:
    with pytest.raises(UntaughtError, match="planet"):
        gathering.address(Route("planets/<slug:planet>/", "planet", ("planet",)))
