"""Notes, prepared quests and plans: written, changed, found and brought back by the game masters."""

import uuid

import pytest

from accounts.models import User
from campaigns.models import Document, DocumentVersion, Entry
from campaigns.purge import purge_campaign
from campaigns.seats import add_seat
from tests.api.game import Game, fields_of, problem
from tests.conftest import program
from tests.documents.desk import QUEST, changes, writes, written


def titles(game: Game, **query: str) -> list[str]:
    return [row["title"] for row in game.read(game.gm, "documents/", **query)["results"]]


def test_a_document_is_written_and_read(game: Game) -> None:
    made = written(game, **QUEST)
    read = game.gm.get(game.at(f"documents/{made['id']}/"))
    assert read.json() == made
    assert read.headers["ETag"] == '"1"'
    assert [room["title"] for room in made["rooms"]] == ["The hall", "The crypt"]
    assert made["rooms"][0]["monsters"] == [{"monster": "goblin", "count": 3}]


def test_a_document_is_no_act(game: Game) -> None:
    before = game.written()
    made = written(game, title="Silent")
    assert changes(game, made["id"], 1, body="Still silent").status_code == 200
    assert game.written() == before
    assert not Entry.objects.exists()


def test_the_same_key_writes_once(game: Game) -> None:
    key = str(uuid.uuid4())
    first = writes(game, key=key, title="Once")
    again = writes(game, key=key, title="Once")
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    assert problem(writes(game, key=key, title="Twice"), 409)["code"] == "key_reused"
    assert Document.objects.count() == 1


def test_a_second_game_master_s_words_are_never_overwritten_silently(game: Game) -> None:
    other = User.objects.create_user("second")
    add_seat(game.campaign, other, "Second", "gm")
    made = written(game, body="first")
    assert changes(game, made["id"], 1, program(other), body="of the second").status_code == 200
    body = problem(changes(game, made["id"], 1, body="of the first"), 412)
    assert body["params"] == {"version": 2}
    assert game.read(game.gm, f"documents/{made['id']}/")["body"] == "of the second"


def test_a_change_names_what_it_was_made_on(game: Game) -> None:
    made = written(game)
    address = game.at(f"documents/{made['id']}/")
    assert fields_of(problem(game.gm.patch(address, {"body": "x"}), 400)) == ["If-Match"]
    assert fields_of(problem(game.gm.delete(address), 400)) == ["If-Match"]


def test_what_a_change_leaves_out_stays(game: Game) -> None:
    made = written(game, shared=True, body="open", secret="closed")
    changed = changes(game, made["id"], 1, body="more").json()
    assert (changed["body"], changed["secret"], changed["shared"]) == ("more", "closed", True)


def test_the_last_twenty_versions_are_kept_with_their_writers(game: Game) -> None:
    made = written(game, body="0")
    for number in range(1, 25):
        assert changes(game, made["id"], number, body=str(number)).status_code == 200
    rows = game.read(game.gm, f"documents/{made['id']}/versions/")["results"]
    assert [row["number"] for row in rows] == list(range(25, 5, -1))
    assert {row["seat"] for row in rows} == {"s1"}


def test_an_earlier_version_becomes_the_newest(game: Game) -> None:
    made = written(game, body="first")
    changes(game, made["id"], 1, body="second")
    address = game.at(f"documents/{made['id']}/versions/1/restore/")
    problem(game.gm.post(address, headers={"if-match": '"1"'}), 412)
    back = game.gm.post(address, headers={"if-match": '"2"'}).json()
    assert (back["body"], back["version"]) == ("first", 3)
    problem(game.gm.post(address.replace("/1/", "/99/"), headers={"if-match": '"3"'}), 404)


def test_a_deleted_document_can_be_brought_back(game: Game) -> None:
    made = written(game, title="Gone")
    address = game.at(f"documents/{made['id']}/")
    assert game.gm.delete(address, headers={"if-match": '"1"'}).status_code == 204
    problem(game.gm.get(address), 404)
    assert titles(game) == []
    assert titles(game, deleted="true") == ["Gone"]
    assert game.gm.post(f"{address}restore/").json()["title"] == "Gone"
    assert titles(game) == ["Gone"]


@pytest.mark.parametrize("query", ["epreuve", "ÉPREUVE moulin", "goblin", "Gobelin", "crypt", "dust"])
def test_a_search_looks_into_everything_in_both_languages(game: Game, query: str) -> None:
    written(game, **QUEST)
    written(game, title="Else", body="nothing")
    assert titles(game, q=query) == [QUEST["title"]]


def test_a_search_needs_every_word(game: Game) -> None:
    written(game, title="Red door", body="left", secret="key under the mat")
    assert titles(game, q="door mat") == ["Red door"]
    assert titles(game, q="door window") == []
    assert titles(game, q="%") == titles(game)


def test_documents_are_listed_by_kind_and_quest(game: Game) -> None:
    written(game, title="A plan", kind="plan", monsters=[{"monster": "demon", "count": 2}])
    written(game, title="For the trial", quest="the-trial")
    assert titles(game, kind="plan") == ["A plan"]
    assert titles(game, quest="the-trial") == ["For the trial"]


@pytest.mark.parametrize(
    ("fields", "field", "code"),
    [
        ({"quest": "no-such"}, "quest", "unknown_quest"),
        ({"kind": "plan", "shared": True}, "shared", "notes_only"),
        ({"kind": "plan", "secret": "x"}, "secret", "notes_only"),
        ({"rooms": [{"title": "x"}]}, "rooms", "prepared_quests_only"),
        ({"monsters": [{"monster": "orc"}]}, "monsters", "plans_only"),
        ({"kind": "plan", "monsters": [{"monster": "no-such"}]}, "monsters", "unknown_monster"),
        (QUEST | {"rooms": [{"monsters": [{"monster": "no-such"}]}]}, "rooms", "unknown_monster"),
    ],
)
def test_what_does_not_fit_is_refused_by_its_field(game: Game, fields: dict, field: str, code: str) -> None:
    body = problem(writes(game, **fields), 422)
    assert (fields_of(body), body["code"]) == ([field], code)
    assert not Document.objects.exists()


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"title": ""}, "title"),
        ({"title": "two\nlines"}, "title"),
        ({"title": "x" * 121}, "title"),
        ({"kind": "spell"}, "kind"),
        ({"body": "a\x00b"}, "body"),
        ({"body": "x" * 50_001}, "body"),
        ({"unknown": 1}, "unknown"),
        (QUEST | {"rooms": [{}] * 41}, "rooms"),
        ({"kind": "plan", "monsters": [{"monster": "orc", "count": 0}]}, "monsters.count"),
    ],
)
def test_what_is_malformed_is_400_with_its_field(game: Game, fields: dict, field: str) -> None:
    assert fields_of(problem(writes(game, **fields), 400)) == [field]


def test_there_is_a_bound_to_how_many(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("campaigns.documents.writing.MOST", 1)
    written(game)
    assert problem(writes(game), 422)["code"] == "too_many"


def test_documents_of_one_campaign_are_not_reached_from_another(game: Game, other_game: Game) -> None:
    made = written(game)
    for method in ("get", "delete"):
        call = getattr(other_game.gm, method)
        problem(call(other_game.at(f"documents/{made['id']}/"), headers={"if-match": '"1"'}), 404)


def test_a_purge_takes_them_along(game: Game) -> None:
    written(game)
    purge_campaign(game.campaign.pk)
    assert not Document.objects.exists()
    assert not DocumentVersion.objects.exists()
