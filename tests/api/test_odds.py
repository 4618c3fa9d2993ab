"""The odds of an exchange, for everybody; a hero against a monster and a room of them, for who has a seat."""

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from rules.kernel.registry import ruleset
from tests.api.game import RULESET, fields_of, problem

pytestmark = pytest.mark.django_db

ODDS = f"/api/v1/rulesets/{RULESET}/odds/"
PLAIN = {"attack": 3, "defence": 2, "attacker": "hero", "defender": "monster", "body": 2}


@pytest.fixture
def brom(game) -> str:
    return game.recruits(game.gm)


def validates(client, name: str, body: dict) -> None:
    document = client.get("/api/v1/schema/").json()
    registry = Registry().with_resource(
        "urn:document", Resource(contents=document, specification=DRAFT202012)
    )
    schema = {"$ref": f"urn:document#/components/schemas/{name}"}
    Draft202012Validator(schema, registry=registry).validate(body)


def test_the_odds_are_those_of_the_dice(client):
    response = client.get(ODDS, PLAIN)
    assert response.status_code == 200
    body = response.json()
    assert set(body) == {"wounds", "kill", "expected_rounds"}
    assert body["wounds"] == pytest.approx([0.25, 0.3680555556, 0.2951388889, 0.0868055556])
    assert sum(body["wounds"]) == pytest.approx(1, abs=1e-12)
    assert body["kill"] == pytest.approx(0.3819444444)
    assert body["expected_rounds"] == pytest.approx(1.9876543210)
    validates(client, "OddsAnswer", body)


def test_it_is_null_when_it_never_happens(client):
    body = client.get(ODDS, PLAIN | {"attack": 0}).json()
    assert (body["wounds"], body["kill"], body["expected_rounds"]) == ([1.0], 0, None)


def test_modifiers_come_in_one_list_with_commas(client):
    body = client.get(ODDS, PLAIN | {"mods": "colossal-strength, force-field", "attacker_defence": 2}).json()
    assert len(body["returned"]) == 3
    assert body["kill"] != client.get(ODDS, PLAIN).json()["kill"]
    validates(client, "OddsAnswer", body)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"attack": None}, "attack"),
        ({"defence": None}, "defence"),
        ({"body": None}, "body"),
        ({"attack": 21}, "attack"),
        ({"attack": "x"}, "attack"),
        ({"defence": -1}, "defence"),
        ({"body": 0}, "body"),
        ({"body": 31}, "body"),
        ({"body": "9" * 400}, "body"),
        ({"adjacent": 9}, "adjacent"),
        ({"attacker": "dragon"}, "attacker"),
        ({"defender": "\x00"}, "defender"),
        ({"mods": "no-such"}, "mods"),
        ({"mods": "parry"}, "mods"),
        ({"mods": "parry,dodge", "defender": "hero"}, "mods"),
        ({"mods": "fatal-blow", "attack": 2}, "mods"),
    ],
)
def test_what_is_wrong_is_named(client, change, field):
    query = {name: value for name, value in (PLAIN | change).items() if value is not None}
    body = problem(client.get(ODDS, query), 422)
    assert fields_of(body) == [field]
    assert body["rule"]


def test_a_refusal_is_in_the_caller_s_language(client):
    query = PLAIN | {"mods": "parry,dodge", "defender": "hero"}
    assert "s’excluent" in problem(client.get(ODDS, query, headers={"accept-language": "fr"}), 422)["detail"]


def test_the_rulebook_says_what_may_be_asked(client):
    body = client.get(f"/api/v1/rulesets/{RULESET}/").json()
    assert (body["has_odds"], body["has_versus"]) == (True, True)
    fields = {field["name"]: field for field in body["odds_fields"]}
    assert set(fields) == {
        "attack",
        "defence",
        "body",
        "adjacent",
        "attacker_defence",
        "attacker",
        "defender",
        "mods",
    }
    assert (fields["attack"]["low"], fields["attack"]["high"], fields["attack"]["required"]) == (0, 20, True)
    parry = next(choice for choice in fields["mods"]["choices"] if choice["value"] == "parry")
    assert set(parry["label"]) == set(parry["hint"]) == {"fr", "en"}
    assert parry["link"] == "skills/elf-parry"


