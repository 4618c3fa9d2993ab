"""The game master's way to the stock of evolutions, by pages without script."""

import uuid
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client

from accounts.models import User
from campaigns.access import enter
from campaigns.acts import Envelope, perform
from campaigns.answers import Accepted
from campaigns.seats import add_seat, found
from tests.pages.conftest import FORM, forms

CELL = "stock.2.1"


class Cellar:
    """A campaign with a hero in a dungeon and two goblin champions in stock."""

    def __init__(self, gm: User, player: User) -> None:
        self.gm, self.campaign = gm, found(gm, "The cellar gang", "heroquest_evolution", "Zargon")
        add_seat(self.campaign, player, "Merin's player", "player")
        self.base = f"/campaigns/{self.campaign.id}/"
        paper = {
            "hero_class": "dwarf",
            "level": 3,
            "xp": 100,
            "gold": 0,
            "body": 8,
            "mind": 3,
            "reason": "paper",
        }
        (event, *_) = self.does("enrol_hero", name="Dura", **paper).events
        self.does("open_quest", quest="melars-maze", heroes=[event["hero"]])

    def does(self, kind: str, **fields: Any) -> Accepted:
        envelope = Envelope(key=str(uuid.uuid4()))
        answer = perform(enter(self.gm, self.campaign.id), {"kind": kind, **fields}, envelope)
        assert isinstance(answer, Accepted), answer
        return answer

    @property
    def state(self) -> Any:
        return enter(self.gm, self.campaign.id).state()


@pytest.fixture
def cellar(gm: User, player: User) -> Cellar:
    return Cellar(gm, player)


def confirm(client: Client, page: Any, **changed: str) -> Any:
    form = forms(page)["offer"]
    return client.post(form.action, form.sends(**changed), content_type=FORM)


def test_a_card_of_the_stock_opens_its_reveal_and_one_press_makes_it(
    cellar: Cellar, gm_client: Client
) -> None:
    link = f"{cellar.base}do/reveal_evolution/?monster=goblin-champion"
    assert f'href="{link}"' in gm_client.get(cellar.base).content.decode()
    assert confirm(gm_client, gm_client.get(link)).status_code == 303
    assert cellar.state.stock == {"goblin-champion": 1}
    assert cellar.state.quest.reveals == {1: "goblin-champion"}


def test_at_the_table_the_reveal_is_at_hand_and_leads_back(cellar: Cellar, gm_client: Client) -> None:
    table = f"{cellar.base}table/"
    link = f"{cellar.base}do/reveal_evolution/?next={table}"
    assert f'href="{link}"' in gm_client.get(table).content.decode()
    answer = confirm(gm_client, gm_client.get(link))
    assert (answer.status_code, answer["Location"]) == (303, table)


def test_a_player_is_shown_no_way_to_it(cellar: Cellar, player_client: Client) -> None:
    for page in ("", "table/"):
        assert "reveal_evolution" not in player_client.get(cellar.base + page).content.decode()
    assert player_client.get(f"{cellar.base}do/reveal_evolution/").status_code == 403


def test_the_evolution_revealed_stands_first_among_the_victims(cellar: Cellar, player_client: Client) -> None:
    cellar.does("reveal_evolution", monster="goblin-champion", replaces="goblin")
    assert "Evolutions revealed" in player_client.get(cellar.base).content.decode()


def test_the_game_master_sees_what_the_next_levels_bring(cellar: Cellar, gm_client: Client) -> None:
    html = gm_client.get(cellar.base).content.decode()
    assert "1st hero: orc champion (4\N{NO-BREAK SPACE}XP) · next Dura" in html


@pytest.mark.parametrize("ticked", [["demon"], ["goblin-hero", "orc-hero"], ["goblin-champion"]])
def test_a_cell_is_set_by_ticking_boxes(cellar: Cellar, gm_client: Client, ticked: list[str]) -> None:
    page = gm_client.get(f"{cellar.base}do/set_house_rule/", {"rule": CELL})
    form = forms(page)["offer"]
    assert ("value", "goblin-champion") in form.fields
    kept = [(name, value) for name, value in form.fields if (name, value) != ("value", "goblin-champion")]
    body = urlencode([*kept, *(("value", monster) for monster in ticked)])
    shown = forms(gm_client.post(f"{cellar.base}do/set_house_rule/", body, content_type=FORM))["offer"]
    answer = gm_client.post(shown.action, urlencode(shown.fields), content_type=FORM)
    assert answer.status_code == 303, answer.content.decode()
    house = {CELL: tuple(ticked)} if ticked != ["goblin-champion"] else {}
    assert cellar.state.house == house


def test_no_box_ticked_is_refused_and_said(cellar: Cellar, gm_client: Client) -> None:
    page = gm_client.get(f"{cellar.base}do/set_house_rule/", {"rule": CELL})
    kept = [(name, value) for name, value in forms(page)["offer"].fields if value != "goblin-champion"]
    answer = gm_client.post(f"{cellar.base}acts/", urlencode(kept), content_type=FORM)
    assert answer.status_code in (400, 422)
    assert cellar.state.house == {}


def test_the_rule_that_is_chosen_stands_before_the_others(cellar: Cellar, gm_client: Client) -> None:
    html = gm_client.get(f"{cellar.base}do/set_house_rule/", {"rule": CELL}).content.decode()
    assert '<details class="others"><summary>' in html
    assert (
        '<details class="others">' not in gm_client.get(f"{cellar.base}do/set_house_rule/").content.decode()
    )
