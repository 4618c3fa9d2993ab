"""A shared note: everybody reads it, game masters alone write it, and its secret part never goes along."""

import pytest

from campaigns.models import Document, DocumentVersion
from tests.api.game import Game, problem
from tests.conftest import signed_in
from tests.documents.desk import changes, writes, written

SECRET = "the butler is the witch lord"
KEYS = {"id", "title", "quest", "body"}


def shared(game: Game) -> dict:
    return written(game, title="Rumours", body="*People* talk.", shared=True, secret=SECRET)


@pytest.mark.parametrize("who", ["player", "spectator"])
def test_everybody_at_the_table_reads_it_without_the_secret(game: Game, who: str) -> None:
    shared(game)
    written(game, title="Not shared", body=SECRET)
    (note,) = game.read(getattr(game, who), "notes/")["results"]
    assert set(note) == KEYS
    assert note["body"] == "*People* talk."


def test_a_player_cannot_edit_a_shared_note_nor_erase_the_secret_in_it(game: Game) -> None:
    made = shared(game)
    address = game.at(f"documents/{made['id']}/")
    seen = {"if-match": '"1"'}
    problem(changes(game, made["id"], 1, game.player, body="mine", secret=""), 403)
    problem(game.player.delete(address, headers=seen), 403)
    problem(game.player.put(address, {"body": "mine"}, headers=seen), 405)
    problem(game.player.post(f"{address}versions/1/restore/", headers=seen), 403)
    problem(writes(game, game.player, title="Rumours"), 403)
    for method in ("post", "put", "patch", "delete"):
        problem(getattr(game.player, method)(game.at("notes/"), {"body": "mine"}), 405)
    assert game.read(game.gm, f"documents/{made['id']}/")["secret"] == SECRET
    assert DocumentVersion.objects.count() == 1


def test_a_change_of_the_secret_part_shows_nowhere(game: Game, player) -> None:
    made = shared(game)
    second = written(game, title="Second", body="after", shared=True)
    page, client = f"/campaigns/{game.campaign.id}/notes/", signed_in(player)
    before = game.player.get(game.at("notes/"))
    tag = client.get(page).headers["ETag"]
    assert changes(game, made["id"], 1, secret="no, the cook").status_code == 200
    after = game.player.get(game.at("notes/"))
    assert (after.content, after.headers["ETag"]) == (before.content, before.headers["ETag"])
    assert client.get(page).headers["ETag"] == tag
    assert [note["id"] for note in after.json()["results"]] == [made["id"], second["id"]]


def test_a_note_is_taken_back_from_the_players(game: Game) -> None:
    made = shared(game)
    changes(game, made["id"], 1, shared=False)
    assert game.read(game.player, "notes/")["results"] == []


def test_whether_a_document_exists_is_not_told(game: Game) -> None:
    made = shared(game)
    there = game.player.get(game.at(f"documents/{made['id']}/"))
    nowhere = game.player.get(game.at("documents/8a4f1c3e-0d6b-4f5e-9c2a-7b1d3e5f9a01/"))
    assert (there.status_code, there.content) == (403, nowhere.content)


def test_a_game_master_who_becomes_a_player_loses_them_at_once(game: Game) -> None:
    made = shared(game)
    game.campaign.seats.filter(key="s1").update(role="player")
    problem(game.gm.get(game.at(f"documents/{made['id']}/")), 403)
    problem(game.gm.get(game.at("hidden-rolls/")), 403)
    assert set(game.read(game.gm, "notes/")["results"][0]) == KEYS
    assert Document.objects.get().version == 1
