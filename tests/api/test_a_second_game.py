"""A rulebook that nobody here knows is played through the API as it stands."""

from collections.abc import Iterator

import pytest

from campaigns.seats import add_seat, found
from rules.kernel.registry import rulesets
from tests import toy
from tests.api.game import Game, problem


@pytest.fixture
def toy_game(game: Game, gm) -> Iterator[Game]:
    with toy.plugged_in():
        game.campaign = found(gm, "Toys", toy.KEY)
        yield game


def test_it_is_on_the_shelf(toy_game, client):
    body = client.get(f"/api/v1/rulesets/{toy.KEY}/").json()
    assert "throw_for_gold" in [command["kind"] for command in body["commands"]]
    rows = client.get(f"/api/v1/rulesets/{toy.KEY}/catalog/quests/").json()["results"]
    assert [row["key"] for row in rows] == ["cellar", "attic"]
    problem(client.get(f"/api/v1/rulesets/{toy.KEY}/odds/"), 404)


def test_a_game_can_be_played(toy_game):
    hero = toy_game.does(toy_game.gm, "recruit_hero", name="Teddy")["events"][0]["hero"]
    toy_game.does(toy_game.gm, "open_quest", quest="attic")
    assert toy_game.read(toy_game.gm, "state/")["scope"] == "The attic"
    toy_game.does(toy_game.gm, "close_quest", success=True)
    sheet = toy_game.read(toy_game.gm, f"heroes/{hero}/")
    assert (sheet["gold"], sheet["name"]) == (10, "Teddy")
    assert [offer["kind"] for offer in toy_game.read(toy_game.gm, "offers/", hero=hero)["results"]]


def test_a_roll_that_is_needed_and_missing_is_422_and_says_what_to_throw(toy_game):
    hero = toy_game.does(toy_game.gm, "recruit_hero", name="Teddy")["events"][0]["hero"]
    body = problem(toy_game.send(toy_game.gm, "throw_for_gold", hero=hero), 422)
    assert (body["code"], body["params"]) == ("roll_needed", {"for": "gold", "dice": "1d6"})
    problem(toy_game.previews(toy_game.gm, "throw_for_gold", hero=hero, roll="app"), 422)


def test_dice_are_thrown_on_the_table_or_by_the_server(toy_game):
    hero = toy_game.does(toy_game.gm, "recruit_hero", name="Teddy")["events"][0]["hero"]
    rolls = [{"for": "gold", "faces": [5]}]
    assert toy_game.previews(toy_game.gm, "throw_for_gold", hero=hero, rolls=rolls).status_code == 200
    event = toy_game.does(toy_game.gm, "throw_for_gold", hero=hero, rolls=rolls)["events"][0]
    assert (event["gold"], event["roll"]["origin"]) == (5, "table")
    event = toy_game.does(toy_game.gm, "throw_for_gold", hero=hero, roll="app")["events"][0]
    assert (1 <= event["gold"] <= 6, event["roll"]["origin"]) == (True, "app")


@pytest.mark.parametrize("faces", [[7], [0], ["skull"], [], [1, 2]])
def test_faces_that_cannot_fall_are_422(toy_game, faces):
    hero = toy_game.does(toy_game.gm, "recruit_hero", name="Teddy")["events"][0]["hero"]
    before = toy_game.written()
    rolls = [{"for": "gold", "faces": faces}]
    body = problem(toy_game.send(toy_game.gm, "throw_for_gold", hero=hero, rolls=rolls), 422)
    assert body["code"] == "roll_impossible"
    assert toy_game.written() == before


def test_what_is_secret_in_an_act_stays_with_the_gm(toy_game, player):
    add_seat(toy_game.campaign, player, "Player", "player")
    toy_game.does(toy_game.gm, "open_quest", quest="attic")
    toy_game.does(toy_game.gm, "close_quest", success=True)
    kinds = {
        who: [event["kind"] for event in toy_game.read(client, "acts/2/")["events"]]
        for who, client in (("gm", toy_game.gm), ("player", toy_game.player))
    }
    assert kinds == {"gm": ["quest_closed", "store_stocked"], "player": ["quest_closed"]}
    assert "store" not in toy_game.read(toy_game.player, "state/")
    assert toy_game.read(toy_game.gm, "state/")["store"] == 1


def test_the_document_has_both_games_without_mixing_their_commands(toy_game, client):
    schemas = client.get("/api/v1/schema/").json()["components"]["schemas"]
    assert len(schemas["Act"]["anyOf"]) == len(rulesets())
    assert "quest" in schemas["ToyGameOpenQuest"]["required"]
    assert "hero_class" not in schemas["ToyGameRecruitHero"]["properties"]
