"""Every page there is: discovered from the URL table, filled in with a campaign that is as full as one gets."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import Resolver404, resolve
from django.utils.html import escape

from campaigns import people
from campaigns.models import HeroRow, Seat
from rules.kernel.registry import ruleset
from tests.secrets.gathering import Gathering, acts, gathered
from tests.secrets.routes import routes
from tests.secrets.table import RULESET

NAME = "Wilhelmina-Konstantina the Unforgettable"
"""Of forty letters."""
ITEMS = 60
MOST, TRIED = 3, 8
"""Pages of one address that are looked at for something that the others of it do not have, and that are asked for."""
WHO = ("gm", "player", "anonymous")
NOT_OURS = frozenset({"api-docs"})
"""A page of drf-spectacular's."""


@dataclass(frozen=True)
class Visit:
    """`who` is the first of WHO who is shown a page there."""

    who: str
    route: str
    address: str


def full_campaign() -> Gathering:
    """Long names, two heroes who carry sixty things each, a quest that is open with kills and effects in it."""
    gathering = gathered(name=NAME)
    table = gathering.table
    for who in ("player", "other", "bystander"):
        assert isinstance(
            people.rename_seat(table.entrance("gm"), table.seat(who).key, f"{who} {NAME}"[:40]), Seat
        )
    things = [
        row["key"] for section in ruleset(RULESET).catalog if section.key == "items" for row in section.rows
    ]
    heroes = [_enrols(gathering, letter, (things * 3)[:ITEMS]) for letter in "AB"]
    party = [*heroes, *HeroRow.objects.filter(campaign=table.campaign).values_list("key", flat=True)[:2]]
    acts(table, "gm", "open_quest", quest="the-trial", heroes=list(dict.fromkeys(party)))
    for hero in heroes:
        acts(table, "gm", "record_kill", hero=hero, monster="goblin", count=3)
        acts(table, "gm", "apply_effect", hero=hero, effect="poisoned")
    _enrols(gathering, "C", [], xp=47)  # a level is due
    gathering.names["hero"] = heroes[0]
    return gathering


def _enrols(gathering: Gathering, letter: str, items: list[str], xp: int = 30) -> str:
    named = f"{letter} {NAME}"[:40]
    done = acts(
        gathering.table, "gm", "enrol_hero", name=named, hero_class="barbarian", level=1, xp=xp, gold=975, body=8,
        mind=2, items=items, reason="from paper",
    )  # fmt: skip
    return str(done.events[0]["hero"])


def visits(gathering: Gathering) -> Iterator[Visit]:
    """Of every address the page as it stands, and what links lead to at the same address with something new on it."""
    waiting = deque(_first(gathering))
    seen: dict[str, set[str]] = {}
    asked, kept, known = Counter[str](), Counter[str](), {address for _route, address in waiting}
    while waiting:
        route, address = waiting.popleft()
        is_form = route == "campaign-do"
        if kept[route] >= MOST and not is_form:
            continue
        asked[route] += 1
        found = _page(gathering, address)
        if found is None:
            continue
        who, text = found
        for link in re.findall(r'href="(/[^"#]*|\?[^"#]*)', text):
            whole = _whole(address, link)
            if (
                whole not in known
                and (name := _route_of(whole))
                and asked[name] < TRIED
                and "/static/" not in whole
            ):
                known.add(whole)
                waiting.append((name, whole))
        parts = set(" ".join(re.findall(r'class="([^"]*)"', text)).split())
        if not parts <= seen.setdefault(route, set()):
            seen[route] |= parts
            kept[route] += 1
            yield Visit(who, route, address)


def _first(gathering: Gathering) -> Iterator[tuple[str, str]]:
    for route in routes():
        if route.is_api or route.name in NOT_OURS:
            continue
        if route.name == "campaign-do":
            base = gathering.address(route).rpartition("rename_hero/")[0]
            yield from ((route.name, f"{base}{kind}/") for kind in kinds())
        else:
            yield route.name, gathering.address(route)


def kinds() -> list[str]:
    return [command.__struct_config__.tag for command in ruleset(RULESET).commands]


def _whole(address: str, link: str) -> str:
    link = link.replace("&amp;", "&")
    return address.partition("?")[0] + link if link.startswith("?") else link


def _route_of(address: str) -> str:
    try:
        found = resolve(address.partition("?")[0])
    except Resolver404:
        return ""
    return "" if address.startswith("/api/") else str(found.url_name)


def _page(gathering: Gathering, address: str) -> tuple[str, str] | None:
    """The page of whoever is shown one first, if anybody is."""
    for who in WHO:
        answer = gathering.client(who, api=False).get(address)
        if answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html"):
            return who, answer.content.decode()
        if answer.status_code == 405:
            return None
    return None


def own_words(gathering: Gathering) -> set[str]:
    """What people typed, as pages show it."""
    words = {NAME, "Brom", "The cellar gang", "Merin", "Durgin", "Merin the elder", "A note", "hush", "Channel", "Next evening", "from paper",
             "does he see them?", "test", *(user for user in gathering.table.users),
             *HeroRow.objects.values_list("name", flat=True), *Seat.objects.values_list("name", flat=True)}  # fmt: skip
    return {str(escape(word)) for word in words} | words
