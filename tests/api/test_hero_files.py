"""A hero goes to another campaign with a file: their player has it, the game master there looks and decides."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.api.game import problem


@pytest.fixture
def hero(game):
    """An enchanter of some experience, with gear; the game master's stock knows of it."""
    fields = {"level": 3, "xp": 150, "gold": 120, "body": 5, "mind": 7, "reason": "From paper"}
    spells = [row["key"] for row in spells_of(game, "air")] + [row["key"] for row in spells_of(game, "fire")]
    answer = game.does(
        game.gm, "enrol_hero", hero_class="elf", name="Ladril", spells=spells[:3],
        items=["dagger", "dagger"], on_behalf_of="s2", **fields,
    )  # fmt: skip
    return answer["events"][0]["hero"]


def spells_of(game, sphere):
    rows = game.gm.get("/api/v1/rulesets/heroquest_evolution/catalog/spells/").json()["results"]
    return [row for row in rows if row["sphere"] == sphere]


def exported(game, hero, client=None) -> dict:
    return game.read(client or game.player, f"heroes/{hero}/export/")


def test_the_players_hero_is_enrolled_elsewhere_as_they_are(game, other_game, hero):
    file = exported(game, hero)
    response = other_game.gm.post(other_game.at("hero-files/"), file)
    assert response.status_code == 200, response.content
    command = response.json()["command"]
    assert command["reason"] == "Comes from the campaign “The cellar gang”."
    there = other_game.does(other_game.gm, **command)["events"][0]["hero"]
    before, after = game.read(game.gm, f"heroes/{hero}/"), other_game.read(other_game.gm, f"heroes/{there}/")
    for name in (
        "name",
        "hero_class",
        "level",
        "xp",
        "gold",
        "tracks",
        "skills",
        "spells",
        "items",
        "spheres",
    ):
        assert before[name] == after[name], name


def test_a_file_may_come_by_a_form(game, other_game, hero):
    file = SimpleUploadedFile("hero.json", json.dumps(exported(game, hero)).encode())
    response = other_game.gm.post(other_game.at("hero-files/"), {"file": file}, format="multipart")
    assert response.status_code == 200
    problem(other_game.gm.post(other_game.at("hero-files/"), {"a": "b"}, format="multipart"), 400)


def test_nothing_is_written_by_reading_it(game, other_game, hero):
    file, before = exported(game, hero), other_game.written()
    other_game.gm.post(other_game.at("hero-files/"), file)
    assert other_game.written() == before


def test_the_rules_have_the_last_word(game, other_game, hero):
    file = exported(game, hero)
    file["facts"]["level"] = 9
    command = other_game.gm.post(other_game.at("hero-files/"), file).json()["command"]
    assert problem(other_game.send(other_game.gm, **command), 422)["errors"][0]["field"] == "xp"


def test_the_history_in_it_is_what_everybody_may_know(game, hero):
    game.does(game.gm, "open_quest", quest="the-trial", heroes=[hero])
    game.does(game.player, "change_track", hero=hero, track="body", by=-1)
    game.undoes(game.gm, 3)
    file = exported(game, hero)
    assert [(act["kind"], act["undone"]) for act in file["history"]] == [
        ("enrol_hero", False),
        ("open_quest", False),
        ("change_track", True),
    ]
    assert set(file["history"][0]["sentence"]) == {"fr", "en"}
    assert file == exported(game, hero, game.gm)


def test_a_hero_who_died_goes_out_as_they_last_were(game, hero):
    game.does(game.player, "retire_hero", hero=hero)
    file = exported(game, hero)
    assert (file["status"], file["facts"]["gold"]) == ("retired", 120)


@pytest.mark.parametrize(("who", "status"), [("spectator", 403), ("stranger", 404), ("anonymous", 401)])
def test_it_is_the_players_and_the_game_masters_alone(game, hero, who, status):
    problem(getattr(game, who).get(game.at(f"heroes/{hero}/export/")), status)


def test_another_players_hero_is_not_yours(game):
    hero = game.recruits(game.gm, "Brom")
    problem(game.player.get(game.at(f"heroes/{hero}/export/")), 403)
    problem(game.player.get(game.at("heroes/nobody/export/")), 404)


def test_a_player_does_not_enrol(game, hero):
    problem(game.player.post(game.at("hero-files/"), exported(game, hero)), 403)


WRONG = {
    "nothing": (lambda file: {}, "not_a_hero", "file"),
    "a newer format": (lambda file: file | {"format_version": 3}, "newer_format", "format_version"),
    "another game": (lambda file: file | {"ruleset": "chess"}, "other_game", "ruleset"),
    "an unknown field": (lambda file: file | {"more": 1}, "malformed", "more"),
    "no level": (lambda file: file | {"facts": {}}, "malformed", "facts.hero_class"),
    "a level that is a text": (lambda file: file | {"facts": file["facts"] | {"level": "x"}}, "malformed", "facts.level"),
    "a key that is none": (lambda file: file | {"facts": file["facts"] | {"hero_class": "a b"}}, "malformed", "facts.hero_class"),
    "more of one than there are": (
        lambda file: file | {"facts": file["facts"] | {"items": [{"key": "dagger", "quantity": 10**9}]}},
        "malformed",
        "facts.items.quantity",
    ),
    "no name": (lambda file: file | {"name": ""}, "malformed", "name"),
    "NUL": (lambda file: file | {"name": "a\0"}, "malformed", "name"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_with_it_is_named(game, other_game, hero, name):
    change, code, field = WRONG[name]
    body = problem(other_game.gm.post(other_game.at("hero-files/"), change(exported(game, hero))), 422)
    assert (body["code"], body["errors"][0]["field"]) == (code, field)


def test_ammunition_comes_by_lots(game, other_game, hero):
    game.does(game.gm, "correct_hero", hero=hero, add_item="short-bow", reason="x")
    items = game.read(game.gm, f"heroes/{hero}/")["items"]
    command = other_game.gm.post(other_game.at("hero-files/"), exported(game, hero)).json()["command"]
    there = other_game.does(other_game.gm, **command)["events"][0]["hero"]
    found = other_game.read(other_game.gm, f"heroes/{there}/")["items"]
    assert {row["key"]: row["quantity"] for row in items} == {row["key"]: row["quantity"] for row in found}


@pytest.mark.parametrize("number", ["NaN", "-Infinity", "1e400"])
def test_a_file_with_what_no_json_has_is_none(game, other_game, hero, number):
    text = json.dumps(exported(game, hero)).replace('"facts": {', f'"facts": {{"more": {number}, ', 1)
    file = SimpleUploadedFile("hero.json", text.encode())
    response = other_game.gm.post(other_game.at("hero-files/"), {"file": file}, format="multipart")
    assert problem(response, 422)["code"] == "not_a_hero"


def test_a_file_that_gives_a_name_twice_is_refused_and_says_which(game, other_game, hero):
    text = json.dumps(exported(game, hero)).replace('"name":', '"name": "Another", "name":', 1)
    file = SimpleUploadedFile("hero.json", text.encode())
    response = other_game.gm.post(other_game.at("hero-files/"), {"file": file}, format="multipart")
    body = problem(response, 422)
    assert (body["code"], body["errors"][0]["field"]) == ("given_twice", "name")
