"""The pages of the documents: with a browser that runs no script."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from campaigns.documents import pages
from campaigns.models import Document, HiddenRoll
from campaigns.seats import add_seat
from tests.api.game import Game
from tests.conftest import signed_in
from tests.documents.desk import QUEST, changes, written
from tests.pages.conftest import forms

FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def base(game: Game) -> str:
    return f"/campaigns/{game.campaign.id}/"


@pytest.fixture
def desk(game: Game, gm: User) -> Client:
    return signed_in(gm)


def fills(client: Client, url: str, **changed: str) -> Any:
    """The form at this address, sent with some fields filled in."""
    page = client.get(url)
    return client.post(url, forms(page)[url].sends(**changed), content_type=FORM)


def test_a_note_is_written_and_read(desk: Client, base: str) -> None:
    answer = fills(desk, f"{base}documents/new/note/", title="Rumours", body="*People* talk.", secret="Hush.")
    assert answer.status_code == 302
    page = desk.get(answer["Location"]).content.decode()
    assert "<em>People</em> talk." in page
    assert "Hush." in page


def test_the_form_pressed_twice_writes_once(desk: Client, base: str) -> None:
    url = f"{base}documents/new/note/"
    body = forms(desk.get(url))[url].sends(title="Once")
    answers = [desk.post(url, body, content_type=FORM)["Location"] for _ in range(2)]
    assert answers[0] == answers[1]
    assert Document.objects.count() == 1


def test_a_form_with_a_mistake_loses_nothing_and_names_the_field(desk: Client, base: str) -> None:
    answer = fills(desk, f"{base}documents/new/note/", title="", body="long thoughts", secret="deep ones")
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'id="e-title"' in page
    assert "long thoughts" in page
    assert "deep ones" in page
    assert not Document.objects.exists()


def test_a_quest_is_prepared_room_by_room(desk: Client, base: str) -> None:
    url = f"{base}documents/new/prepared_quest/"
    fields = {"title": "The mill", "rooms__0__title": "Hall", "rooms__0__monsters": "goblin"}
    more = fills(desk, url, **fields, edit="room")
    assert more.status_code == 200
    assert not Document.objects.exists()
    body = forms(more)[url].sends(rooms__1__text="Dark.", rooms__0__monsters="goblin")
    answer = desk.post(url, body, content_type=FORM)
    page = desk.get(answer["Location"]).content.decode()
    assert page.index("Hall") < page.index("?room=2")
    assert "Dark." in desk.get(answer["Location"] + "?room=2").content.decode()


def test_rooms_are_moved_and_removed(game: Game, desk: Client, base: str) -> None:
    made = written(game, **QUEST)
    url = f"{base}documents/{made['id']}/edit/"
    moved = fills(desk, url, edit="up:1").content.decode()
    assert moved.index("The crypt") < moved.index("The hall")
    dropped = fills(desk, url, edit="drop:0").content.decode()
    assert "The hall" not in dropped
    assert game.read(game.gm, f"documents/{made['id']}/") == made


def test_a_wrong_count_is_told_in_its_room(game: Game, desk: Client, base: str) -> None:
    made = written(game, **QUEST)
    url = f"{base}documents/{made['id']}/edit/"
    answer = fills(desk, url, rooms__1__monsters="orc", rooms__1__monsters__count="many")
    page = answer.content.decode()
    assert answer.status_code == 422
    assert page.index("has-error") > page.index('id="rooms.0"')


def test_what_somebody_else_wrote_meanwhile_stands_beside_ones_own(
    game: Game, desk: Client, base: str
) -> None:
    made = written(game, body="first")
    url = f"{base}documents/{made['id']}/edit/"
    body = forms(desk.get(url))[url].sends(body="of the first master")
    changes(game, made["id"], 1, body="of the second master")
    answer = desk.post(url, body, content_type=FORM)
    page = answer.content.decode()
    assert answer.status_code == 412
    assert "of the first master" in page
    assert "of the second master" in page
    again = forms(answer)[url].sends(body="of the first master")
    assert desk.post(url, again, content_type=FORM).status_code == 302
    assert game.read(game.gm, f"documents/{made['id']}/")["body"] == "of the first master"


def test_a_version_is_read_and_brought_back(game: Game, desk: Client, base: str) -> None:
    made = written(game, body="first words")
    changes(game, made["id"], 1, body="second words")
    page = desk.get(f"{base}documents/{made['id']}/history/?version=1")
    assert "first words" in page.content.decode()
    url = f"{base}documents/{made['id']}/history/1/"
    assert desk.post(url, forms(page)[url].sends(), content_type=FORM).status_code == 302
    assert game.read(game.gm, f"documents/{made['id']}/")["body"] == "first words"


def test_a_version_says_what_it_changed_and_calls_monsters_by_name(
    game: Game, desk: Client, base: str
) -> None:
    made = written(game, **QUEST)
    changes(game, made["id"], 1, title="Le moulin neuf")
    page = desk.get(f"{base}documents/{made['id']}/history/", headers={"accept-language": "fr"})
    said = page.content.decode()
    assert "<del>Épreuve du vieux moulin</del>" in said
    assert "<ins>Le moulin neuf</ins>" in said
    assert "Gobelin ×3" in said
    first = desk.get(f"{base}documents/{made['id']}/history/?version=1").content.decode()
    assert "<del>" not in first
    assert "?version=2" in first


def test_more_lines_for_monsters_keep_what_was_typed(game: Game, desk: Client, base: str) -> None:
    url = f"{base}documents/new/plan/"
    answer = fills(desk, url, title="Ambush", monsters="orc", edit="monsters")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert page.count('name="monsters.count"') == 3
    assert 'value="Ambush"' in page
    assert not Document.objects.exists()


def test_a_long_list_goes_on(game: Game, desk: Client, base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "LISTED", 2)
    for number in range(5):
        written(game, title=f"Note {number}")
    page = desk.get(f"{base}documents/?q=note").content.decode()
    assert "</mark> 4" in page
    assert "</mark> 2" not in page
    assert f"{base}documents/?q=note&amp;listed=4" in page
    more = desk.get(f"{base}documents/?q=note&listed=6").content.decode()
    assert "</mark> 0" in more
    assert "listed=8" not in more


@pytest.mark.parametrize("listed", ["-1", "x", "99999999999", "٣", "0"])
def test_an_odd_length_of_a_list_is_the_usual_one(game: Game, desk: Client, base: str, listed: str) -> None:
    written(game, title="Here")
    assert "Here" in desk.get(f"{base}documents/?listed={listed}").content.decode()


def test_a_search_shows_words_and_not_their_marks(game: Game, desk: Client, base: str) -> None:
    written(game, title="Other", body="# Cellar\n\n- **wine** of `1542`\n> old_vintage | 3")
    page = desk.get(f"{base}documents/?q=wine").content.decode()
    assert "Cellar <mark>wine</mark> of 1542 old_vintage 3" in " ".join(page.split())


def test_a_document_is_deleted_and_brought_back(game: Game, desk: Client, base: str) -> None:
    made = written(game, title="Gone")
    assert desk.post(f"{base}documents/{made['id']}/delete/").status_code == 302
    assert "Gone" in desk.get(f"{base}documents/?deleted=true").content.decode()
    assert desk.post(f"{base}documents/{made['id']}/restore/").status_code == 302
    assert "Gone" in desk.get(f"{base}documents/").content.decode()


def test_a_search_marks_what_it_found(game: Game, desk: Client, base: str) -> None:
    written(game, title="Élan", body="nothing")
    written(game, title="Other")
    page = desk.get(f"{base}documents/?q=elan", headers={"hx-request": "true"}).content.decode()
    assert "<mark>Élan</mark>" in page
    assert "Other" not in page
    assert "<html" not in page


def test_a_room_shows_the_evolutions_that_may_enter_it(game: Game, desk: Client, base: str) -> None:
    made = written(game, **QUEST)
    room = f"{base}documents/{made['id']}/?room=1"
    hero = game.recruits(game.player)
    game.does(game.gm, "correct_stock", monster="goblin-champion", count=1, reason="from paper")
    game.does(game.gm, "correct_stock", monster="orc-champion", count=1, reason="from paper")
    assert "reveal_evolution/?" not in desk.get(room).content.decode()
    game.does(game.gm, "open_quest", quest="melars-maze", heroes=[hero])
    page = desk.get(room).content.decode()
    link = f"{base}do/reveal_evolution/?monster=goblin-champion&amp;replaces=goblin"
    assert link in page
    assert "orc-champion" not in page
    assert desk.get(link.replace("&amp;", "&")).status_code == 200


def test_one_tap_throws_behind_the_screen(desk: Client, base: str) -> None:
    url = f"{base}hidden-rolls/"
    body = forms(desk.get(f"{base}documents/"))[url].sends(throw="combat:3", reason="ambush")
    answers = [desk.post(url, body, content_type=FORM) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert answers[0]["Location"] == f"{base}documents/"
    assert HiddenRoll.objects.count() == 1
    swapped = desk.post(url, body.replace("3", "4"), content_type=FORM, headers={"hx-request": "true"})
    assert "ambush" in swapped.content.decode()
    assert "<html" not in swapped.content.decode()


@pytest.mark.parametrize("throw", ["", "d6", "d6:", "d6:0", "d6:99", "d20:1", ":", "d6:٣", "x" * 5000])
def test_a_throw_that_is_none_is_422(desk: Client, base: str, throw: str) -> None:
    answer = desk.post(f"{base}hidden-rolls/", {"throw": throw, "reason": "kept"})
    assert answer.status_code == 422
    assert "kept" in answer.content.decode()
    assert not HiddenRoll.objects.exists()


def test_the_players_page_has_the_shared_notes_only(game: Game, player: User, base: str) -> None:
    written(game, title="Rumours", body="talk", secret="hush", shared=True)
    written(game, title="Private")
    page = signed_in(player).get(f"{base}notes/").content.decode()
    assert "Rumours" in page
    assert "hush" not in page
    assert "Private" not in page


def test_a_player_is_sent_away_from_all_of_it(game: Game, player: User, base: str) -> None:
    made = written(game)
    client = signed_in(player)
    there, absent = f"documents/{made['id']}/", "documents/8a4f1c3e-0d6b-4f5e-9c2a-7b1d3e5f9a01/"
    for path in (
        "documents/",
        there,
        absent,
        f"{there}edit/",
        f"{there}history/",
        "hidden-rolls/",
        "documents/new/x/",
    ):
        assert client.get(base + path).status_code == 403, path


def test_a_game_master_who_looks_as_a_player_sees_none_of_it(game: Game, desk: Client, base: str) -> None:
    assert desk.post(f"{base}people/look/", {"seat": "s2"}).status_code in (302, 303)
    assert desk.get(f"{base}documents/").status_code == 403


def test_a_second_game_master_has_equal_sight(game: Game, base: str) -> None:
    written(game, title="Of the first")
    second = User.objects.create_user("second")
    add_seat(game.campaign, second, "Second", "gm")
    assert "Of the first" in signed_in(second).get(f"{base}documents/").content.decode()


def test_pages_of_documents_are_kept_by_no_browser(game: Game, desk: Client, base: str) -> None:
    made = written(game)
    for path in ("documents/", f"documents/{made['id']}/", "hidden-rolls/"):
        assert desk.get(base + path)["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize(
    "body", ["rooms=9999999&title=x", "rooms=-1", "rooms=٣", "version=x&title=y", "edit=up:x"]
)
def test_odd_forms_are_no_mistake_of_ours(game: Game, desk: Client, base: str, body: str) -> None:
    made = written(game, **QUEST)
    for path in (f"documents/{made['id']}/edit/", "documents/new/prepared_quest/", "documents/new/plan/"):
        assert desk.post(base + path, body, content_type=FORM).status_code < 500
