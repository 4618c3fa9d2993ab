"""Who may call what: asked of every call there is."""

import uuid

import pytest
from rest_framework.test import APIClient

from tests.api.game import RULESET, problem
from tests.conftest import program

READS = ["", "state/", "seats/", "heroes/", "heroes/x/", "offers/", "acts/", "acts/1/"]
WRITES = [
    ("post", "acts/"),
    ("post", "acts/preview/"),
    ("post", "acts/1/undo/"),
    ("patch", ""),
    ("delete", ""),
]
EVERY = [("get", path) for path in READS] + WRITES
KEY = {"idempotency-key": str(uuid.uuid4())}


def call(client, method, url, body=None):
    return getattr(client, method)(url, body, headers=KEY)


@pytest.mark.parametrize(("method", "path"), EVERY)
def test_anonymous_is_401_and_told_how_to_sign_in(game, method, path):
    response = call(game.anonymous, method, game.at(path))
    problem(response, 401)
    assert response.headers["WWW-Authenticate"] == "Bearer"


def test_the_list_of_campaigns_needs_a_person(game):
    problem(game.anonymous.get("/api/v1/campaigns/"), 401)
    problem(game.anonymous.post("/api/v1/campaigns/", {"name": "x", "ruleset": RULESET}), 401)


@pytest.mark.parametrize(("method", "path"), EVERY)
def test_a_stranger_gets_404(game, method, path):
    before = game.written()
    problem(call(game.stranger, method, game.at(path)), 404)
    assert game.written() == before


@pytest.mark.parametrize(("method", "path"), EVERY)
@pytest.mark.parametrize(
    "campaign", ["8a4f1c3e-0d6b-4f5e-9c2a-7b1d3e5f9a01", "x", "1", "00000000", "%00", "é"]
)
def test_a_campaign_that_there_is_not_is_404(game, method, path, campaign):
    problem(call(game.gm, method, f"/api/v1/campaigns/{campaign}/{path}"), 404)


def test_a_wrong_address_is_404_even_for_a_program_that_writes(game):
    strict = APIClient(enforce_csrf_checks=True)
    problem(strict.post("/api/v1/campaigns/x/acts/"), 404)


@pytest.mark.parametrize("path", READS[1:])
@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_a_method_that_a_path_does_not_have_is_405(game, method, path):
    response = call(game.gm, method, game.at(path))
    problem(response, 405)
    assert "GET" in response.headers["Allow"]


@pytest.mark.parametrize("path", READS)
def test_options_and_head_are_answered(game, path):
    assert game.gm.options(game.at(path)).status_code == 200
    assert game.gm.head(game.at(path)).status_code in (200, 404)


def test_an_answer_in_another_format_is_406(game):
    problem(game.gm.get(game.at("state/"), headers={"accept": "text/csv"}), 406)


@pytest.mark.parametrize("kind", ["open_quest", "set_house_rule"])
def test_a_player_does_not_send_what_is_the_gm_s(game, kind):
    fields = {
        "open_quest": {"quest": "the-trial", "heroes": []},
        "set_house_rule": {"rule": "upkeep", "value": 1},
    }
    before = game.written()
    problem(game.send(game.player, kind, **fields[kind]), 403)
    problem(game.previews(game.player, kind, **fields[kind]), 403)
    assert game.written() == before


def test_a_player_does_not_act_for_another_s_hero(game):
    theirs = game.recruits(game.gm)
    own = game.recruits(game.player, "Merin")
    before = game.written()
    body = problem(game.send(game.player, "rename_hero", hero=theirs, name="Mine"), 403)
    assert body["code"] == "not_your_hero"
    assert game.written() == before
    assert game.send(game.player, "rename_hero", hero=own, name="Merin II").status_code == 201


def test_a_spectator_sends_nothing(game):
    before = game.written()
    problem(game.send(game.spectator, "recruit_hero", name="Spy", hero_class="elf"), 403)
    problem(game.previews(game.spectator, "recruit_hero", name="Spy", hero_class="elf"), 403)
    problem(game.undoes(game.spectator, 1), 404)
    assert game.written() == before


def test_a_token_for_reading_writes_nothing(game, gm):
    reader = program(gm, "read")
    before = game.written()
    assert reader.get(game.at("state/")).status_code == 200
    problem(game.send(reader, "recruit_hero", name="Brom", hero_class="barbarian"), 403)
    problem(reader.delete(game.at()), 403)
    assert game.written() == before


def test_a_session_writes_with_the_csrf_token_only(game, gm):
    session = APIClient(enforce_csrf_checks=True)
    session.force_login(gm)
    assert session.get(game.at("state/")).status_code == 200
    before = game.written()
    body = {"kind": "recruit_hero", "name": "Brom", "hero_class": "barbarian"}
    problem(session.post(game.at("acts/"), body, headers=KEY), 403)
    assert game.written() == before
    token = session.get("/accounts/").cookies["csrftoken"]
    answer = session.post(game.at("acts/"), body, headers=KEY | {"x-csrftoken": token.value})
    assert answer.status_code == 201


def test_refusals_speak_the_caller_s_language(game, gm):
    hero = {"hero": "nobody", "name": "X"}
    assert "No hero" in problem(game.send(game.gm, "rename_hero", **hero), 422)["detail"]
    gm.language = "fr"
    gm.save()
    body = problem(game.send(game.gm, "rename_hero", **hero), 422)
    assert body["title"] == "Refusé par les règles"
    assert "Aucun héros" in body["detail"]
