"""A game master who is one no longer: pages that are open, forms begun, tokens, links they gave, nothing works any more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.urls import Resolver404, resolve

from campaigns import inviting, people
from campaigns.access import enter
from campaigns.models import Campaign, Document, Entry, HeroOwner, HiddenRoll, Invitation, Seat
from campaigns.seats import found
from rules.kernel.messages import field_names
from rules.kernel.registry import ruleset
from tests import toy
from tests.campaigns.conftest import Bend
from tests.conftest import program
from tests.pages.conftest import FORM, forms
from tests.secrets.gathering import Gathering, gathered, undone, verdict
from tests.secrets.roles import FORBIDDEN, MASTERS, NOT_THERE, READS, WRITES, expected
from tests.secrets.routes import Route, routes
from tests.secrets.table import RULESET

pytestmark = pytest.mark.django_db

ROUTES = {route.name: route for route in routes()}
PAGES = [route for route in ROUTES.values() if route.is_of_campaign and not route.is_api]
SECRET = [route for name, route in ROUTES.items() if READS.get(name) == MASTERS]
NOW = {"demoted": ("former-gm", FORBIDDEN), "removed": ("removed", NOT_THERE)}


@dataclass(frozen=True)
class Begun:
    """A form as it lies open in a browser."""

    page: str
    address: str
    body: str


@pytest.fixture
def gathering(db: None) -> Gathering:
    return gathered()


def loses(gathering: Gathering, how: str) -> None:
    """By the owner."""
    entrance, key = gathering.table.entrance("owner"), gathering.table.seat("gm").key
    if how == "demoted":
        assert isinstance(people.change_role(entrance, key, "player"), Seat)
    else:
        assert people.remove(entrance, key) is None


def begun(gathering: Gathering) -> Iterator[Begun]:
    """Every form with every of its buttons, on every page the game master opens."""
    client = gathering.table.pages["gm"]
    for route in PAGES:
        address = gathering.address(route)
        page = client.get(address)
        if page.status_code != 200 or page.streaming or "html" not in page["Content-Type"]:
            continue
        for form in forms(page).values():
            if not form.action.endswith("/role/"):
                yield Begun(address, form.action or address, form.sends())
            for button in form.buttons:
                pressed = {button["name"]: button.get("value", "")} if "name" in button else {}
                yield Begun(address, button.get("formaction", form.action or address), form.sends(**pressed))
            if form.action.endswith("/role/"):  # the parser reads no drop-down list
                yield Begun(address, form.action, form.sends(role="spectator"))


def route_at(address: str) -> Route | None:
    try:
        return ROUTES.get(resolve(urlsplit(address).path).url_name or "")
    except Resolver404:
        return None


def stored() -> list[Any]:
    kinds = (Campaign, Seat, Invitation, HeroOwner, Document, HiddenRoll, Entry)
    return [list(kind._default_manager.order_by("pk").values()) for kind in kinds]


@pytest.mark.parametrize("how", NOW)
def test_forms_begun_before_do_nothing(gathering: Gathering, how: str) -> None:
    """But for what a player may: those are the own seat's, and are not of this campaign's masters."""
    waiting = {
        (one.address, one.body): one
        for one in begun(gathering)
        if (route := route_at(one.address)) and route.is_of_campaign and (route.name, "POST") in WRITES
    }
    assert len(waiting) > 30
    loses(gathering, how)
    code = NOW[how][1]
    before, wrong = stored(), []
    for one in waiting.values():
        route = route_at(one.address)
        assert route is not None
        if how == "demoted" and is_own(gathering, route, one):
            continue
        with undone():
            response = gathering.table.pages["gm"].post(one.address, one.body, content_type=FORM)
            if verdict(response) != code or stored() != before:
                wrong.append(f"{one.address} of {one.page}: {response.status_code}")
    assert not wrong, "\n".join(wrong)


def is_own(gathering: Gathering, route: Route, one: Begun) -> bool:
    """What the person at this seat may do with no more than that; of commands, what brings them something new."""
    sent = dict(parse_qsl(one.body))
    if route.name in ("campaign-acts", "campaign-do"):
        told = dict(parse_qsl(sent.get("tap", ""))) or sent
        kind = told.get("kind") or urlsplit(one.address).path.rstrip("/").rpartition("/")[2]
        command = ruleset(RULESET).codec.commands.get(kind)
        return command is None or (command.who == "own" and "hero" not in field_names(command))
    if NOW["demoted"][0] in WRITES[route.name, "POST"].may:
        return True
    own = f"/people/{gathering.table.seat('gm').key}/"
    return own in one.address or (route.name == "people-look" and not sent.get("seat"))


@pytest.mark.parametrize("how", NOW)
def test_pages_kept_by_the_browser_are_not_confirmed(gathering: Gathering, how: str) -> None:
    """An ETag of then is none of now: not even that the page is unchanged is told."""
    client = gathering.table.pages["gm"]
    kept = {gathering.address(route): client.get(gathering.address(route)) for route in PAGES}
    loses(gathering, how)
    for address, page in kept.items():
        route = route_at(address)
        assert route is not None
        response = client.get(address, headers={"if-none-match": page.headers.get("ETag", '"none"')})
        assert response.status_code != 304, address
        wanted = expected(route, "GET", NOW[how][0], frozenset({"GET", "HEAD", "POST"}))
        if page.status_code == 200:
            assert verdict(response) == wanted, address


@pytest.mark.parametrize("how", NOW)
@pytest.mark.parametrize("route", SECRET, ids=lambda route: route.name)
def test_secrets_are_shut(gathering: Gathering, how: str, route: Route) -> None:
    """By page and by program, with the tokens of before, asked with what they know."""
    for client in (gathering.client("gm", api=route.is_api), gathering.table.programs["reader"]):
        if client is gathering.table.programs["reader"] and not route.is_api:
            continue
        address = gathering.address(route)
        opened = client.get(address)
        assert opened.status_code == 200
        with undone():
            loses(gathering, how)
            etag = opened.headers.get("ETag", '"none"')
            for headers in ({}, {"if-none-match": etag}):
                assert verdict(client.get(address, headers=headers)) == NOW[how][1]


@pytest.mark.parametrize("how", NOW)
def test_links_they_gave_are_shut(gathering: Gathering, how: str) -> None:
    table = gathering.table
    theirs = [inviting.invite(table.entrance("gm"), role, uses=9) for role in ("gm", "player", "spectator")]
    others = inviting.invite(table.entrance("co-gm"), "player", uses=9)
    to_rule = inviting.invite(table.entrance("co-gm"), "gm", uses=9)
    loses(gathering, how)
    for made in (*theirs, to_rule):
        assert isinstance(made, inviting.Invited)
        assert inviting.looked_up(made.token) is None
        assert inviting.accept(table.users["stranger"], made.token) is None
    assert isinstance(others, inviting.Invited)
    assert inviting.looked_up(others.token) is not None
    back = inviting.accept(table.users["gm"], others.token)
    assert back is None if how == "removed" else (back and back.seat.role == "player")


def test_who_looked_from_another_seat_looks_no_more(gathering: Gathering) -> None:
    client = gathering.table.pages["looking"]
    base = f"/campaigns/{gathering.names['campaign_id']}/"
    assert client.get(base).context["seat"].key == gathering.table.seat("player").key
    loses(gathering, "demoted")
    assert client.get(base).context["seat"].key == gathering.table.seat("gm").key


def test_the_old_owner_has_nothing_of_the_owner_s(gathering: Gathering) -> None:
    table, base = gathering.table, f"/campaigns/{gathering.names['campaign_id']}/"
    assert isinstance(people.hand_over_campaign(table.entrance("owner"), table.seat("gm").key), Seat)
    key = table.seat("co-gm").key
    for address, body in (
        ("delete/", {"name": gathering.names["name"]}),
        ("settings/", {"name": "Mine", "timezone": ""}),
        ("public-link/", {"public": "on"}),
        (f"people/{key}/role/", {"role": "player"}),
        (f"people/{key}/owner/", {}),
    ):
        assert table.pages["owner"].post(base + address, body).status_code == 403, address
    assert table.programs["owner"].delete(f"/api/v1{base}").status_code == 403
    table.pages["gm"].post(f"{base}delete/", {"name": gathering.names["name"]})
    assert table.programs["owner"].post(f"/api/v1{base}restore/").status_code == 404
    assert table.programs["gm"].post(f"/api/v1{base}restore/").status_code == 200


def test_where_nobody_is_master_the_old_owner_s_links_are_shut(gathering: Gathering) -> None:
    """Who owns such a game invites: who has given it away does so no longer, by no link of before."""
    with toy.plugged_in(), Bend()("needs_gm", False):
        users = gathering.table.users
        campaign = found(users["owner"], "No master", toy.KEY)
        made = inviting.invite(enter(users["owner"], campaign.pk), "player", uses=9)
        assert isinstance(made, inviting.Invited)
        accepted = inviting.accept(users["player"], made.token)
        assert accepted is not None
        assert isinstance(
            people.hand_over_campaign(enter(users["owner"], campaign.pk), accepted.seat.key), Seat
        )
        assert inviting.looked_up(made.token) is None


def test_a_token_made_before_says_no_more_than_its_person_now(gathering: Gathering) -> None:
    """Tokens carry no role: an older one is no way back."""
    old = program(gathering.table.users["gm"])
    address = f"/api/v1/campaigns/{gathering.names['campaign_id']}/documents/"
    assert old.get(address).status_code == 200
    loses(gathering, "demoted")
    assert old.get(address).status_code == 403
    loses(gathering, "removed")
    assert old.get(address).status_code == 404
