"""At the table: marks to tap, the board with its monsters, rooms and notes for whoever runs the game, keys."""

from __future__ import annotations

import re
import uuid
from html import unescape
from typing import Any
from urllib.parse import parse_qs

import pytest
from django.test import Client

from accounts.models import User
from campaigns.access import enter
from campaigns.acts import Envelope, perform
from campaigns.answers import Accepted
from campaigns.documents import writing
from campaigns.documents.contents import Content, MonsterGroup, Room
from campaigns.models import Campaign
from campaigns.seats import add_seat, found
from tests.pages.conftest import forms

THRONE = Room(
    title="The throne of bones",
    text="Something *stirs*.",
    monsters=(MonsterGroup("orc", 2), MonsterGroup("ogre", 1)),
)
PLAN = Content(title="My plan", quest="the-fire-mage", rooms=(Room(title="A corridor"), THRONE))
NOTE = Content(title="Remember", body="The chest creaks.", secret="The key is false.")


class Table:
    """A barbarian of the player's in a quest that the game master has prepared."""

    def __init__(self, gm: User, player: User) -> None:
        self.gm, self.player = gm, player
        self.campaign: Campaign = found(gm, "The cellar gang", "heroquest_evolution", "Zargon")
        add_seat(self.campaign, player, "Merin's player", "player")
        self.base = f"/campaigns/{self.campaign.id}/"
        self.hero = self.does(player, "recruit_hero", hero_class="barbarian", name="Brom").events[0]["hero"]
        self.does(gm, "open_quest", quest="the-fire-mage", heroes=[self.hero])
        for kind, content in (("prepared_quest", PLAN), ("note", NOTE)):
            writing.create(enter(gm, self.campaign.id), kind, content, uuid.uuid4())  # type: ignore[arg-type]

    def does(self, who: User, kind: str, **fields: Any) -> Accepted:
        outcome = perform(
            enter(who, self.campaign.id), {"kind": kind} | fields, Envelope(key=str(uuid.uuid4()))
        )
        assert isinstance(outcome, Accepted), outcome
        return outcome

    @property
    def figures(self) -> list[tuple[str, int, int]]:
        run = enter(self.gm, self.campaign.id).state().quest
        return [(one.monster, one.nth, one.body) for one in run.figures]

    @property
    def body(self) -> int:
        return int(enter(self.gm, self.campaign.id).state().heroes[self.hero].body)


@pytest.fixture
def table(gm: User, player: User) -> Table:
    return Table(gm, player)


def text(answer: Any) -> str:
    return str(answer.content.decode())


def taps(answer: Any, kind: str) -> list[str]:
    """What the buttons for this kind send, in the order of the page."""
    found = re.findall(r'name="tap" value="([^"]+)"', text(answer))
    return [tap for tap in map(unescape, found) if parse_qs(tap)["kind"] == [kind]]


def tap(client: Client, answer: Any, form: str, value: str, **headers: str) -> Any:
    fields = dict(forms(answer)[form].fields) | {"tap": value}
    sent = client.post(forms(answer)[form].action, fields, headers=headers)
    assert sent.status_code in (200, 303), text(sent)
    return sent


def test_a_room_of_the_plan_enters_play_with_one_button(table, gm_client):
    page = gm_client.get(f"{table.base}table/")
    assert "The throne of bones" in text(page)
    assert "<em>stirs</em>" in text(page)
    room = next(one for one in taps(page, "place_monsters") if "room=2" in one)
    tap(gm_client, page, "taps-board", room)
    assert table.figures == [("orc", 1, 1), ("orc", 2, 1), ("ogre", 1, 2)]
    again = text(gm_client.get(f"{table.base}table/"))
    assert again.count('class="door is-done"') == 1
    assert "monster=orc&amp;count=2" in again


def test_a_room_without_monsters_is_read_only(table, gm_client):
    page = gm_client.get(f"{table.base}table/")
    assert not any("room=1" in one for one in taps(page, "place_monsters"))


def test_players_see_who_stands_there_and_nothing_of_the_plan(table, gm_client, player_client):
    table.does(table.gm, "place_monsters", monsters={"orc": 1}, room=2)
    page = text(player_client.get(f"{table.base}table/"))
    assert "Orc 1" in page
    assert all(
        secret not in page for secret in ("throne", "My plan", "Remember", "key is false", "place_monsters")
    )
    history = text(player_client.get(f"{table.base}acts/"))
    assert "enters play" in history
    assert "room 2" not in history
    assert "room 2" in text(gm_client.get(f"{table.base}acts/"))


def test_a_player_kills_what_stands_there_and_wounds_nothing(table, player_client):
    table.does(table.gm, "place_monsters", monsters={"orc": 1})
    page = player_client.get(f"{table.base}table/")
    assert taps(page, "change_monster") == taps(page, "remove_monster") == []
    (kill,) = (one for one in taps(page, "record_kill") if "figure=" in one)
    tap(player_client, page, "taps-board", kill)
    assert table.figures == []


