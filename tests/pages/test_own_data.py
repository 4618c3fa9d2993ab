"""The account page across campaigns: the own heroes, the own data, and going for good."""

import io
import json
import zipfile
from datetime import timedelta

import pytest
from django.contrib.auth import get_user
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.models import Token, User
from campaigns import inviting, people
from campaigns.farewell import delete_account
from campaigns.models import Campaign, Entry, HeroOwner, Seat
from campaigns.seats import add_seat, found
from tests import toy
from tests.conftest import PASSWORD, program, signed_in

GONE = {"name": "merin", "password": PASSWORD}


def archive(client: Client) -> dict[str, str]:
    response = client.get("/accounts/archive/")
    assert response.headers["Content-Type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(b"".join(response.streaming_content))) as file:
        return {name: file.read(name).decode() for name in file.namelist()}


def test_the_own_heroes_of_all_campaigns_are_on_the_account_page(group, hero, player, player_client, sheet):
    other = found(player, "The other one", toy.KEY)
    page = player_client.get("/accounts/").content.decode()
    assert sheet in page
    assert str(other.id) not in page, "nobody plays there yet"


def test_the_heroes_of_others_are_not(group, hero, gm_client, sheet):
    assert sheet not in gm_client.get("/accounts/").content.decode()


def test_heroes_of_a_campaign_one_has_left_or_that_is_gone_are_not(group, hero, player, player_client, sheet):
    people.remove(group.enter(player), group.seat(player).key)
    assert sheet not in player_client.get("/accounts/").content.decode()


def test_the_number_of_campaigns_costs_no_queries(
    group, hero, player, player_client, django_assert_max_num_queries
):
    for number in range(5):
        add_seat(found(group.gm, f"More {number}", toy.KEY), player, "Merin", "player")
    with django_assert_max_num_queries(5):
        player_client.get("/accounts/")


def test_the_archive_holds_account_seats_heroes_and_own_acts(group, hero, player, player_client):
    Token.objects.create(user=player, name="printer", scopes="read", expiry=timedelta(days=30))
    files = archive(player_client)
    account = json.loads(files["account.json"])
    assert (account["name"], account["tokens"][0]["name"]) == ("merin", "printer")
    assert json.loads(files["seats.json"])[0]["campaign_name"] == group.campaign.name
    folder = f"campaigns/{group.campaign.id}"
    assert json.loads(files[f"{folder}/heroes/{hero}.json"])["name"] == "Merin"
    (act,) = map(json.loads, files[f"{folder}/acts.jsonl"].splitlines())
    assert "Merin" in act["sentence"]


def test_the_archive_opens_nothing(group, hero, player, player_client):
    _row, secret = Token.objects.create(user=player, name="printer", scopes="read")
    everything = "".join(archive(player_client).values())
    assert player.password not in everything
    assert secret[3:] not in everything
    assert Token.objects.get().digest not in everything


def test_the_archive_has_no_act_of_another_seat(group, hero, gm_client):
    files = archive(gm_client)
    assert files[f"campaigns/{group.campaign.id}/acts.jsonl"] == ""
    assert not [name for name in files if "/heroes/" in name]


def test_every_own_act_is_in_it_however_many(group, hero, gm, gm_client, monkeypatch):
    monkeypatch.setattr("campaigns.ledger.LIMIT", 2)
    for name in "ABCDE":
        group.recruits(gm, name)
    acts = archive(gm_client)[f"campaigns/{group.campaign.id}/acts.jsonl"].splitlines()
    assert [json.loads(act)["seq"] for act in acts] == [2, 3, 4, 5, 6]


def test_of_a_campaign_one_has_left_it_tells_only_that_one_was_there(group, hero, player, player_client):
    people.remove(group.enter(player), group.seat(player).key)
    files = archive(player_client)
    assert set(files) == {"account.json", "notices.json", "seats.json"}
    assert group.campaign.name not in files["seats.json"]


@pytest.mark.parametrize("path", ["archive/", "delete/"])
def test_nobody_else_gets_there(anonymous_client, path):
    assert anonymous_client.get(f"/accounts/{path}").status_code == 302


def test_a_person_goes_and_what_they_did_stays_under_a_neutral_name(group, hero, player, player_client, base):
    key, entries = group.seat(player).key, list(Entry.objects.values_list("hash", flat=True))
    program_of_theirs = program(player)
    answer = player_client.post("/accounts/delete/", GONE)
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")
    seat = Seat.objects.get(campaign=group.campaign, key=key)
    assert (seat.name, seat.user, seat.is_live) == ("Former player 2", None, False)
    assert HeroOwner.objects.get(hero=hero).seat == seat
    assert list(Entry.objects.values_list("hash", flat=True)) == entries
    group.is_sound()
    assert not User.objects.filter(username="merin").exists()
    assert program_of_theirs.get("/api/v1/campaigns/").status_code == 401
    history = signed_in(group.gm).get(f"{base}acts/").content.decode()
    assert "Former player 2" in history
    assert "Merin&#x27;s player" not in history


def test_every_session_of_theirs_dies(group, player, player_client):
    elsewhere = signed_in(player)
    player_client.post("/accounts/delete/", GONE)
    for client in (player_client, elsewhere):
        assert not get_user(client).is_authenticated
        assert client.get("/campaigns/").status_code == 302
    assert Session.objects.count() <= 2


def test_the_neutral_name_is_in_the_language_of_who_goes(group, player, player_client):
    player.language = "fr"
    player.save()
    player_client.post("/accounts/delete/", GONE)
    assert Seat.objects.filter(name="Ancien joueur 2").exists()


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"name": "Merin"}, "name"),
        ({"name": ""}, "name"),
        ({"password": "guess"}, "password"),
        ({"password": ""}, "password"),
    ],
)
def test_without_name_and_password_nothing_happens(group, player, player_client, changed, field):
    answer = player_client.post("/accounts/delete/", GONE | changed)
    assert answer.status_code == 422
    assert field in answer.context["form"].errors
    assert User.objects.filter(pk=player.pk).exists()
    assert group.seat(player).is_live


