"""Two campaigns that differ in what is secret, and in nothing else, are the same to everybody who is no game master."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction

from campaigns import snapshots
from campaigns.models import Document, HiddenRoll
from tests import toy
from tests.secrets.chance import Fate
from tests.secrets.evenings import Evening, a_level_is_due, played
from tests.secrets.reading import asks, different, fetched
from tests.secrets.routes import Route, routes
from tests.secrets.sending import tried
from tests.secrets.table import EVERYBODY_ELSE, RULESET, People, everybody, seated

ACTS = 16


@pytest.fixture
def people(db: None) -> People:
    return everybody()


@pytest.fixture
def toy_game() -> Iterator[None]:
    with toy.plugged_in():
        yield


class GoneError(Exception):
    """Ends a transaction: what was in it has never been."""


def both(
    people: People, fate: Fate, seed: int, look: Callable[[Evening], Any], key: str = RULESET
) -> list[Any]:
    """What `look` makes of each side. Only one of them is there at a time, so that all ids are the same."""
    seen: list[Any] = []
    for side in (0, 1):
        forget()
        try:
            with transaction.atomic():
                fate.at(0, "founded")
                evening = played(Evening(seated(people, key), fate, seed, side), ACTS)
                seen.append((evening.told, secrets_of(evening), look(evening)))
                raise GoneError
        except GoneError:
            forget()
    (public, left, one), (also, right, other) = seen
    assert public == also, "the public acts went otherwise"
    assert left != right, "both sides have the same secrets"
    return [one, other]


def forget() -> None:
    cache.clear()
    snapshots.KNOWN.forget()


def secrets_of(evening: Evening) -> Any:
    campaign = evening.table.campaign
    documents = Document.objects.filter(campaign=campaign).order_by("pk")
    rolls = HiddenRoll.objects.filter(campaign=campaign).order_by("pk")
    return evening.state, list(documents.values("content", "version")), list(rolls.values("dice", "reason"))


SHARES = {
    1: ("player", "anonymous"),
    2: ("guest", "other", "looker"),
    3: ("spectator", "former-gm", "owner", "stranger"),
}
"""Of each random campaign some look at everything."""


def test_everybody_looks() -> None:
    assert sorted(who for some in SHARES.values() for who in some) == sorted(EVERYBODY_ELSE)


def test_a_new_argument_in_an_address_has_to_be_made_known_here() -> None:
    with pytest.raises(KeyError, match="riddle"):
        list(Route("campaigns/<slug:riddle>/", "new", ("riddle",)).addresses({"campaign_id": ["x"]}))


def test_no_route_is_left_out(people: People, fate: Fate) -> None:
    table = seated(people)
    asked = {ask.route for ask in asks(table, "player", table.values())}
    assert asked == {route.name for route in routes()}
    others = {ask.route for ask in asks(table, "other", table.values())}
    assert {route.name for route in routes() if route.is_of_campaign} <= others


@pytest.mark.parametrize("seed", SHARES)
def test_whoever_is_no_game_master_is_answered_alike_by_every_route(
    people: People, fate: Fate, seed: int
) -> None:
    def look(evening: Evening) -> dict[str, dict[str, str]]:
        values = evening.table.values()
        return {who: fetched(evening.table, who, values, fate) for who in SHARES[seed]}

    left, right = both(people, fate, seed, look)
    for who in left:
        assert different(left[who], right[who]) == [], who
    first = SHARES[seed][0]
    pages = "/campaigns/" if first == "guest" else "/"  # a guest has no program
    streams = [
        answer for ask, answer in left[first].items() if "/stream/?since=0" in ask and ask.startswith(pages)
    ]
    assert all("event: act" in answer for answer in streams)
    assert streams


def test_what_a_player_tries_to_write_is_answered_alike(people: People, fate: Fate) -> None:
    def look(evening: Evening) -> dict[str, str]:
        a_level_is_due(evening, "player")
        return tried(evening, "player")

    left, right = both(people, fate, 5, look)
    assert different(left, right) == []
    assert not [what for what, answer in left.items() if answer.startswith("5")]
    assert [what for what, answer in left.items() if "gain_level" in what and answer.startswith("201")]


def test_a_game_that_is_plugged_in_keeps_its_secrets_too(people: People, fate: Fate, toy_game: None) -> None:
    def look(evening: Evening) -> dict[str, str]:
        values = evening.table.values()
        return fetched(evening.table, "other", values, fate) | tried(evening, "other")

    left, right = both(people, fate, 6, look, toy.KEY)
    assert different(left, right) == []