def test_a_tapped_mark_of_a_monster_goes_out_and_the_last_one_asks_who_did_it(table, gm_client):
    table.does(table.gm, "place_monsters", monsters={"ogre": 1})
    page = gm_client.get(f"{table.base}table/")
    marks = taps(page, "change_monster")
    assert [parse_qs(mark)["by"] for mark in marks] == [["-2"], ["-1"]]
    tap(gm_client, page, "taps-board", marks[0])
    assert table.figures == [("ogre", 1, 0)]
    page = gm_client.get(f"{table.base}table/")
    assert "foe is-fallen" in text(page)
    tap(gm_client, page, "taps-board", next(one for one in taps(page, "record_kill") if "figure=" in one))
    assert table.figures == []


def test_an_undone_reveal_takes_its_monsters_back(table, gm_client):
    table.does(table.gm, "place_monsters", monsters={"orc": 2}, room=2)
    page = gm_client.get(f"{table.base}table/")
    answer = gm_client.post(
        next(b["formaction"] for b in forms(page)["taps-bar"].buttons if b.get("data-key") == "u"),
        dict(forms(page)["taps-bar"].fields),
    )
    assert answer.status_code == 303
    assert table.figures == []
    assert "door is-done" not in text(gm_client.get(f"{table.base}table/"))


def test_the_notes_lie_beside_the_table_and_stay_in_no_browser(table, gm_client, player_client):
    page = gm_client.get(f"{table.base}table/")
    assert "The key is false." in text(page)
    assert page["Cache-Control"] == "private, no-store"
    assert player_client.get(f"{table.base}table/")["Cache-Control"] == "private, no-cache"


def test_the_marks_of_a_hero_are_buttons(table, player_client):
    page = player_client.get(f"{table.base}heroes/{table.hero}/")
    marks = [one for one in taps(page, "change_track") if "track=body" in one]
    assert len(marks) == 8 + 1  # and the one beside them
    third = next(one for one in marks if "by=-6" in one)
    tap(player_client, page, "taps-hero", third)
    assert table.body == 2
    page = player_client.get(f"{table.base}heroes/{table.hero}/")
    fifth = next(one for one in taps(page, "change_track") if "track=body&by=3" in one)
    tap(player_client, page, "taps-hero", fifth)
    assert table.body == 5


def test_a_number_stands_against_what_it_is_otherwise(table, gm_client):
    table.does(table.gm, "apply_effect", hero=table.hero, effect="courage")
    page = text(gm_client.get(f"{table.base}heroes/{table.hero}/"))
    assert re.search(r'class="against">.*▲.*better for a while; otherwise</span> 3</span>', page)


def test_a_tap_in_a_column_brings_the_board_along(table, gm_client):
    table.does(table.gm, "place_monsters", monsters={"orc": 1})
    page = gm_client.get(f"{table.base}table/")
    kill = next(one for one in taps(page, "record_kill") if "monster=orc" in one and "figure" not in one)
    headers = {"HX-Request": "true", "HX-Target": f"hero-{table.hero}"}
    answer = text(tap(gm_client, page, f"taps-{table.hero}", kill, **headers))
    assert 'id="board"' in answer
    assert "Orc 1" not in answer.partition('id="board"')[2]


def test_monsters_in_play_come_first_in_the_picker(table, gm_client):
    table.does(table.gm, "place_monsters", monsters={"mummy": 1})
    kills = taps(gm_client.get(f"{table.base}heroes/{table.hero}/?tab=kill"), "record_kill")
    assert "monster=mummy" in kills[0]


def test_a_phone_shows_the_board_in_a_hero_s_place(table, gm_client):
    page = text(gm_client.get(f"{table.base}table/?hero=board"))
    assert 'class="column board is-current"' in page
    assert page.count("is-current") == 1


def test_a_tab_that_is_open_leads_back(table, gm_client):
    page = text(gm_client.get(f"{table.base}heroes/{table.hero}/?tab=gear"))
    assert f'<a href="{table.base}heroes/{table.hero}/" aria-current="page"' in page


def test_the_keys_have_a_list_without_script(table, gm_client):
    for where in ("table/", f"heroes/{table.hero}/"):
        assert 'href="?keys#keys"' in text(gm_client.get(f"{table.base}{where}"))
        page = text(gm_client.get(f"{table.base}{where}?keys"))
        assert re.search(r'<dialog [^>]*id="keys"[^>]* open>', page)
        named = set(re.findall(r"<kbd>([^<]+)</kbd>", page))
        assert {"w", "u", "k", "?"} <= named
        assert {"w", "u", "k", "?"} <= set(re.findall(r'data-key="([^"]+)"', page))


def test_the_program_of_a_player_sees_the_figures_and_no_room(table, gm_client, player_client):
    table.does(table.gm, "place_monsters", monsters={"orc": 1}, room=2)
    url = f"/api/v1/campaigns/{table.campaign.id}/state/"
    (orc,) = player_client.get(url).json()["quest"]["monsters"]
    assert (orc["monster"], orc["number"], orc["body"]) == ("orc", 1, {"now": 1, "max": 1})
    assert "rooms" not in player_client.get(url).json()
    assert gm_client.get(url).json()["rooms"] == [2]