def test_who_owns_a_campaign_of_others_is_told_to_hand_it_over_first(group, gm, gm_client):
    sent = {"name": "zargon", "password": PASSWORD}
    assert group.campaign.name in gm_client.get("/accounts/delete/").content.decode()
    answer = gm_client.post("/accounts/delete/", sent)
    assert answer.status_code == 422
    assert group.campaign.name in answer.content.decode()
    assert group.seat(gm).is_live
    people.hand_over_campaign(group.enter(gm), group.seat(group.player).key)
    assert gm_client.post("/accounts/delete/", sent).status_code == 302


def test_a_campaign_where_nobody_else_sits_goes_with_them(group, player, player_client):
    alone = found(player, "Mine alone", toy.KEY)
    player_client.post("/accounts/delete/", GONE)
    assert Campaign.objects.get(pk=alone.pk).deleted_at is not None
    assert Campaign.objects.get(pk=group.campaign.pk).deleted_at is None


def test_links_the_person_gave_out_stop_working(group, gm):
    invited = inviting.invite(group.enter(gm), "player")
    people.hand_over_campaign(group.enter(gm), group.seat(group.player).key)
    assert inviting.looked_up(invited.token)
    assert delete_account(gm, "en") == []
    assert inviting.looked_up(invited.token) is None


def test_guessing_the_password_there_is_slowed_down(group, player, player_client, settings):
    settings.ACCOUNT_RATE_LIMITS = {"reauthenticate": "2/m/user"}
    guesses = [
        player_client.post("/accounts/delete/", GONE | {"password": str(guess)}).status_code
        for guess in range(3)
    ]
    assert guesses == [422, 422, 429]
    answer = player_client.post("/accounts/delete/", GONE)
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "60")
    assert User.objects.filter(pk=player.pk).exists()
