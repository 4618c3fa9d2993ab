"""The pages of a campaign know no game: the demo of every rulebook is looked through, page by page and form by form."""

from __future__ import annotations

import io
import re
import uuid
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
from campaigns.models import Campaign, HeroOwner, HeroRow
from campaigns.scripts import DEMO, scripts
from campaigns.seats import found
from rules.kernel.messages import field_names, kind_of
from rules.kernel.registry import rulesets
from tests import toy
from tests.conftest import signed_in
from tests.pages.test_files import upload
from tests.pages.test_pseudo_locale import OF_NOBODY, RAW, brackets, outside, told  # noqa: F401

pytestmark = [pytest.mark.django_db, pytest.mark.long]

PAGES = ("", "heroes/", "table/", "acts/", "figures/", "past/", "dice/", "papers/", "odds/", "documents/")
OF_A_HERO = ("", "?tab=more", "figures/", "numbers/gold/", "versus/", "level/")
LASTING = {"name", "hero_class", "character", "level", "xp", "gold", "stones", "own", "affinities", "attitudes", "spells_bought"}  # fmt: skip
"""What any rulebook's sheet may say of a hero that goes along to another campaign."""
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


def test_a_hero_goes_to_another_campaign_of_the_game_and_to_no_other(demo: Entrance) -> None:
    """The form that the file fills in is sent as it is; whoever is in play goes out too."""
    game = demo.ruleset
    assert demo.seat.user is not None
    other = next(key for key in rulesets() if key not in (game.key, toy.KEY))
    for row in HeroRow.objects.filter(campaign=demo.campaign, departed_seq=None):
        reader = signed_in(HeroOwner.objects.get(campaign=demo.campaign, hero=row.key).seat.user)
        file = reader.get(f"/campaigns/{demo.campaign.pk}/heroes/{row.key}/export/").content
        elsewhere, there = (found(demo.seat.user, "There", key) for key in (other, game.key))
        brings = signed_in(demo.seat.user)
        refused = upload(brings, f"/campaigns/{elsewhere.pk}/hero-files/", file)
        assert (refused.status_code, "comes from another game" in refused.content.decode()) == (422, True)
        form = upload(brings, f"/campaigns/{there.pk}/hero-files/", file)["Location"]
        assert brings.get(form).status_code == 200
        fields = parse_qs(urlsplit(form).query) | {"kind": resolve(urlsplit(form).path).kwargs["kind"]}
        sent = brings.post(f"/campaigns/{there.pk}/acts/", fields | {"key": str(uuid.uuid4())})
        assert sent.status_code == 303, sent.content.decode()
        brought = HeroRow.objects.get(campaign=there)
        before = game.sheet(demo.state(), row.key, demo.viewer)
        after = game.sheet(enter(demo.seat.user, there.pk).state(), brought.key, demo.viewer)
        assert before is not None
        assert after is not None
        lasting = LASTING & before.facts.keys()
        assert {name: before.facts[name] for name in lasting} == {n: after.facts[n] for n in lasting}


def by_shape(links: set[str]) -> dict[tuple[str, ...], set[str]]:
    """Links by the page they lead to and what they ask of it."""
    shapes = defaultdict[tuple[str, ...], set[str]](set)
    for link in (one.replace("&amp;", "&") for one in links):
        parts = urlsplit(link)
        route = resolve(parts.path)
        about = route.kwargs.get("kind") or route.kwargs.get("section") or ""
        shapes[(str(route.url_name), about, *sorted(parse_qs(parts.query)))].add(link)
    return shapes
