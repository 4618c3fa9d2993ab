"""People over the API: seats, invitations, handing over, the public link, deletion and restoring."""

from datetime import timedelta

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from campaigns.models import Campaign, Invitation, Seat
from campaigns.seats import add_seat
from tests.api.game import fields_of, problem
from tests.conftest import program

DAY = 24 * 60 * 60


@pytest.fixture
def second(game) -> APIClient:
    """A second game master, at seat s4."""
    user = User.objects.create_user("second")
    add_seat(game.campaign, user, "Second", "gm")
    return program(user)


def invited(game, client=None, **fields) -> dict:
    response = (client or game.gm).post(game.at("invitations/"), fields)
    assert response.status_code == 201, response.content
    return response.json()


def accept(client, token):
    return client.post(f"/api/v1/invitations/{token}/accept/")


# Invitations


def test_an_invitation_is_201_and_told_once(game):
    response = game.gm.post(game.at("invitations/"), {"role": "player", "expires_in": DAY, "uses": 4})
    body = response.json()
    assert (response.status_code, response.headers["Cache-Control"]) == (201, "no-store")
    assert (body["role"], body["hero"], body["uses_left"]) == ("player", None, 4)
    assert body["url"] == f"http://testserver/invitations/{body['token']}/"
    [listed] = game.read(game.gm, "invitations/")["results"]
    assert (listed["id"], listed.get("token"), listed.get("url")) == (body["id"], None, None)


def test_nothing_need_be_said(game):
    body = invited(game)
    assert (body["role"], body["uses_left"]) == ("player", 1)
    left = Invitation.objects.get().expires_at - timezone.now()
    assert timedelta(days=13) < left < timedelta(days=14)


def test_who_has_the_token_reads_what_it_is_for(game):
    hero = game.recruits(game.gm)
    token = invited(game, hero=hero)["token"]
    body = game.stranger.get(f"/api/v1/invitations/{token}/").json()
    assert body == {
        "campaign": "The cellar gang",
        "ruleset": game.campaign.ruleset,
        "role": "player",
        "hero": hero,
        "hero_name": "Brom",
    }


def test_accepting_gives_a_seat_and_the_hero(game):
    hero = game.recruits(game.gm)
    response = accept(game.stranger, invited(game, hero=hero)["token"])
    assert (response.status_code, response.json()["role"]) == (201, "player")
    assert game.does(game.stranger, "rename_hero", hero=hero, name="Mine")


def test_accepting_again_is_200(game):
    token = invited(game)["token"]
    first, again = accept(game.stranger, token), accept(game.stranger, token)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()


@pytest.mark.parametrize("how", ["used up", "expired", "revoked", "unknown", "deleted"])
def test_a_token_that_does_not_work_is_404_and_says_nothing(game, how):
    made = invited(game)
    token = made["token"]
    if how == "used up":
        accept(program(User.objects.create_user("early")), token)
    elif how == "expired":
        Invitation.objects.update(expires_at=timezone.now())
    elif how == "revoked":
        assert game.gm.delete(game.at(f"invitations/{made['id']}/")).status_code == 204
    elif how == "deleted":
        game.gm.delete(game.at())
    else:
        token = "inv_unknown"
    seats = Seat.objects.count()
    read = problem(game.stranger.get(f"/api/v1/invitations/{token}/"), 404)
    sent = problem(accept(game.stranger, token), 404)
    never = problem(accept(game.stranger, "inv_never"), 404)
    assert read == sent == never
    assert Seat.objects.count() == seats


@pytest.mark.parametrize("token", ["x", "a" * 5000, "%00", "é", "inv_%2F"])
def test_any_token_is_404(game, token):
    problem(accept(game.stranger, token), 404)


