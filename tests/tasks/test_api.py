"""Long work by program: 202, how far it is, what came of it."""

from __future__ import annotations

import uuid

import pytest

from campaigns.models import Campaign
from campaigns.transfer.exporting import pieces
from jobs import running
from tasks import asking

pytestmark = pytest.mark.django_db


@pytest.fixture
def base(evening) -> str:
    return f"/api/v1/campaigns/{evening.campaign.pk}/"


def key() -> dict[str, str]:
    return {"idempotency-key": str(uuid.uuid4())}


def asked(client, address: str, body: object = None, **more):
    answer = client.post(address, body, headers=more.pop("headers", key()), **more)
    assert answer.status_code == 202, answer.content
    assert answer["Location"] == f"/api/v1/tasks/{answer.json()['id']}/"
    return answer


def test_an_export_from_202_to_its_file(base, evening, gm_program):
    headers = key()
    answer = asked(gm_program, f"{base}exports/", headers=headers)
    waiting = answer.json()
    assert (waiting["kind"], waiting["state"], waiting["result"]) == ("export", "waiting", None)
    assert asked(gm_program, f"{base}exports/", headers=headers).json()["id"] == waiting["id"]
    running.run_due()
    read = gm_program.get(answer["Location"]).json()
    assert (read["state"], read["progress"], read["whole"]) == ("done", 6, 6)
    file = gm_program.get(read["result"])
    content = b"".join(file.streaming_content)
    assert content == b"".join(pieces(evening.campaign.pk))
    assert len(content) == read["size"] == int(file["Content-Length"])
    assert [one["id"] for one in gm_program.get("/api/v1/tasks/").json()["results"]] == [waiting["id"]]


def test_an_import_says_which_campaign_it_has_become_or_which_line_is_wrong(evening, player_program):
    content = b"".join(pieces(evening.campaign.pk))
    media_type = "application/x-ndjson"
    good = asked(player_program, "/api/v1/campaigns/imports/", content, content_type=media_type)
    bad = asked(player_program, "/api/v1/campaigns/imports/", content[:-40], content_type=media_type)
    running.run_due()
    founded = player_program.get(good["Location"]).json()["founded"]
    assert Campaign.objects.filter(pk=founded).exists()
    read = player_program.get(bad["Location"]).json()
    assert (read["state"], read["code"]) == ("failed", "not_json")
    assert read["reason"] == "Line 6: This is not JSON."


def test_an_audit_has_findings(base, evening, gm_program):
    answer = asked(gm_program, f"{base}audits/")
    running.run_due()
    assert gm_program.get(answer["Location"]).json()["findings"] == []


def test_what_is_cancelled_stays_to_be_seen_and_what_is_removed_does_not(base, gm_program):
    address = asked(gm_program, f"{base}audits/")["Location"]
    assert gm_program.post(f"{address}cancel/").json()["state"] == "cancelled"
    assert gm_program.get(f"{address}result/").status_code == 404
    assert gm_program.delete(address).status_code == 204
    assert gm_program.get(address).status_code == 404


def test_whose_it_is_not_gets_404_and_who_may_not_ask_403(base, gm_program, player_program, stranger_program):
    address = asked(gm_program, f"{base}exports/")["Location"]
    for client in (player_program, stranger_program):
        assert client.get(address).status_code == 404
        assert client.delete(address).status_code == 404
        assert client.post(f"{address}cancel/").status_code == 404
        assert client.get("/api/v1/tasks/").json()["results"] == []
    assert player_program.post(f"{base}exports/").status_code == 403
    assert stranger_program.post(f"{base}exports/").status_code == 404


def test_bad_input_names_its_field(base, gm_program):
    for body, status, field in (
        ({"hero": "nobody"}, 400, "paper"),
        ({"paper": "confetti"}, 400, "paper"),
        ({"paper": "sheets", "hero": 3}, 400, "hero"),
        ({"paper": "sheets", "heroes": "all"}, 400, "heroes"),
        ({"paper": "sheets", "page_size": "a0"}, 400, "page_size"),
        ({"paper": "sheets", "language": "de"}, 400, "language"),
        ({"paper": "sheets", "hero": "nobody"}, 422, "hero"),
        ({"paper": "cards", "choice": "quests/group/none"}, 422, "choice"),
        ({"paper": "sheets", "secrets": True}, 422, "secrets"),
        ({"paper": "blanks"}, 422, "paper"),
    ):
        answer = gm_program.post(f"{base}papers/", body)
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (status, field)
    answer = gm_program.post(f"{base}exports/", {"all": True})
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "all")
    assert gm_program.post("/api/v1/campaigns/imports/", {}, format="multipart").status_code == 400


def test_a_fourth_is_409(base, gm_program):
    for _ in range(asking.AT_ONCE):
        asked(gm_program, f"{base}audits/")
    answer = gm_program.post(f"{base}audits/", headers=key())
    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_tasks")


def test_what_can_be_put_on_paper_is_listed_and_asked_for(base, gm_program, player_program):
    found = {one["paper"]: one for one in gm_program.get(f"{base}papers/").json()}
    assert list(found) == ["sheets", "quarters", "blanks", "cards", "prices", "chronicle"]
    assert (found["sheets"]["about_hero"], found["sheets"]["is_open"]) == (True, True)
    assert found["cards"] | {"text": ""} == {
        "paper": "cards",
        "name": "Cards to cut out",
        "text": "",
        "about_hero": True,
        "secrets": False,
        "is_open": False,
        "choices": [],
    }
    assert found["chronicle"]["secrets"]
    answer = asked(
        gm_program, f"{base}papers/", {"paper": "quarters", "page_size": "letter", "language": "fr"}
    )
    assert (answer.json()["kind"], answer.json()["state"]) == ("quarters", "waiting")
    mine = {one["paper"]: one for one in player_program.get(f"{base}papers/").json()}
    assert not mine["chronicle"]["secrets"]
