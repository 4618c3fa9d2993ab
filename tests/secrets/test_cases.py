"""What other trackers told by mistake, case by case; and what may be known of a secret act."""

from __future__ import annotations

import uuid

import pytest
from django.test import Client

from accounts.models import User
from tests.api.game import Game
from tests.conftest import signed_in
from tests.documents.desk import QUEST, changes, written
from tests.secrets.chance import Fate

HIDDEN = "An act whose details are hidden."
FELLMARG = "fellmarg"


@pytest.fixture
def player_page(game: Game, player: User) -> Client:
    return signed_in(player)


def searched(game: Game, page: Client, fate: Fate, hero: str) -> list[bytes]:
    """Whatever searches or completes, asked by a player for a monster and for words about it."""
    campaign = str(game.campaign.id)
    base, book = f"/campaigns/{campaign}/", "/rulesets/heroquest_evolution/"
    pages = [
        f"{book}?campaign={campaign}&q={FELLMARG}",
        f"{book}?campaign={campaign}&q=moulin",
        f"{book}catalog/monsters/?campaign={campaign}&q={FELLMARG}",
        f"{base}documents/?q={FELLMARG}",
        f"{base}notes/?q=moulin",
        f"{base}acts/?q=moulin",
        f"{base}do/record_kill/?hero={hero}",
        f"{base}heroes/{hero}/versus/?q={FELLMARG}",
    ]
    calls = [
        f"documents/?q={FELLMARG}",
        "notes/?q=moulin",
        f"offers/?hero={hero}&kind=record_kill",
        "acts/?q=moulin",
    ]
    asked = [(page, address) for address in pages] + [(game.player, game.at(call)) for call in calls]
    found = []
    for number, (client, address) in enumerate(asked):
        fate.at(number, address)
        found.append(client.get(address).content)
    return found


def test_neither_search_nor_choices_name_a_monster_for_being_hidden(
    game: Game, player_page: Client, fate: Fate
) -> None:
    hero = game.recruits(game.player)
    game.does(game.gm, "open_quest", quest="melars-maze", heroes=[hero])
    player_page.get("/campaigns/")  # from here on the browser has the cookies of the site
    before = searched(game, player_page, fate, hero)
    written(game, **QUEST)
    written(game, kind="plan", title="For the mill", monsters=[{"monster": FELLMARG, "count": 1}])
    assert len(game.read(game.gm, "documents/", q=FELLMARG)["results"]) == 2
    assert searched(game, player_page, fate, hero) == before


def test_of_a_secret_act_everybody_learns_that_it_was_and_no_more(game: Game) -> None:
    hero = game.recruits(game.player)
    game.does(game.gm, "correct_stock", monster="demon", count=2, reason="seen by nobody")
    game.does(game.player, "rename_hero", hero=hero, name="Next")
    for client in (game.player, game.spectator):
        lines = game.read(client, "acts/")["results"]
        assert [line["seq"] for line in lines] == [3, 2, 1], "a gap would tell more than a line"
        told = {name: lines[1][name] for name in ("kind", "sentence", "events", "heroes", "seat")}
        assert told == {
            "kind": "correct_stock",
            "sentence": HIDDEN,
            "events": [],
            "heroes": [],
            "seat": "s1",
        }
        assert "command" not in lines[1]


def test_what_is_no_act_moves_no_number_that_a_player_sees(game: Game, player_page: Client) -> None:
    hero = game.recruits(game.player)
    pages = [f"/campaigns/{game.campaign.id}/{rest}" for rest in ("", "acts/", "notes/", f"heroes/{hero}/")]
    calls = [
        game.at(rest) for rest in ("", "state/", "acts/", "notes/", "heroes/", f"heroes/{hero}/", "seats/")
    ]

    def tags() -> list[str | None]:
        answers = [player_page.get(page) for page in pages] + [game.player.get(call) for call in calls]
        assert {answer.status_code for answer in answers} == {200}
        return [answer.headers.get("ETag") for answer in answers]

    before = tags()
    assert None not in before
    made = written(game, **QUEST)
    assert changes(game, made["id"], 1, body="more").status_code == 200
    headers = {"idempotency-key": str(uuid.uuid4())}
    assert (
        game.gm.post(game.at("hidden-rolls/"), {"dice": [{"die": "d6"}]}, headers=headers).status_code == 201
    )
    assert tags() == before


def test_notes_stand_in_an_order_that_tells_not_when_they_were_written_in_secret(game: Game) -> None:
    old = written(game, title="The inn")
    written(game, title="Rumours", shared=True)
    assert changes(game, old["id"], 1, shared=True).status_code == 200
    assert [note["title"] for note in game.read(game.player, "notes/")["results"]] == ["Rumours", "The inn"]


def test_the_public_link_shows_the_campaign_in_a_clean_browser(game: Game) -> None:
    hero = game.recruits(game.player, "Brom")
    written(game, title="Rumours", body="of a mill", secret="it burns", shared=True)
    opened = game.gm.put(game.at("public-link/"))
    browser = Client(headers={"accept-language": "en"})
    page = browser.get(opened.json()["url"], follow=True)
    base = f"/campaigns/{game.campaign.id}/"
    assert page.redirect_chain[-1][0] == base
    assert "Brom" in page.content.decode()
    assert "Brom" in browser.get(f"{base}heroes/{hero}/").content.decode()
    assert "joins" in browser.get(f"{base}acts/").content.decode()
    notes = browser.get(f"{base}notes/").content.decode()
    assert "of a mill" in notes
    assert "it burns" not in notes