@pytest.mark.parametrize(
    ("fields", "status", "field"),
    [
        ({"role": "king"}, 400, "role"),
        ({"role": None}, 400, "role"),
        ({"uses": "many"}, 400, "uses"),
        ({"expires_in": 1.5}, 400, "expires_in"),
        ({"owner": True}, 400, "owner"),
        ({"uses": 0}, 422, "uses"),
        ({"uses": 51}, 422, "uses"),
        ({"expires_in": 59}, 422, "expires_in"),
        ({"expires_in": 91 * DAY}, 422, "expires_in"),
        ({"expires_in": -1}, 422, "expires_in"),
        ({"hero": "nobody"}, 422, "hero"),
    ],
)
def test_what_is_no_invitation_names_the_field(game, fields, status, field):
    assert fields_of(problem(game.gm.post(game.at("invitations/"), fields), status)) == [field]
    assert not Invitation.objects.exists()


def test_a_spectator_is_not_invited_to_a_hero(game):
    hero = game.recruits(game.gm)
    body = problem(game.gm.post(game.at("invitations/"), {"role": "spectator", "hero": hero}), 422)
    assert (body["code"], fields_of(body)) == ("watches_only", ["role"])


def test_players_and_spectators_do_not_invite(game):
    made = invited(game)
    for client in (game.player, game.spectator):
        problem(client.post(game.at("invitations/"), {}), 403)
        problem(client.get(game.at("invitations/")), 403)
        problem(client.delete(game.at(f"invitations/{made['id']}/")), 403)
    assert Invitation.objects.get().is_live


# Seats


def test_a_seat_is_renamed_and_given_a_role(game):
    body = game.gm.patch(game.at("seats/s2/"), {"name": "Bess", "role": "gm"}).json()
    assert (body["name"], body["role"]) == ("Bess", "gm")
    assert game.does(game.player, "open_quest", quest="the-trial", heroes=[game.recruits(game.player)])


def test_of_two_changes_none_is_made_where_one_is_refused(game):
    problem(game.player.patch(game.at("seats/s2/"), {"name": "Boss", "role": "gm"}), 403)
    assert Seat.objects.get(key="s2").name == "Merin's player"


def test_the_old_game_master_loses_power_with_the_next_request(game, gm):
    session = APIClient(headers={"accept-language": "en"})
    session.force_login(gm)
    game.gm.patch(game.at("seats/s2/"), {"role": "gm", "owner": True})
    assert game.player.patch(game.at("seats/s1/"), {"role": "player"}).status_code == 200
    for client in (game.gm, session):
        problem(client.get(game.at("invitations/")), 403)
        problem(game.send(client, "set_house_rule", rule="upkeep", value=1), 403)
    assert game.player.delete(game.at("seats/s1/")).status_code == 204
    for client in (game.gm, session):
        problem(client.get(game.at("state/")), 404)
        problem(game.send(client, "recruit_hero", name="X", hero_class="elf"), 404)


def test_removing_a_player_keeps_the_heroes(game):
    hero = game.recruits(game.player)
    assert game.gm.delete(game.at("seats/s2/")).status_code == 204
    problem(game.player.get(game.at()), 404)
    [row] = game.read(game.gm, "heroes/")["results"]
    assert (row["key"], row["seat"]) == (hero, "s2")
    assert [seat["live"] for seat in game.read(game.gm, "seats/")["results"]] == [True, False, True]


def test_a_second_game_master_leaves_and_the_campaign_lives(game, second):
    problem(second.delete(game.at()), 403)
    assert second.delete(game.at("seats/s4/")).status_code == 204
    problem(second.get(game.at()), 404)
    assert game.read(game.player)["name"] == "The cellar gang"


def test_the_owner_and_the_last_game_master_stay(game, second):
    problem(second.delete(game.at("seats/s1/")), 403)
    assert problem(game.gm.delete(game.at("seats/s1/")), 422)["code"] == "owner_stays"
    second.delete(game.at("seats/s4/"))
    assert problem(game.gm.patch(game.at("seats/s1/"), {"role": "player"}), 422)["code"] == "last_gm"


@pytest.mark.parametrize("seat", ["s99", "x", "S1", "-"])
@pytest.mark.parametrize("change", [{"name": "X"}, {"role": "gm"}, {"owner": True}, {}])
def test_a_seat_that_there_is_not_is_404_or_422(game, seat, change):
    assert game.gm.patch(game.at(f"seats/{seat}/"), change).status_code in (404, 422)
    problem(game.gm.delete(game.at(f"seats/{seat}/")), 404)


