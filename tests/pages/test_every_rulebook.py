"""The pages of a campaign know no game: the demo of every rulebook is looked through, page by page and form by form."""

from __future__ import annotations

import io
import re
from collections import defaultdict, deque
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import resolve
from django.utils.html import escape

from campaigns.access import Entrance, enter
from campaigns.management.commands.demo import GAME_MASTER
from campaigns.models import Campaign, HeroRow
from campaigns.scripts import DEMO, scripts
from rules.kernel.messages import field_names, kind_of
from rules.kernel.registry import rulesets
from tests import toy
from tests.pages.test_pseudo_locale import OF_NOBODY, RAW, brackets, outside, told  # noqa: F401

pytestmark = [pytest.mark.django_db, pytest.mark.long]

PAGES = ("", "heroes/", "table/", "acts/", "figures/", "past/", "dice/", "papers/", "odds/", "documents/")
OF_A_HERO = ("", "?tab=more", "figures/", "numbers/gold/", "versus/", "level/")
OF_A_SHAPE = 2
"""Links of one kind that are followed."""


@pytest.fixture(params=scripts(DEMO))
def demo(request: pytest.FixtureRequest) -> Entrance:
    call_command("demo", request.param, "--on-this-site", stdout=io.StringIO())
    campaign = Campaign.objects.get(ruleset=request.param)
    owner = campaign.seats.get(owner=True).user
    assert owner is not None
    return enter(owner, campaign.pk)


@pytest.fixture
def reader(demo: Entrance) -> Client:
    client = Client(headers={"accept-language": "en"})
    assert demo.seat.user is not None
    client.force_login(demo.seat.user)
    return client


def addresses(demo: Entrance) -> Iterator[str]:
    at = f"/campaigns/{demo.campaign.pk}/"
    heroes = [hero.key for hero in demo.ruleset.heroes(demo.state())]
    yield from (f"{at}{page}" for page in PAGES)
    yield from (f"{at}heroes/{hero}/{page}" for hero in heroes[:2] for page in OF_A_HERO)
    for command in demo.ruleset.commands:
        of = heroes if "hero" in field_names(command) else [""]
        yield from (f"{at}do/{kind_of(command)}/?hero={hero}" for hero in of)
    yield f"/rulesets/{demo.ruleset.key}/"
    for section in demo.ruleset.catalog:
        yield f"/rulesets/{demo.ruleset.key}/catalog/{section.key}/"
        yield from (
            f"/rulesets/{demo.ruleset.key}/catalog/{section.key}/{row['key']}/" for row in section.rows[::12]
        )


def typed(demo: Entrance) -> re.Pattern[str]:
    """What the people of the demo have written themselves, and how a map shortens the names of their heroes."""
    script = scripts(DEMO)[demo.ruleset.key]
    words = {demo.campaign.name, GAME_MASTER, *(seat.name for seat in demo.campaign.seats.all())}
    words |= set(HeroRow.objects.filter(campaign=demo.campaign).values_list("name", flat=True))
    words |= {value for step in script["step"] for value in texts(step)}
    every = sorted({str(escape(word)) for word in words} | words, key=len, reverse=True)
    initials = {rf"\b{re.escape(hero.name[:2])}\b" for hero in demo.ruleset.heroes(demo.state())}
    return re.compile("|".join([*map(re.escape, every), *initials]))


def texts(value: Any) -> Iterator[str]:
    """Words with a capital or a blank: keys have neither."""
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from texts(inner)
    elif isinstance(value, str) and (value != value.lower() or " " in value):
        yield value


def test_there_is_a_demo_of_every_rulebook() -> None:
    assert scripts(DEMO).keys() == {key for key in rulesets() if key != toy.KEY}


def test_no_page_or_form_is_without_its_translation(demo: Entrance, reader: Client, request: Any) -> None:
    """404 is for what a game has not got: odds, levels; 403 for a game master's pages where there is none."""
    request.getfixturevalue("brackets")
    names, wrong, seen = typed(demo), {}, 0
    for address in addresses(demo):
        answer = reader.get(address)
        assert answer.status_code in (200, 403, 404), address
        if answer.status_code == 200:
            seen += 1
            said = names.sub("", told(answer.content.decode()))
            plain = OF_NOBODY.sub("", outside(said))
            found = set(re.findall(r"[^\W\d_]{2,}[^\n]*", plain)) | set(RAW.findall(said))
            wrong |= {address: sorted(found)[:8]} if found else {}
    assert wrong == {}
    assert seen > len(demo.ruleset.commands)


def test_every_link_of_the_pages_of_a_campaign_leads_somewhere(demo: Entrance, reader: Client) -> None:
    at = f"/campaigns/{demo.campaign.pk}/"
    heroes = [hero.key for hero in demo.ruleset.heroes(demo.state())]
    waiting = deque([at, *(f"{at}{page}" for page in ("table/", "acts/", "figures/"))])
    waiting += [f"{at}heroes/{hero}/{tab}" for hero in heroes for tab in ("", "?tab=more")]
    found: set[str] = set()
    while waiting:
        text = reader.get(waiting.popleft()).content.decode()
        found |= set(re.findall(rf'href="((?:/rulesets/{demo.ruleset.key}|{at})[^"#]*)', text))
    some = [link for links in by_shape(found).values() for link in sorted(links)[:OF_A_SHAPE]]
    assert len(some) > 15
    assert [link for link in some if reader.get(link).status_code >= 400] == []


def by_shape(links: set[str]) -> dict[tuple[str, ...], set[str]]:
    """Links by the page they lead to and what they ask of it."""
    shapes = defaultdict[tuple[str, ...], set[str]](set)
    for link in (one.replace("&amp;", "&") for one in links):
        parts = urlsplit(link)
        route = resolve(parts.path)
        about = route.kwargs.get("kind") or route.kwargs.get("section") or ""
        shapes[(str(route.url_name), about, *sorted(parse_qs(parts.query)))].add(link)
    return shapes
