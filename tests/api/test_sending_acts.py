import uuid

import pytest

from campaigns.models import Entry
from tests.api.game import fields_of, problem

BROM = {"name": "Brom", "hero_class": "barbarian"}


def test_an_act_is_201_and_says_what_happened(game):
    answer = game.does(game.gm, "recruit_hero", **BROM)
    assert set(answer) == {"seq", "version", "act_id", "command", "events", "undone", "warnings", "sentence"}
    assert (answer["seq"], answer["version"], answer["undone"], answer["warnings"]) == (1, 1, False, [])
    assert answer["command"]["kind"] == "recruit_hero"
    assert answer["events"][0]["kind"] == "hero_recruited"
    assert answer["events"][0]["hero"]
    assert answer["sentence"] == "Brom, barbarian, joins the campaign."
    assert len(answer["act_id"]) == 32


def test_the_answer_tells_where_the_act_is_found(game):
    response = game.send(game.gm, "recruit_hero", **BROM)
    assert game.gm.get(response.headers["Location"]).json()["seq"] == 1


def test_the_same_request_again_is_200_with_the_first_answer(game):
    key = str(uuid.uuid4())
    first = game.send(game.gm, "recruit_hero", key=key, **BROM)
    game.recruits(game.gm, "Other")
    again = game.send(game.gm, "recruit_hero", key=key.upper(), **BROM)
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json() == first.json() | {"warnings": []}
    assert Entry.objects.count() == 2


def test_an_equal_body_in_other_words_is_the_same_request(game):
    key = str(uuid.uuid4())
    game.send(game.gm, "recruit_hero", key=key, **BROM)
    assert game.send(game.gm, "recruit_hero", key=key, spheres=[], **BROM).status_code == 200


def test_a_key_used_for_another_body_is_409(game):
    key = str(uuid.uuid4())
    game.send(game.gm, "recruit_hero", key=key, **BROM)
    before = game.written()
    problem(game.send(game.gm, "recruit_hero", key=key, name="Merin", hero_class="dwarf"), 409)
    assert game.written() == before


def test_a_key_belongs_to_a_seat(game):
    key = str(uuid.uuid4())
    for client in (game.gm, game.player):
        assert game.send(client, "recruit_hero", key=key, **BROM).status_code == 201


def test_a_refused_act_is_not_remembered(game):
    key = str(uuid.uuid4())
    problem(game.send(game.gm, "open_quest", key=key, quest="the-trial", heroes=[]), 422)
    assert game.send(game.gm, "recruit_hero", key=key, **BROM).status_code == 201


@pytest.mark.parametrize("key", ["", "x", "1234", "zzzzzzzz-zzzz-zzzz-zzzz-zzzzzzzzzzzz", "é" * 36, "-" * 36])
def test_a_malformed_key_is_400_and_named(game, key):
    before = game.written()
    body = {"kind": "recruit_hero", **BROM}
    response = game.gm.post(game.at("acts/"), body, headers={"idempotency-key": key})
    assert fields_of(problem(response, 400)) == ["Idempotency-Key"]
    assert game.written() == before


def test_a_missing_key_is_400_and_named(game):
    body = problem(game.gm.post(game.at("acts/"), {"kind": "recruit_hero", **BROM}), 400)
    assert fields_of(body) == ["Idempotency-Key"]
    assert "Idempotency-Key" in body["detail"]


def with_if_match(game, value):
    headers = {"idempotency-key": str(uuid.uuid4()), "if-match": value}
    return game.gm.post(game.at("acts/"), {"kind": "recruit_hero", **BROM}, headers=headers)


def test_an_act_on_the_version_looked_at_is_accepted(game):
    assert with_if_match(game, '"0"').status_code == 201
    assert with_if_match(game, '"1"').status_code == 201


@pytest.mark.parametrize("version", ['"1"', '"99"', '"999999999999999999"'])
def test_an_act_on_another_version_is_412(game, version):
    before = game.written()
    body = problem(with_if_match(game, version), 412)
    assert body["params"] == {"version": 0}
    assert game.written() == before