@pytest.mark.parametrize(
    "change", [{"role": "king"}, {"owner": False}, {"name": ""}, {"name": "a\nb"}, {"key": "s9"}]
)
def test_what_is_no_change_of_a_seat_is_400(game, change):
    problem(game.gm.patch(game.at("seats/s2/"), change), 400)


def test_a_hero_is_handed_over(game):
    hero = game.recruits(game.player)
    response = game.player.put(game.at(f"heroes/{hero}/seat/"), {"seat": "s1"})
    assert (response.status_code, response.json()["key"]) == (200, "s1")
    problem(game.send(game.player, "rename_hero", hero=hero, name="Mine"), 403)
    problem(game.player.put(game.at(f"heroes/{hero}/seat/"), {"seat": "s2"}), 403)
    body = problem(game.gm.put(game.at(f"heroes/{hero}/seat/"), {"seat": "s3"}), 422)
    assert (body["code"], fields_of(body)) == ("watches_only", ["seat"])
    problem(game.gm.put(game.at("heroes/nobody/seat/"), {"seat": "s2"}), 404)


# The campaign


def test_the_campaign_gets_a_time_zone(game):
    assert game.read(game.gm)["timezone"] == ""
    assert game.gm.patch(game.at(), {"timezone": "America/Montreal"}).json()["timezone"] == "America/Montreal"
    body = game.gm.patch(game.at(), {"timezone": ""}).json()
    assert (body["timezone"], body["name"]) == ("", "The cellar gang")


@pytest.mark.parametrize("name", ["Europe/Atlantis", "../etc/passwd", "CET/x", "é"])
def test_a_time_zone_that_there_is_not_is_422(game, name):
    body = problem(game.gm.patch(game.at(), {"timezone": name}), 422)
    assert (body["code"], fields_of(body)) == ("unknown_zone", ["timezone"])


def test_a_deleted_campaign_is_listed_for_its_owner_and_comes_back(game, second):
    game.gm.delete(game.at())
    assert [row["name"] for row in game.gm.get("/api/v1/campaigns/deleted/").json()["results"]] == [
        "The cellar gang"
    ]
    assert second.get("/api/v1/campaigns/deleted/").json()["results"] == []
    for client in (second, game.player, game.stranger):
        problem(client.post(game.at("restore/")), 404)
    assert game.gm.post(game.at("restore/")).json()["seat"] == "s1"
    assert game.read(game.player)["name"] == "The cellar gang"
    problem(game.gm.post(game.at("restore/")), 404)


def test_the_public_link_is_made_and_closed_by_the_game_master(game):
    for client in (game.player, game.spectator):
        problem(client.put(game.at("public-link/")), 403)
        problem(client.delete(game.at("public-link/")), 403)
    response = game.gm.put(game.at("public-link/"))
    assert (response.status_code, response.headers["Cache-Control"]) == (201, "no-store")
    assert response.json()["url"].startswith("http://testserver/shared/pub_")
    assert game.gm.delete(game.at("public-link/")).status_code == 204
    assert Campaign.objects.get().public_hash == ""


def test_the_public_link_opens_nothing_of_the_api(game):
    url = game.gm.put(game.at("public-link/")).json()["url"]
    assert game.anonymous.get(url).status_code == 302
    problem(game.anonymous.get(game.at("state/")), 401)
    session = APIClient()
    session.force_login(User.objects.get(username="nobody"))
    session.get(url)
    problem(session.get(game.at("state/")), 404)


CALLS = [
    ("get", "invitations/"),
    ("post", "invitations/"),
    ("delete", "invitations/00000000-0000-4000-8000-000000000000/"),
    ("patch", "seats/s2/"),
    ("delete", "seats/s2/"),
    ("put", "heroes/x/seat/"),
    ("put", "public-link/"),
    ("delete", "public-link/"),
    ("post", "restore/"),
]


@pytest.mark.parametrize(("method", "path"), CALLS)
def test_strangers_get_404_and_nobody_401(game, method, path):
    before = game.written()
    problem(getattr(game.stranger, method)(game.at(path), {}), 404)
    problem(getattr(game.anonymous, method)(game.at(path), {}), 401)
    assert game.written() == before
