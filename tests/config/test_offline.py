"""What makes the site one that can be installed, and what its pages say to the worker that keeps them."""

from __future__ import annotations

import json
import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from PIL import Image

from campaigns.seats import add_seat, found
from config import offline
from config.storage import HashedFiles
from tests.conftest import signed_in


@pytest.fixture
def campaign(gm, player):
    campaign = found(gm, "The cellar gang", "heroquest_evolution", "Zargon")
    add_seat(campaign, player, "Merin's player", "player")
    return campaign


@pytest.fixture
def at(campaign) -> str:
    return f"/campaigns/{campaign.pk}/"


def manifest(language: str) -> dict:
    answer = Client(headers={"accept-language": language}).get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    return json.loads(answer.content)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_manifest_has_all_that_installing_asks_for(db, language):
    said = manifest(language)
    assert said["lang"] == language
    assert {"name", "short_name", "id", "scope", "theme_color", "background_color"} <= said.keys()
    assert (said["start_url"], said["display"]) == ("/campaigns/", "standalone")
    assert {icon["purpose"] for icon in said["icons"]} == {"any", "maskable"}
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in said["icons"]}


def test_its_words_are_in_the_reader_s_language(db):
    assert manifest("fr")["name"] != manifest("en")["name"]
    assert manifest("fr")["shortcuts"][0]["name"] == "Mes campagnes"


def test_its_addresses_are_there(db, player_client):
    said = manifest("en")
    for url in (said["start_url"], *(one["url"] for one in said["shortcuts"])):
        assert player_client.get(url).status_code == 200


def test_its_icons_are_there_in_the_size_they_say(db):
    for icon in manifest("en")["icons"]:
        file = finders.find(icon["src"].removeprefix("/static/"))
        image = Image.open(file)
        assert f"{image.width}x{image.height}" == icon["sizes"]


def test_what_a_mask_cuts_off_is_ground_alone():
    image = Image.open(finders.find("icons/maskable-512.png")).convert("RGB")
    ground, middle = image.getpixel((0, 0)), image.width // 2
    radius = image.width * 0.4
    outside = [
        image.getpixel((x, y))
        for x in range(0, image.width, 8)
        for y in range(0, image.height, 8)
        if (x - middle) ** 2 + (y - middle) ** 2 > radius**2
    ]
    assert set(outside) == {ground}


def test_pages_name_the_manifest(db, anonymous_client):
    page = anonymous_client.get("/").content.decode()
    assert '<link rel="manifest" href="/manifest.webmanifest"' in page
    assert re.search(r'<meta name="theme-color" content="#[0-9a-f]{6}">', page)


# The worker


def test_the_worker_stands_at_the_root_and_is_asked_for_each_time(db, client):
    answer = client.get("/sw.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert "no-cache" in answer["Cache-Control"]
    assert "worker-src 'self'" in answer["Content-Security-Policy"]


def test_all_that_it_keeps_for_everybody_is_there(client):
    for url in offline.assets():
        if url.startswith("/static/"):
            assert finders.find(url.removeprefix("/static/")), url
        else:
            assert client.get(url).status_code == 200, url


def test_it_keeps_files_under_the_names_that_pages_link(settings, tmp_path, monkeypatch):
    settings.STATIC_ROOT = tmp_path
    storage = HashedFiles()
    storage.hashed_files = {"css/tokens.css": "css/tokens.0123456789ab.css"}
    monkeypatch.setattr(offline, "static", storage.url)
    offline.assets.cache_clear()
    try:
        assert "/static/css/tokens.0123456789ab.css" in offline.assets()
    finally:
        offline.assets.cache_clear()


def test_the_offline_page_is_nobody_s(player_client):
    for address in ("/offline/", "/offline/?act"):
        page = player_client.get(address).content.decode()
        assert "merin" not in page.lower()
        assert "csrfmiddlewaretoken" not in page
    assert "Nothing was done" in page


# Who reads


def test_each_sign_in_is_another_reader(player, gm, db):
    readers = [
        client.get("/campaigns/")["Questkeep-Reader"] for client in map(signed_in, (player, player, gm))
    ]
    assert len(set(readers)) == 3
    assert all(re.fullmatch(r"[0-9a-f]{16}", one) for one in readers)


def test_a_reader_is_the_same_from_page_to_page_until_they_leave(player_client, at):
    one, two = (player_client.get(page)["Questkeep-Reader"] for page in (at, "/campaigns/"))
    assert one == two
    player_client.post("/accounts/logout/")
    assert player_client.get("/")["Questkeep-Reader"] != one


def test_sheets_and_the_rulebook_may_be_kept_and_nothing_else(player_client, gm_client, at):
    keeps = ("", "heroes/", "table/")
    for page in (*(at + one for one in keeps), "/rulesets/heroquest_evolution/"):
        assert player_client.get(page)["Questkeep-Keep"] == "1", page
    others = ("people/", "acts/", "settings/", "documents/", "webhooks/", "hidden-rolls/", "schedules/")
    for page in (*(at + one for one in others), "/campaigns/", "/accounts/", "/notices/"):
        assert "Questkeep-Keep" not in gm_client.get(page), page


def test_what_is_not_one_s_own_look_is_not_kept(at, gm_client, anonymous_client):
    assert "Questkeep-Keep" in gm_client.get(at)
    gm_client.post(f"{at}people/look/", {"seat": "s2"})
    assert "Questkeep-Keep" not in gm_client.get(at)
    assert "Questkeep-Keep" not in anonymous_client.get("/rulesets/heroquest_evolution/")


def test_a_stranger_s_404_tells_who_reads_and_keeps_nothing(at, stranger_client):
    answer = stranger_client.get(at)
    assert answer.status_code == 404
    assert "Questkeep-Reader" in answer
    assert "Questkeep-Keep" not in answer


def test_programs_are_told_nothing_of_it(player_client, at):
    assert "Questkeep-Reader" not in player_client.get(f"/api/v1{at}")
