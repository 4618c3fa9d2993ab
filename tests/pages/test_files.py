"""Pages on which campaigns and heroes leave as files and come in as files, without script."""

import json
import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from campaigns.models import Campaign
from campaigns.seats import add_seat, found
from tests.api.game import RULESET
from tests.campaigns.group import Group
from tests.conftest import signed_in


def text(page) -> str:
    return page.content.decode()


def download(client, url) -> bytes:
    response = client.get(url)
    assert response.status_code == 200
    return b"".join(response.streaming_content) if response.streaming else response.content


def upload(client, url, content, name="file"):
    return client.post(url, {name: SimpleUploadedFile("file.jsonl", content)})


def test_a_campaign_is_saved_and_brought_in(base, hero, gm_client, stranger_client):
    assert f'href="{base}export/"' in text(gm_client.get(f"{base}settings/"))
    assert 'href="/campaigns/import/"' in text(stranger_client.get("/campaigns/"))
    page = upload(stranger_client, "/campaigns/import/", download(gm_client, f"{base}export/"))
    assert page.status_code == 303
    campaign = Campaign.objects.exclude(pk=base.split("/")[2]).get()
    assert page["Location"] == f"/campaigns/{campaign.pk}/"
    shown = text(stranger_client.get(page["Location"]))
    assert "is here. Invite the others." in shown
    assert "unverified" not in shown
    people = text(stranger_client.get(f"{page['Location']}people/"))
    assert people.count('class="tag">vacant') == 2
    assert '<option value="s2">Merin&#x27;s player</option>' in people


def test_a_button_pressed_twice_brings_in_one_campaign(base, hero, gm_client, stranger_client):
    content = download(gm_client, f"{base}export/")
    key = str(uuid.uuid4())
    pages = [
        stranger_client.post(
            "/campaigns/import/", {"file": SimpleUploadedFile("file.jsonl", content), "key": key}
        )
        for _ in range(2)
    ]
    assert [page.status_code for page in pages] == [303, 303]
    assert pages[0]["Location"] == pages[1]["Location"]
    assert Campaign.objects.count() == 2


def test_what_nobody_signed_is_shown_as_unverified(base, hero, gm_client):
    first, *rest = download(gm_client, f"{base}export/").splitlines(keepends=True)
    header = json.loads(first) | {"signature": ""}
    page = upload(gm_client, "/campaigns/import/", json.dumps(header).encode() + b"\n" + b"".join(rest))
    assert page.status_code == 303
    assert "unverified" in text(gm_client.get(page["Location"]))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"nonsense", "Line 1: This is not JSON."),
        (b"", "The file is empty."),
        (b"\x1f\x8b", "unpack it first"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_at_its_field(gm_client, content, said):
    page = upload(gm_client, "/campaigns/import/", content)
    assert page.status_code == 422
    assert said in text(page)
    assert not Campaign.objects.exists()


def test_no_file_at_all(gm_client):
    page = gm_client.post("/campaigns/import/", {})
    assert page.status_code == 422
    assert "Choose a file." in text(page)


def test_only_a_game_master_saves_the_campaign(base, hero, player_client, spectator_client, stranger_client):
    assert player_client.get(f"{base}export/").status_code == 403
    assert spectator_client.get(f"{base}export/").status_code == 403
    assert stranger_client.get(f"{base}export/").status_code == 404


def test_who_looks_from_a_players_seat_saves_nothing(base, hero, gm_client):
    gm_client.post(f"{base}people/look/", {"seat": "s2"})
    assert gm_client.get(f"{base}export/").status_code == 403


def test_importing_needs_an_account(anonymous_client):
    assert anonymous_client.get("/campaigns/import/").status_code == 302


# Heroes


@pytest.fixture
def tale(gm, player):
    """Two campaigns of the real game, of the same people."""
    groups = []
    for name in ("Here", "There"):
        campaign = found(gm, name, RULESET, "Zargon")
        add_seat(campaign, player, "Player", "player")
        groups.append(Group(campaign, gm, player))
    return groups


def test_a_hero_goes_to_another_campaign(tale, gm, player):
    here, there = tale
    hero = here.does(player, "recruit_hero", name="Brom", hero_class="barbarian").events[0]["hero"]
    client, url = signed_in(player), f"/campaigns/{here.campaign.pk}/heroes/{hero}/"
    more = text(client.get(f"{url}?tab=more"))
    assert f'href="{url}export/"' in more
    content = download(client, f"{url}export/")
    base = f"/campaigns/{there.campaign.pk}/"
    assert "A hero from another campaign" in text(signed_in(gm).get(f"{base}heroes/"))
    page = upload(signed_in(gm), f"{base}hero-files/", content)
    assert page.status_code == 303, text(page)
    form = text(signed_in(gm).get(page["Location"]))
    assert 'value="Brom"' in form
    assert "Comes from the campaign “Here”." in form
    assert there.length == 0


def test_what_is_no_hero_is_refused_on_the_page(tale, gm):
    base = f"/campaigns/{tale[0].campaign.pk}/"
    page = upload(signed_in(gm), f"{base}hero-files/", b"[]")
    assert page.status_code == 422
    assert "This is no hero file of Questkeep." in text(page)
    assert signed_in(gm).post(f"{base}hero-files/", {}).status_code == 422


def test_a_player_brings_nobody_in(tale, player):
    base = f"/campaigns/{tale[0].campaign.pk}/"
    assert "A hero from another campaign" not in text(signed_in(player).get(f"{base}heroes/"))
    assert upload(signed_in(player), f"{base}hero-files/", b"{}").status_code == 403


def test_a_game_without_enrolment_offers_none(base, hero, gm_client):
    assert "A hero from another campaign" not in text(gm_client.get(f"{base}heroes/"))
    assert upload(gm_client, f"{base}hero-files/", b"{}").status_code == 403
