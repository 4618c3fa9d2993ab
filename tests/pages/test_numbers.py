"""Where a hero's number comes from."""

import pytest

from characters import numbers
from tests.campaigns.group import envelope


@pytest.fixture
def purse(sheet, hero, group):
    """Gold found thrice: 1, 2 and 3."""
    for face in (1, 2, 3):
        group.does(group.player, "throw_for_gold", hero=hero, around=envelope(gold=[face]))
    return f"{sheet}numbers/gold/"


def test_every_act_behind_it_is_listed_with_its_rule(purse, player_client):
    page = player_client.get(purse).content.decode()
    assert page.count("Found") == 3
    assert "+3" in page
    assert "§1" in page


def test_the_moves_add_up_to_the_number(purse, group, player_client):
    page = player_client.get(purse)
    shown = page.context["page"]
    assert shown.total == group.state.heroes[0].gold == 6
    assert [move.after for move in shown.moves] == [6, 3, 1]


def test_what_was_undone_does_not_count(purse, group, player_client):
    group.undoes(group.gm, 4)
    assert player_client.get(purse).context["page"].total == 3


def test_it_goes_back_page_by_page(purse, player_client, monkeypatch):
    monkeypatch.setattr(numbers, "MOVES", 2)
    first = player_client.get(purse).context["page"]
    assert [move.after for move in first.moves] == [6, 3]
    older = player_client.get(f"{purse}?before={first.older}").context["page"]
    assert [move.after for move in older.moves] == [1]


def test_a_number_nobody_moved_yet_says_so(sheet, player_client):
    assert "No act has moved this number yet." in player_client.get(f"{sheet}numbers/gold/").content.decode()


def test_an_unknown_number_or_hero_is_404(base, sheet, player_client):
    assert player_client.get(f"{sheet}numbers/luck/").status_code == 404
    assert player_client.get(f"{base}heroes/nobody/numbers/gold/").status_code == 404


def test_the_roster_keeps_those_who_left(base, hero, group, player_client):
    group.does(group.player, "retire_hero", hero=hero)
    page = player_client.get(f"{base}heroes/").content.decode()
    assert "Gone" in page
    assert "Merin retires." in page
