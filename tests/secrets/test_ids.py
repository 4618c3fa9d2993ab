"""Ids tell nothing: another campaign's are answered, to the letter, as those that there are not."""

import re
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from django.db import transaction

from campaigns.seats import add_seat, delete_campaign
from rules.kernel.messages import field_names
from rules.kernel.registry import ruleset
from tests.secrets.gathering import Gathering, acts, everybody, gathered, sends, undone, verdict
from tests.secrets.least import least
from tests.secrets.roles import NO_METHOD, NOT_THERE, OPENS, SAFE, WRITES, Use
from tests.secrets.routes import Route, routes
from tests.secrets.table import NOWHERE, RULESET

pytestmark = pytest.mark.django_db

OF_CAMPAIGN = {route.name: route for route in routes() if route.is_of_campaign}
UNKNOWN = {
    "hero": "nobody",
    "seat": "s98",
    "invitation": NOWHERE,
    "document": NOWHERE,
    "document_id": NOWHERE,
    "webhook": NOWHERE,
    "delivery": NOWHERE,
    "schedule": NOWHERE,
    "schedule_id": NOWHERE,
    "seq:int": "998",
    "digest": "0" * 32,
}
WITH_IDS = {name: route for name, route in OF_CAMPAIGN.items() if set(route.names) & UNKNOWN.keys()}
ASKING = ("gm", "owner", "player", "spectator", "stranger")
HAPPENS_TO_CHANGE = re.compile(
    r'name="csrfmiddlewaretoken" value="\w+"|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
    r"|acts/\d+/undo/"
)
"""Keys of forms, and the address that was asked."""


@dataclass(frozen=True)
class Pair:
    """Two campaigns of the same people. Whatever there is in the other, the one has not."""

    one: Gathering
    other: Gathering


@pytest.fixture(scope="module")
def pair(django_db_setup: None, django_db_blocker: Any) -> Iterator[Pair]:
    with django_db_blocker.unblock(), transaction.atomic():
        users = everybody()
        one, other = gathered(users), gathered(users, "The attic gang")
        for name in "abc":
            acts(other.table, "player", "rename_hero", hero=other.names["hero"], name=name)
        late = users | {"late": type(users["gm"]).objects.create_user("late")}
        key = add_seat(other.table.campaign, late["late"], "late", "player").key
        more = {"seat": key, "seq:int": str(int(other.names["seq:int"]) + 3)}
        yield Pair(one, replace(other, names=other.names | more))
        transaction.set_rollback(True)


def methods_of(route: Route) -> tuple[str, ...]:
    """To look, whether or not it can be looked at, and to write."""
    return ("GET", *(method for name, method in WRITES if name == route.name))


def asked(of: Gathering, who: str, route: Route, method: str, names: dict[str, str]) -> tuple[Any, ...]:
    """What is answered at this campaign's address with these ids, without what changes with each answer."""
    use = WRITES.get((route.name, method), Use(frozenset()))
    there = replace(of, names=of.names | names)
    with undone():
        client = of.client(who, api=route.is_api)
        response = sends(client, method, there.address(route), of.fill(use.sends), use.version)
    text = response.content.decode() if not response.streaming else "a file"
    for name in names.values():
        text = text if name.isdecimal() else re.sub(rf"\b{re.escape(name)}\b", "ID", text)
    return verdict(response), response.headers.get("Location", ""), HAPPENS_TO_CHANGE.sub("*", text)


@pytest.mark.parametrize("route", WITH_IDS.values(), ids=WITH_IDS)
def test_another_campaigns_are_answered_as_those_that_there_are_not(pair: Pair, route: Route) -> None:
    named = [name for name in route.names if name in UNKNOWN]
    theirs = {name: pair.other.names[name] for name in named}
    none = {name: UNKNOWN[name] for name in named}
    wrong = []
    for method in methods_of(route):
        for who in ASKING:
            found, wanted = (asked(pair.one, who, route, method, ids) for ids in (theirs, none))
            if found != wanted or found[0] == OPENS:
                wrong.append(f"{method} by {who}: {found[0]}, and {wanted[0]}")
    assert not wrong, "\n".join([route.pattern, *wrong])


@pytest.mark.parametrize("route", OF_CAMPAIGN.values(), ids=OF_CAMPAIGN)
def test_a_campaign_of_others_is_answered_as_one_that_there_is_not(pair: Pair, route: Route) -> None:
    """Also one that was deleted, and by whoever was removed."""
    here, nowhere = {"campaign_id": pair.one.names["campaign_id"]}, {"campaign_id": NOWHERE}
    for method in methods_of(route):
        wanted = asked(pair.one, "stranger", route, method, nowhere)
        assert wanted[0] in (NOT_THERE, NO_METHOD)
        for who in ("stranger", "removed"):
            assert asked(pair.one, who, route, method, here) == wanted, (method, who)
        if method not in SAFE or route.name == "campaign":
            continue
        with undone():
            assert delete_campaign(pair.one.table.entrance("owner")) is None
            assert asked(pair.one, "gm", route, method, here)[0] == wanted[0]


def test_another_campaigns_hero_is_nobody_in_a_command(pair: Pair) -> None:
    wrong = []
    for command in ruleset(RULESET).commands:
        if "hero" not in field_names(command):
            continue
        for who in ("gm", "player", "spectator"):
            found, wanted = (
                said(pair.one, who, least(command, hero)) for hero in (pair.other.names["hero"], "nobody")
            )
            if found != wanted:
                wrong.append((command, who, found, wanted))
    assert not wrong


def said(of: Gathering, who: str, plain: dict[str, Any]) -> tuple[int, Any]:
    address = f"/api/v1/campaigns/{of.table.campaign.pk}/acts/"
    with undone():
        response = sends(of.table.programs[who], "POST", address, plain)
    return response.status_code, response.json().get("code")


@pytest.mark.parametrize(
    ("call", "field"),
    [
        (("api-hero-seat", "PUT"), "seat"),
        (("hero-seat", "POST"), "seat"),
        (("people-look", "POST"), "seat"),
        (("api-invitations", "POST"), "hero"),
        (("api-invitations", "POST"), "seat"),
    ],
)
def test_another_campaigns_ids_are_nothing_in_a_body(pair: Pair, call: tuple[str, str], field: str) -> None:
    route, codes = OF_CAMPAIGN[call[0]], []
    for value in (pair.other.names[field], UNKNOWN[field]):
        with undone():
            client = pair.one.client("gm", api=route.is_api)
            response = sends(client, call[1], pair.one.address(route), {field: value})
            codes.append(response.status_code)
    assert codes == [422, 422]


def test_no_id_is_a_number_to_count_up(pair: Pair) -> None:
    for name in ("campaign_id", "document", "invitation"):
        assert uuid.UUID(pair.one.names[name]).version in (4, 5)
    assert pair.one.names["hero"] != pair.other.names["hero"]
