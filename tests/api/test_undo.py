import uuid

import pytest

from tests.api.game import fields_of, problem


def body_of(game, hero: str) -> int:
    return game.read(game.gm, f"heroes/{hero}/")["tracks"]["body"]["now"]


def test_an_act_is_taken_back_by_an_act(game):
    hero = game.recruits(game.player)
    game.does(game.player, "change_track", hero=hero, track="body", by=-3)
    response = game.undoes(game.player, 2)
    assert response.status_code == 201
    answer = response.json()
    assert (answer["seq"], answer["version"], answer["command"]["kind"]) == (3, 3, "undo")
    assert answer["sentence"].startswith("Taken back: ")
    assert body_of(game, hero) == 8


def test_taking_back_an_undo_restores(game):
    hero = game.recruits(game.player)
    game.does(game.player, "change_track", hero=hero, track="body", by=-3)
    game.undoes(game.player, 2)
    assert game.undoes(game.gm, 3).status_code == 201
    assert body_of(game, hero) == 5


def test_through_takes_back_everything_since(game):
    hero = game.recruits(game.player)
    for _time in range(3):
        game.does(game.gm, "change_track", hero=hero, track="body", by=-1)
    assert game.undoes(game.gm, 2, through=True).status_code == 201
    assert body_of(game, hero) == 8


def test_what_later_acts_depend_on_is_422_naming_the_act_in_the_way(game):
    hero = game.recruits(game.player)
    game.does(game.player, "rename_hero", hero=hero, name="Merin")
    before = game.written()
    body = problem(game.undoes(game.gm, 1), 422)
    assert (body["code"], body["params"]) == ("undo_blocked", {"seq": 2})
    assert "no. 2" in body["detail"]
    assert game.written() == before


def test_what_is_taken_back_already_is_422(game):
    game.recruits(game.player)
    game.undoes(game.gm, 1)
    assert problem(game.undoes(game.gm, 1), 422)["code"] == "already_undone"


def test_the_same_undo_again_is_200_with_the_first_answer(game):
    game.recruits(game.player)
    headers = {"idempotency-key": str(uuid.uuid4())}
    answers = [
        game.gm.post(game.at("acts/1/undo/"), body, headers=headers) for body in ({}, {"through": False})
    ]
    assert [answer.status_code for answer in answers] == [201, 200]
    assert answers[0].json() == answers[1].json()
    problem(game.gm.post(game.at("acts/1/undo/"), {"through": True}, headers=headers), 409)


def test_no_body_at_all_takes_back_the_one_act(game):
    game.recruits(game.player)
    headers = {"idempotency-key": str(uuid.uuid4())}
    assert game.gm.post(game.at("acts/1/undo/"), headers=headers).status_code == 201


def test_a_missing_key_is_400_and_named(game):
    game.recruits(game.player)
    before = game.written()
    assert fields_of(problem(game.gm.post(game.at("acts/1/undo/"), {}), 400)) == ["Idempotency-Key"]
    assert game.written() == before


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"through": "yes"}, "through"),
        ({"through": 1}, "through"),
        ({"more": True}, "more"),
        ([], ""),
        ("x", ""),
    ],
)
def test_a_malformed_body_is_400_and_names_the_field(game, body, field):
    game.recruits(game.player)
    before = game.written()
    headers = {"idempotency-key": str(uuid.uuid4())}
    assert fields_of(problem(game.gm.post(game.at("acts/1/undo/"), body, headers=headers), 400)) == [field]
    assert game.written() == before


@pytest.mark.parametrize("seq", ["0", "2", "99999999999999999999"])
def test_an_act_that_there_is_not_is_404(game, seq):
    game.recruits(game.player)
    problem(game.undoes(game.gm, seq), 404)


def test_a_player_takes_back_the_own_last_act_only(game):
    game.recruits(game.player)
    game.recruits(game.gm, "Brom", "dwarf")
    before = game.written()
    problem(game.undoes(game.player, 1), 403)
    problem(game.undoes(game.player, 2), 403)
    problem(game.undoes(game.spectator, 2), 403)
    assert game.written() == before


def test_an_undo_on_another_version_is_412(game):
    game.recruits(game.player)
    headers = {"idempotency-key": str(uuid.uuid4()), "if-match": '"7"'}
    problem(game.gm.post(game.at("acts/1/undo/"), {}, headers=headers), 412)
