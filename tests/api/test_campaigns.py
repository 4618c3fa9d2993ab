import pytest

from campaigns.models import Campaign
from campaigns.seats import add_seat
from tests.api.game import RULESET, fields_of, problem
from tests.conftest import program

URL = "/api/v1/campaigns/"
NEW = {"name": "Les veilleurs", "ruleset": RULESET}


def test_founding_is_201_and_seats_the_founder_as_owner_and_gm(gm_program):
    response = gm_program.post(URL, NEW)
    assert response.status_code == 201
    body = response.json()
    assert (body["name"], body["ruleset"], body["version"]) == ("Les veilleurs", RULESET, 0)
    assert (body["seat"], body["role"], body["owner"]) == ("s1", "gm", True)
    assert [(seat["role"], seat["owner"]) for seat in body["seats"]] == [("gm", True)]
    assert gm_program.get(response.headers["Location"]).json() == body


def test_only_one_s_own_campaigns_are_listed(game, other_game):
    assert [row["name"] for row in game.player.get(URL).json()["results"]] == ["The cellar gang"]
    assert [row["name"] for row in game.stranger.get(URL).json()["results"]] == ["Elsewhere"]


def test_the_list_comes_in_pages(gm_program):
    for number in range(3):
        gm_program.post(URL, NEW | {"name": f"No. {number}"})
    first = gm_program.get(URL, {"page_size": 2}).json()
    assert [row["name"] for row in first["results"]] == ["No. 2", "No. 1"]
    second = gm_program.get(first["next"]).json()
    assert [row["name"] for row in second["results"]] == ["No. 0"]
    assert second["next"] is None


def test_the_list_costs_the_same_for_many_campaigns(gm_program, django_assert_max_num_queries):
    for number in range(5):
        gm_program.post(URL, NEW | {"name": f"No. {number}"})
    with django_assert_max_num_queries(5):
        gm_program.get(URL)


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "Ünïcode 😀", "x" * 80, 'O\'Neill & "co"'])
def test_any_name_on_one_line_is_kept_as_it_is(gm_program, name):
    assert gm_program.post(URL, NEW | {"name": name}).json()["name"] == name


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "   "}, "name"),
        ({"name": "x" * 10_000}, "name"),
        ({"name": "a\x00b"}, "name"),
        ({"name": "a\nb"}, "name"),
        ({"name": "a\n"}, "name"),
        ({"name": "a\u2028b"}, "name"),
        ({"name": 7}, "name"),
        ({"name": None}, "name"),
        ({"name": ["x"]}, "name"),
        ({"ruleset": 7}, "ruleset"),
        ({"ruleset": ""}, "ruleset"),
        ({"owner": "me"}, "owner"),
        ({"id": "x"}, "id"),
    ],
)
def test_what_is_no_campaign_is_400_and_names_the_field(gm_program, change, field):
    body = problem(gm_program.post(URL, NEW | change), 400)
    assert fields_of(body) == [field]
    assert not Campaign.objects.exists()


@pytest.mark.parametrize("missing", ["name", "ruleset"])
def test_a_missing_field_is_400_and_named(gm_program, missing):
    body = problem(gm_program.post(URL, {name: value for name, value in NEW.items() if name != missing}), 400)
    assert fields_of(body) == [missing]


def test_a_rulebook_that_there_is_not_is_422(gm_program):
    body = problem(gm_program.post(URL, NEW | {"ruleset": "no_such_game"}), 422)
    assert (body["code"], fields_of(body)) == ("unknown_ruleset", ["ruleset"])
    assert not Campaign.objects.exists()


def test_every_member_reads_the_campaign_with_the_own_seat(game):
    for client, seat in ((game.gm, "s1"), (game.player, "s2"), (game.spectator, "s3")):
        assert game.read(client)["seat"] == seat


def test_owner_and_gm_rename_it(game, game_master_too):
    for client, name in ((game.gm, "Renamed"), (game_master_too, "Again")):
        response = client.patch(game.at(), {"name": name})
        assert (response.status_code, response.json()["name"]) == (200, name)
        assert game.read(game.player)["name"] == name


@pytest.fixture
def game_master_too(game, django_user_model):
    user = django_user_model.objects.create_user("second")
    add_seat(game.campaign, user, "Second", "gm")
    return program(user)


def test_players_and_spectators_do_not_rename_it(game):
    before = game.written()
    for client in (game.player, game.spectator):
        problem(client.patch(game.at(), {"name": "Mine"}), 403)
    assert game.written() == before


@pytest.mark.parametrize(
    "change", [{"name": ""}, {"ruleset": RULESET}, {"name": "x", "version": 3}, {}, [], "x", None]
)
def test_nothing_but_the_name_can_be_changed(game, change):
    before = game.written()
    problem(game.gm.patch(game.at(), change), 400)
    assert game.written() == before


def test_the_owner_deletes_it_softly_and_nobody_enters_any_more(game):
    assert game.gm.delete(game.at()).status_code == 204
    problem(game.gm.get(game.at()), 404)
    problem(game.player.get(game.at("state/")), 404)
    assert game.gm.get(URL).json()["results"] == []
    assert Campaign.objects.get().deleted_at is not None


def test_nobody_else_deletes_it(game, game_master_too):
    before = game.written()
    for client in (game.player, game.spectator, game_master_too):
        problem(client.delete(game.at()), 403)
    assert game.written() == before


def test_the_seats_are_known_to_every_member(game):
    body = game.read(game.spectator, "seats/")
    assert [(seat["key"], seat["role"], seat["owner"]) for seat in body["results"]] == [
        ("s1", "gm", True),
        ("s2", "player", False),
        ("s3", "spectator", False),
    ]


def test_a_seat_tells_nothing_of_the_account_behind_it(game):
    assert set(game.read(game.gm, "seats/")["results"][0]) == {
        "key",
        "name",
        "role",
        "owner",
        "live",
        "vacant",
    }
