"""Dice behind the screen: any dice of the game, kept in a list, without a trace."""

import uuid
from collections import Counter

import pytest

from campaigns.models import HiddenRoll
from tests.api.game import Game, fields_of, problem
from tests.documents.desk import throws

COMBAT = {"dice": [{"die": "combat", "number": 3}, {"die": "d6", "number": 2}], "reason": "does he see them?"}


def test_any_dice_of_the_game_are_thrown_and_kept(game: Game) -> None:
    roll = throws(game, **COMBAT).json()
    assert [(one["die"], len(one["faces"])) for one in roll["dice"]] == [("combat", 3), ("d6", 2)]
    assert set(roll["dice"][0]["faces"]) <= {"skull", "white", "black"}
    assert game.read(game.gm, "hidden-rolls/")["results"] == [roll]


def test_the_same_key_throws_once(game: Game) -> None:
    key = str(uuid.uuid4())
    first, again = throws(game, key=key, **COMBAT), throws(game, key=key, **COMBAT)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    assert problem(throws(game, key=key, dice=[{"die": "d6"}]), 409)["code"] == "key_reused"


def test_the_dice_are_fair_enough(game: Game) -> None:
    faces = Counter[str]()
    for _ in range(30):
        faces.update(throws(game, dice=[{"die": "d6", "number": 20}]).json()["dice"][0]["faces"])
    assert set(faces) == set("123456")


def test_a_hidden_roll_is_no_gap_in_the_history(game: Game) -> None:
    hero = game.recruits(game.player)
    before = game.player.get(game.at("acts/")).content
    throws(game, **COMBAT)
    assert game.player.get(game.at("acts/")).content == before
    assert game.does(game.player, "rename_hero", hero=hero, name="Next")["seq"] == 2


@pytest.mark.parametrize("who", ["player", "spectator"])
def test_nobody_else_sees_or_throws_any(game: Game, who: str) -> None:
    throws(game, **COMBAT)
    client = getattr(game, who)
    problem(client.get(game.at("hidden-rolls/")), 403)
    problem(throws(game, client, **COMBAT), 403)
    assert HiddenRoll.objects.count() == 1


def test_dice_that_are_not_of_the_game_are_refused(game: Game) -> None:
    body = problem(throws(game, dice=[{"die": "d20"}]), 422)
    assert (body["code"], fields_of(body)) == ("unknown_die", ["dice"])


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"dice": []},
        {"dice": [{"die": "d6", "number": 0}]},
        {"dice": [{"die": "d6", "number": 21}]},
        {"dice": [{"die": "d6"}], "reason": "two\nlines"},
        {"dice": "d6"},
    ],
)
def test_what_is_malformed_is_400(game: Game, fields: dict) -> None:
    problem(throws(game, **fields), 400)
    assert not HiddenRoll.objects.exists()


def test_the_last_ones_are_kept(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("campaigns.documents.hidden_rolls.KEPT", 2)
    for reason in "abc":
        throws(game, dice=[{"die": "d6"}], reason=reason)
    rows = game.read(game.gm, "hidden-rolls/")["results"]
    assert [row["reason"] for row in rows] == ["c", "b"]