@pytest.mark.parametrize("version", ["0", "abc", '"x"', '""', "*", 'W/"0"', '"-1"', '"' + "9" * 5000 + '"'])
def test_a_malformed_if_match_is_400_and_named(game, version):
    before = game.written()
    assert fields_of(problem(with_if_match(game, version), 400)) == ["If-Match"]
    assert game.written() == before


def test_a_refusal_names_code_rule_and_parameters(game):
    body = problem(game.send(game.gm, "recruit_hero", name="Merin", hero_class="enchanter"), 422)
    assert (body["code"], body["rule"]) == ("wrong_spheres", "R18")
    assert body["params"]["count"] == 3
    assert fields_of(body) == ["spheres"]


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("recruit_hero", {"name": "X", "hero_class": "wizard"}),
        ("record_kill", {"hero": "nobody", "monster": "goblin"}),
        ("open_quest", {"quest": "no-such-quest", "heroes": []}),
    ],
)
def test_a_key_that_names_nothing_is_422(game, kind, fields):
    before = game.written()
    body = problem(game.send(game.gm, kind, **fields), 422)
    assert body["code"]
    assert body["rule"]
    assert game.written() == before


def test_the_gm_acts_for_an_absent_player_and_the_hero_is_theirs(game):
    hero = game.recruits(game.gm, "Merin", "dwarf", on_behalf_of="s2")
    assert game.read(game.gm, f"heroes/{hero}/")["seat"] == "s2"
    assert game.send(game.player, "rename_hero", hero=hero, name="Merin II").status_code == 201


def test_a_player_acts_for_nobody_else(game):
    before = game.written()
    problem(game.send(game.player, "recruit_hero", on_behalf_of="s1", **BROM), 403)
    assert game.written() == before


def test_a_seat_that_nobody_has_is_422(game):
    before = game.written()
    body = problem(game.send(game.gm, "recruit_hero", on_behalf_of="s99", **BROM), 422)
    assert fields_of(body) == ["on_behalf_of"]
    assert game.written() == before


def test_dice_that_nobody_asked_for_are_422(game):
    before = game.written()
    problem(game.send(game.gm, "recruit_hero", rolls=[{"for": "luck", "faces": [6]}], **BROM), 422)
    assert game.written() == before


@pytest.mark.parametrize(
    ("around", "field"),
    [
        ({"on_behalf_of": 7}, "on_behalf_of"),
        ({"on_behalf_of": "x" * 10_000}, "on_behalf_of"),
        ({"on_behalf_of": "a\x00"}, "on_behalf_of"),
        ({"roll": "table"}, "roll"),
        ({"roll": 1}, "roll"),
        ({"rolls": "6"}, "rolls"),
        ({"rolls": [6]}, "rolls"),
        ({"rolls": [{"faces": [6]}]}, "rolls.for"),
        ({"rolls": [{"for": "a", "faces": 6}]}, "rolls.faces"),
        ({"rolls": [{"for": "a", "faces": [1.5]}]}, "rolls.faces"),
        ({"rolls": [{"for": "a", "faces": [], "extra": 1}]}, "rolls.extra"),
        ({"rolls": [{"for": "a", "faces": [1]}, {"for": "a", "faces": [2]}]}, "rolls"),
        ({"rolls": [{"for": str(n), "faces": [1]} for n in range(2000)]}, "rolls"),
        ({"rolls": [{"for": "a", "faces": [10**30]}]}, "rolls"),
    ],
)
def test_a_malformed_envelope_is_400_and_names_its_field(game, around, field):
    before = game.written()
    for answer in (
        game.send(game.gm, "recruit_hero", **BROM, **around),
        game.previews(game.gm, "recruit_hero", **BROM, **around),
    ):
        assert fields_of(problem(answer, 400)) == [field]
    assert game.written() == before


def test_an_act_costs_few_queries(game, django_assert_max_num_queries):
    hero = game.recruits(game.gm)
    with django_assert_max_num_queries(16):
        game.does(game.gm, "change_track", hero=hero, track="body", by=-1)
    with django_assert_max_num_queries(16):
        game.recruits(game.player, "Merin", "dwarf")
