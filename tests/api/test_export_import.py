"""The campaign's file over the API: who may have it, and what is told of one that is wrong."""

import json
import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from campaigns.models import Campaign, Seat
from tests.api.game import problem

LINES = "application/x-ndjson"
IMPORT = "/api/v1/campaigns/import/"


def exported(game, client=None) -> bytes:
    response = (client or game.gm).get(game.at("export/"))
    assert response.status_code == 200
    assert response.headers["Content-Type"] == LINES
    return b"".join(response.streaming_content)


def sends(client, content: bytes):
    return client.generic("POST", IMPORT, content, content_type=LINES)


def test_a_campaign_goes_out_and_comes_in(game):
    hero = game.recruits(game.gm, "Brom")
    game.does(game.gm, "open_quest", quest="the-trial", heroes=[hero])
    response = sends(game.stranger, exported(game))
    assert response.status_code == 201, response.content
    answer = response.json()
    assert response.headers["Location"] == f"/api/v1/campaigns/{answer['id']}/"
    assert (answer["version"], answer["owner"], answer["role"], answer["unverified"]) == (
        2,
        True,
        "gm",
        False,
    )
    assert [(seat["key"], seat["live"], seat["vacant"]) for seat in answer["seats"]] == [
        ("s1", False, True),
        ("s2", False, True),
        ("s3", False, True),
        ("s4", True, False),
    ]
    sheet = game.stranger.get(f"/api/v1/campaigns/{answer['id']}/heroes/{hero}/").json()
    assert sheet == game.read(game.gm, f"heroes/{hero}/")


def test_a_form_brings_the_file_too(game):
    file = SimpleUploadedFile("campaign.jsonl", exported(game))
    assert game.gm.post(IMPORT, {"file": file}, format="multipart").status_code == 201
    body = problem(game.gm.post(IMPORT, {"file": "x"}, format="multipart"), 400)
    assert body["errors"][0]["field"] == "file"


def test_the_file_comes_as_a_download(game):
    response = game.gm.get(game.at("export/"))
    assert response.headers["Content-Disposition"] == 'attachment; filename="the-cellar-gang.questkeep.jsonl"'
    assert response.headers["Cache-Control"] == "no-store"
    assert game.gm.get(game.at("export/"), headers={"accept": LINES}).status_code == 200


@pytest.mark.parametrize(
    ("who", "status"), [("player", 403), ("spectator", 403), ("stranger", 404), ("anonymous", 401)]
)
def test_secrets_are_in_it_hence_only_a_game_master_has_it(game, who, status):
    problem(getattr(game, who).get(game.at("export/")), status)


def test_an_owner_who_only_plays_does_not_see_the_secrets(game):
    Seat.objects.filter(campaign=game.campaign, key="s1").update(owner=False)
    Seat.objects.filter(campaign=game.campaign, key="s2").update(owner=True)
    problem(game.player.get(game.at("export/")), 403)
    assert exported(game)


def test_who_is_nobody_imports_nothing(game):
    problem(sends(game.anonymous, exported(game)), 401)


@pytest.mark.parametrize(
    ("language", "said"), [("en", "The chain is broken"), ("fr", "La chaîne est rompue")]
)
def test_a_report_names_the_line_in_the_callers_language(game, language, said):
    game.recruits(game.gm, "Brom")
    content, before = exported(game).replace(b'"Brom"', b'"Grom"'), Campaign.objects.count()
    response = game.gm.generic(
        "POST", IMPORT, content, content_type=LINES, headers={"accept-language": language}
    )
    body = problem(response, 422)
    ((field, message),) = ((error["field"], error["message"]) for error in body["errors"])
    assert field == "line 2"
    assert body["code"] == "broken_chain"
    assert message.startswith(said)
    assert Campaign.objects.count() == before


def test_bodies_of_other_kinds_and_sizes_are_refused(game, settings):
    problem(game.gm.post(IMPORT, {"a": 1}), 415)
    assert problem(sends(game.gm, b""), 400)["errors"][0]["field"] == "file"
    problem(sends(game.gm, b"[" * 2000), 422)
    settings.REQUEST_MAX_BYTES = 1000
    problem(sends(game.gm, b"x" * 1001), 413)


def test_a_file_larger_than_other_bodies_may_be_is_read(game, settings):
    content = exported(game)
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 10
    assert sends(game.gm, content).status_code == 201


def test_a_vacant_seat_is_handed_out_by_invitation_with_its_heroes(game):
    hero = game.recruits(game.player, "Merin")
    campaign = sends(game.gm, exported(game)).json()["id"]
    at = f"/api/v1/campaigns/{campaign}/"
    made = game.gm.post(f"{at}invitations/", {"seat": "s2"}).json()
    assert made["seat"] == "s2"
    again = game.gm.post(f"{at}invitations/", {"seat": "s2"}).json()
    answer = game.stranger.post(f"/api/v1/invitations/{made['token']}/accept/")
    assert answer.status_code == 201
    assert (answer.json()["seat"], answer.json()["role"]) == ("s2", "player")
    roster = game.stranger.get(f"{at}heroes/").json()["results"]
    assert [(row["key"], row["seat"]) for row in roster] == [(hero, "s2")]
    late = game.player.post(f"/api/v1/invitations/{again['token']}/accept/").json()
    assert late["seat"] == "s5"
    body = problem(game.gm.post(f"{at}invitations/", {"seat": "s2"}), 422)
    assert body["errors"][0]["field"] == "seat"


def test_a_seat_that_somebody_left_is_nobodys_to_take(game):
    game.gm.delete(game.at("seats/s2/"))
    problem(game.gm.post(game.at("invitations/"), {"seat": "s2"}), 422)


def test_the_header_is_signed_and_says_who_sits_where(game):
    header = json.loads(exported(game).splitlines()[0])
    assert header["seats"][0] == {"key": "s1", "name": "Zargon", "role": "gm", "owner": True}
    assert len(header["signature"]) == 64


def test_a_file_sent_again_with_its_key_comes_in_once(game):
    content, key = exported(game), {"Idempotency-Key": str(uuid.uuid4())}
    answers = [game.gm.generic("POST", IMPORT, content, content_type=LINES, headers=key) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 200]
    assert answers[0].json()["id"] == answers[1].json()["id"]
    of_another = game.stranger.generic("POST", IMPORT, content, content_type=LINES, headers=key)
    assert of_another.status_code == 201
    assert of_another.json()["id"] != answers[0].json()["id"]
    odd = game.gm.generic("POST", IMPORT, content, content_type=LINES, headers={"Idempotency-Key": "x"})
    assert problem(odd, 400)["errors"][0]["field"] == "Idempotency-Key"


def test_a_campaign_founded_again_with_its_key_is_the_same(game):
    wanted, key = {"name": "Twice", "ruleset": game.campaign.ruleset}, {"Idempotency-Key": str(uuid.uuid4())}
    answers = [game.gm.post("/api/v1/campaigns/", wanted, headers=key) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 200]
    assert answers[0].json() == answers[1].json()
    assert game.gm.post("/api/v1/campaigns/", wanted).json()["id"] != answers[0].json()["id"]