def test_they_are_kept_by_caches(client):
    first = client.get(ODDS, PLAIN)
    assert "public" in first.headers["Cache-Control"]
    again = client.get(ODDS, PLAIN, headers={"if-none-match": first.headers["ETag"]})
    assert again.status_code == 304


def test_anybody_may_ask_and_nobody_may_write(anonymous_client):
    assert anonymous_client.get(ODDS, PLAIN).status_code == 200
    problem(anonymous_client.post(ODDS, PLAIN), 405)


def test_asking_costs_no_query(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        client.get(ODDS, PLAIN)


# A hero against a monster


def test_both_directions_with_parts_and_sections(game, client, brom):
    body = game.read(game.player, f"heroes/{brom}/versus/", monster="orc", companions=1, adjacent=2)
    assert (body["hero"], body["monster"]) == (brom, "orc")
    assert body["strikes"]["attack"]["value"] == 4
    assert [part["amount"] for part in body["strikes"]["attack"]["parts"]] == [3, 1]
    assert body["is_struck"]["attack"]["value"] == 4
    assert sum(body["is_struck"]["wounds"]) == pytest.approx(1)
    assert {section["kind"] for section in body["sections"]} == {"numbers", "list", "bars"}
    validates(client, "FightAnswer", body)


def test_a_watcher_may_ask_and_a_stranger_may_not(game, brom):
    path = game.at(f"heroes/{brom}/versus/")
    assert game.spectator.get(path, {"monster": "orc"}).status_code == 200
    problem(game.stranger.get(path, {"monster": "orc"}), 404)
    problem(game.anonymous.get(path, {"monster": "orc"}), 401)


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({}, "monster"),
        ({"monster": "no-such"}, "monster"),
        ({"monster": "grak"}, "monster"),
        ({"monster": "orc", "companions": "x"}, "companions"),
        ({"monster": "orc", "adjacent": 99}, "adjacent"),
        ({"monster": "orc", "mods": "precise-blow"}, "mods"),
    ],
)
def test_a_fight_that_cannot_be_names_the_field(game, brom, query, field):
    body = problem(game.gm.get(game.at(f"heroes/{brom}/versus/"), query), 422)
    assert fields_of(body) == [field]


def test_a_hero_who_is_not_there_is_404(game, brom):
    problem(game.gm.get(game.at("heroes/nobody/versus/"), {"monster": "orc"}), 404)


def test_a_room_takes_names_and_numbers_in_pairs(game, client, brom):
    body = game.read(game.spectator, "odds/", monster=["orc", "goblin"], count=[2, 3])
    mine = body["heroes"][brom]
    assert set(mine["kill"]) == {"orc", "goblin"}
    assert mine["kill"]["orc"] == pytest.approx(0.75)
    assert mine["expected_wounds"] > 0
    validates(client, "FightAnswer", body)
    assert game.read(game.gm, "odds/")["sections"] == []


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"monster": "orc", "count": "x"}, "count"),
        ({"monster": "orc", "count": 21}, "count"),
        ({"monster": "nobody"}, "monster"),
        ({"monster": ["orc"] * 9}, "monster"),
    ],
)
def test_a_room_that_cannot_be_names_the_field(game, brom, query, field):
    assert fields_of(problem(game.gm.get(game.at("odds/"), query), 422)) == [field]


def test_a_game_without_fights_answers_404(game, brom, monkeypatch):
    monkeypatch.setitem(ruleset(RULESET).__dict__, "versus", None)
    problem(game.gm.get(game.at(f"heroes/{brom}/versus/"), {"monster": "orc"}), 404)
    problem(game.gm.get(game.at("odds/")), 404)
