"""Every command of every rulebook × everybody there is: 403 where its `who` forbids it, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec
import pytest
from django.db import transaction

from rules.kernel.messages import Command, field_names, kind_of
from rules.kernel.registry import ruleset, rulesets
from rules.kernel.ruleset import Ruleset
from tests import toy
from tests.campaigns.conftest import Bend
from tests.laws.drawing import draw
from tests.second import guide
from tests.secrets.gathering import Seated, acts, everybody, seated, sends, undone, verdict
from tests.secrets.least import Plain, as_form, least
from tests.secrets.roles import FORBIDDEN, NOT_THERE, OPENS, PROGRAMS, SIGN_IN
from tests.secrets.table import ROLES

pytestmark = pytest.mark.django_db

MASTERLESS = "toy_game without a game master"
BOOKS = (*rulesets(), "toy_game", "coin_game", MASTERLESS)
OUTSIDE = {"anonymous": SIGN_IN, "guest": SIGN_IN, "expired": SIGN_IN, "reader": FORBIDDEN}
ABSENT = ("stranger", "removed")
PAGES = ("spectator", "player", "other", "owner", "gm")


@dataclass(frozen=True)
class Play:
    """A campaign of a rulebook in which the hero is the player's."""

    rules: Ruleset[Any]
    table: Seated
    hero: str

    def role(self, who: str) -> str:
        return self.table.seat(who).role

    def may(self, command: type[Command], who: str, hero: str) -> bool:
        """What `who` says, and no more."""
        role = self.role(who)
        if role != "player":
            return role == "gm"
        if command.who == "gm":
            return not self.rules.needs_gm
        return "hero" not in field_names(command) or who == "player" or hero != self.hero

    def wanted(self, command: type[Command], who: str, hero: str) -> str:
        if who in OUTSIDE:
            return OUTSIDE[who]
        if who in ABSENT:
            return NOT_THERE
        return OPENS if self.may(command, who, hero) else FORBIDDEN


@pytest.fixture(scope="module", params=BOOKS)
def play(
    request: Any, tmp_path_factory: pytest.TempPathFactory, django_db_setup: None, django_db_blocker: Any
) -> Iterator[Play]:
    key, masterless = request.param.partition(" ")[0], request.param == MASTERLESS
    second = guide.followed(tmp_path_factory.mktemp("second")).parent
    with ExitStack() as stack:
        stack.enter_context(toy.plugged_in())
        stack.enter_context(toy.plugged_in(str(second)))
        rules = ruleset(key)
        if masterless:
            stack.enter_context(Bend()("needs_gm", False))
        stack.enter_context(django_db_blocker.unblock())
        stack.enter_context(transaction.atomic())
        yield begun(rules)
        transaction.set_rollback(True)


def begun(rules: Ruleset[Any]) -> Play:
    table = seated(everybody(), "The cellar gang", rules.key)
    return Play(rules, table, recruited(rules, table))


def recruited(rules: Ruleset[Any], table: Seated) -> str:
    kind = next(kind_of(one) for one in rules.commands if one.brings_hero and one.who == "own")
    plain = msgspec.to_builtins(draw(rules, rules.initial(), kind, None, Random(1)))
    [hero] = [event["hero"] for event in acts(table, "player", **plain).events if "hero" in event]
    return str(hero)


def asked(play: Play, who: str, address: str, plain: Plain) -> Any:
    base = f"/campaigns/{play.table.campaign.pk}/"
    with undone():
        if address == "acts/":
            fields = dict[str, Any]()
            for name, value in as_form(plain):
                fields.setdefault(name, []).append(value)
            return sends(play.table.pages[who], "POST", f"{base}acts/", fields)
        if address.startswith("do/"):
            return sends(play.table.pages[who], "GET", base + address, {})
        return sends(play.table.programs[who], "POST", f"/api/v1{base}{address[4:]}", plain)


def wrong(play: Play, command: type[Command], who: str, address: str, plain: Plain) -> Iterator[str]:
    wanted = play.wanted(command, who, plain.get("hero", ""))
    response = asked(play, who, address, plain)
    if verdict(response) != wanted or response.status_code == 400:
        yield f"{kind_of(command)} by {who} at {address}: {response.status_code}, wanted: {wanted}"


def test_who_decides_for_programs(play: Play) -> None:
    assert {*OUTSIDE, *ABSENT, *ROLES} >= set(PROGRAMS)
    sent = {"api acts/": (*ROLES, *OUTSIDE, *ABSENT), "api acts/preview/": tuple(ROLES)}
    found = [
        line
        for command in play.rules.commands
        for address, everyone in sent.items()
        for who in everyone
        for line in wrong(play, command, who, address, least(command, play.hero))
    ]
    assert not found, "\n".join(found)


def test_who_decides_for_pages(play: Play) -> None:
    found = []
    for command in play.rules.commands:
        plain = least(command, play.hero)
        page = f"do/{kind_of(command)}/" + (f"?hero={play.hero}" if "hero" in plain else "")
        for who in PAGES:
            found += [line for at in ("acts/", page) for line in wrong(play, command, who, at, plain)]
    assert not found, "\n".join(found)


def test_nobody_acts_for_another_but_a_game_master(play: Play) -> None:
    found = []
    for command in play.rules.commands:
        plain = least(command, play.hero) | {"on_behalf_of": play.table.seat("other").key}
        for who in ("owner", "player", "gm"):
            response = asked(play, who, "api acts/", plain)
            may = play.role(who) == "gm"
            if (response.status_code == 403) is may or response.status_code >= 500:
                found.append(f"{kind_of(command)} by {who}: {response.status_code}")
    assert not found, "\n".join(found)


def test_a_hero_that_there_is_not_is_a_question_for_the_rules(play: Play) -> None:
    found = [
        line
        for command in play.rules.commands
        for who in ("player", "gm", "spectator")
        for line in wrong(play, command, who, "api acts/", least(command, "nobody"))
    ]
    assert not found, "\n".join(found)


def test_who_looks_from_another_seat_sends_nothing_from_there(play: Play) -> None:
    if play.rules.needs_gm:
        for command in play.rules.commands:
            assert asked(play, "looking", "acts/", least(command, play.hero)).status_code == 403
        return
    address = f"/campaigns/{play.table.campaign.pk}/people/look/"
    for who in ("owner", "player", "spectator"):
        seat = {"seat": play.table.seat("other").key}
        assert play.table.pages[who].post(address, seat).status_code == 403, "there is no master who may"
