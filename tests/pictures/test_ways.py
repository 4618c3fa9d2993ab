"""A refusal leads to what would help: for whoever may do it a link, for the others whom to ask."""

import pytest

from campaigns.seats import add_seat, found
from tests.campaigns.group import Group
from tests.conftest import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(gm, player):
    campaign = found(gm, "At the table", "heroquest_evolution", "Zargon")
    add_seat(campaign, player, "Anna", "player")
    group = Group(campaign, gm, player)
    made = group.does(player, "recruit_hero", hero_class="barbarian", name="Brom")
    group.people = {"brom": made.events[0]["hero"]}
    return group


def page(table, user, path):
    return signed_in(user).get(f"/campaigns/{table.campaign.pk}/{path}")


def test_who_runs_the_table_is_led_to_opening_the_quest_that_is_missing(table):
    shown = page(table, table.gm, f"do/record_kill/?hero={table.people['brom']}").content.decode()
    assert "Not now." in shown
    assert f'href="/campaigns/{table.campaign.pk}/do/open_quest/"' in shown


def test_a_player_is_told_whom_to_ask(table):
    shown = page(table, table.player, f"do/record_kill/?hero={table.people['brom']}").content.decode()
    assert "Ask the game master: Open a quest" in shown
    assert "do/open_quest/" not in shown


def test_what_cannot_be_done_either_is_led_to_all_the_same_for_its_own_reason(table):
    table.does(table.gm, "open_quest", heroes=[table.people["brom"]], quest="the-trial")
    shown = page(table, table.player, f"do/buy/?hero={table.people['brom']}").content.decode()
    assert "Ask the game master: Close the quest" in shown


def test_an_undo_in_the_way_of_another_act_offers_to_take_that_back_first(table):
    brom = table.people["brom"]
    table.does(table.gm, "open_quest", heroes=[brom], quest="the-trial")
    client, base = signed_in(table.gm), f"/campaigns/{table.campaign.pk}/"
    form = {"key": "7e7ad9a2-6d6e-4f0f-b9cf-1c1d28d4b6f0", "next": f"{base}acts/"}
    answer = client.post(f"{base}acts/1/undo/", form)
    shown = answer.content.decode()
    assert answer.status_code == 422
    assert f'formaction="{base}acts/2/undo/"' in shown
    assert f"{base}acts/?before=3#act-2" in shown
    assert client.post(f"{base}acts/2/undo/", form).status_code == 303
    assert client.post(f"{base}acts/1/undo/", form).status_code == 303
