"""Pages where heroes meet monsters before they do: one hero against one, a room of them, and the monster's own page."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from campaigns.access import enter
from campaigns.acts import Accepted, Envelope, perform
from campaigns.models import Campaign
from campaigns.seats import add_seat, found
from tests.campaigns.group import Group
from tests.conftest import signed_in

GAME = "heroquest_evolution"
MONSTERS = f"/rulesets/{GAME}/catalog/monsters/"

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(gm: User, player: User) -> Campaign:
    campaign = found(gm, "The cellar gang", GAME, "Zargon")
    add_seat(campaign, player, "Merin's player", "player")
    return campaign


@pytest.fixture
def brom(gm: User, campaign: Campaign) -> str:
    plain = {"kind": "recruit_hero", "hero_class": "barbarian", "name": "Brom"}
    answer = perform(enter(gm, campaign.pk), plain, Envelope(key="1"))
    assert isinstance(answer, Accepted), answer
    hero: str = answer.events[0]["hero"]
    return hero


@pytest.fixture
def here(campaign: Campaign) -> str:
    return f"/campaigns/{campaign.pk}/"


@pytest.fixture
def versus(here: str, brom: str) -> str:
    return f"{here}heroes/{brom}/versus/"


def read(client: Client, path: str, status: int = 200, language: str = "en", **query: object) -> str:
    answer = client.get(path, query, headers={"accept-language": language})
    assert answer.status_code == status, answer.content.decode()[:500]
    return answer.content.decode()


def test_a_sheet_leads_to_the_page_of_fights(gm_client, here, brom, versus):
    assert f'href="{versus}"' in read(gm_client, f"{here}heroes/{brom}/", tab="more")


def test_it_asks_for_a_monster_first(gm_client, versus):
    page = read(gm_client, versus)
    assert "Choose an opponent." in page
    assert '<option value="orc">Orc</option>' in page
    assert 'name="companions"' not in page


def test_both_directions_are_shown_with_parts_and_bars(gm_client, versus):
    page = read(gm_client, versus, monster="orc", companions=1, adjacent=2)
    assert "Brom against Orc" in page
    assert "Orc against Brom" in page
    assert "Outnumbering" in page
    assert page.count('class="bars"') == 2
    assert "85.1%" in page


def test_it_speaks_french_with_commas(gm_client, versus):
    page = read(gm_client, versus, language="fr", monster="orc")
    assert "Brom contre Orc" in page
    assert "75,0\N{NO-BREAK SPACE}%" in page
    assert re.search(r'<rect width="\d+\.\d\d"', page)


def test_htmx_gets_the_form_and_the_answer_alone(gm_client, versus):
    answer = gm_client.get(versus, {"monster": "orc"}, headers={"hx-request": "true"})
    assert answer.content.decode().lstrip().startswith('<form id="offer"')


def test_what_is_supposed_stays_ticked_and_counts(gm_client, versus):
    page = read(gm_client, versus, monster="orc", mods=["", "courage"])
    assert re.search(r'value="courage" checked', page)
    assert "<details" in page
    assert "+2 attack dice" in page


@pytest.mark.parametrize(
    "query",
    [
        {"monster": "no-such"},
        {"monster": "fellmarg"},
        {"monster": "orc", "companions": "9"},
        {"monster": "orc", "adjacent": "x"},
        {"monster": "orc", "mods": "fatal-blow"},
        {"monster": "orc", "monster_mods": "nonsense"},
        {"monster": "orc", "shot": "true"},
    ],
)
def test_what_cannot_be_is_said_on_the_page(gm_client, versus, query):
    page = read(gm_client, versus, 422, **query)
    assert 'class="alert is-warn"' in page


def test_nobody_else_looks_in(stranger_client, client, here, versus):
    assert stranger_client.get(versus).status_code == 404
    assert stranger_client.get(f"{here}odds/").status_code == 404
    assert client.get(versus).status_code == 302


def test_a_hero_who_is_not_there_is_404(gm_client, here, brom):
    assert gm_client.get(f"{here}heroes/nobody/versus/").status_code == 404


def test_a_player_and_a_watcher_see_the_room_of_monsters(player_client, campaign, here, brom):
    watcher = User.objects.create_user("watcher")
    add_seat(campaign, watcher, "Watcher", "spectator")
    for client in (player_client, signed_in(watcher)):
        page = read(client, f"{here}odds/", monster=["orc", "goblin"], count=["2", ""])
        assert "2 × Orc" in page
        assert "1 × Goblin" in page
        assert "75.0%" in page
        assert "Brom" in page


def test_a_room_begins_empty_and_says_what_to_do(gm_client, here, brom):
    page = read(gm_client, f"{here}odds/")
    assert page.count('<select name="monster">') == 2
    assert "Choose up to 8 kinds of opponents" in page


@pytest.mark.parametrize(
    "query",
    [
        {"monster": "orc", "count": "0"},
        {"monster": "orc", "count": "x"},
        {"monster": "nope"},
        {"monster": ["orc"] * 9},
    ],
)
def test_a_room_that_cannot_be_is_refused(gm_client, here, brom, query):
    assert 'role="alert"' in read(gm_client, f"{here}odds/", 422, **query)


def test_the_campaign_leads_to_its_odds(gm_client, here, brom):
    assert f'href="{here}odds/"' in read(gm_client, here)


def test_a_monster_s_page_sets_the_own_heroes_against_it(gm_client, campaign, brom):
    page = read(gm_client, f"{MONSTERS}orc/", campaign=campaign.pk)
    assert "Your heroes strike: Orc" in page
    assert "Orc strikes your heroes" in page
    assert "75.0%" in page


def test_for_anybody_else_it_does_not(client, stranger_client, campaign, brom):
    for reader in (client, stranger_client):
        assert "strike" not in read(reader, f"{MONSTERS}orc/", campaign=campaign.pk)
    assert "Your heroes strike" not in read(client, f"{MONSTERS}orc/")


def test_a_monster_without_a_profile_has_no_tables(gm_client, campaign, brom):
    assert "Your heroes strike" not in read(gm_client, f"{MONSTERS}fellmarg/", campaign=campaign.pk)


def test_a_rulebook_without_fights_shows_no_way_to_them(gm_client, group: Group, sheet: str, base: str):
    assert "versus/" not in read(gm_client, sheet, tab="more")
    assert "odds/" not in read(gm_client, base)
    assert gm_client.get(f"{sheet}versus/").status_code == 404
    assert gm_client.get(f"{base}odds/").status_code == 404
