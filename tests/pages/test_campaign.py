"""The page of a campaign."""

import pytest


def test_it_shows_the_party_and_what_can_be_done(base, hero, gm_client):
    page = gm_client.get(base).content.decode()
    assert "Merin" in page
    assert f'href="{base}do/open_quest/"' in page
    assert "Merin joins the party." in page


def test_the_open_quest_leads_to_the_table(base, hero, group, gm_client):
    group.does(group.gm, "open_quest", quest="attic")
    page = gm_client.get(base).content.decode()
    assert "The attic" in page
    assert f'href="{base}table/"' in page
    assert f'href="{base}do/close_quest/"' in page


def test_what_cannot_be_done_says_why(base, hero, group, gm_client):
    page = gm_client.get(base).content.decode()
    assert "No quest is open." in page


def test_a_closed_quest_stays_in_the_list(base, hero, group, gm_client):
    group.does(group.gm, "open_quest", quest="attic")
    group.does(group.gm, "close_quest")
    page = gm_client.get(base).content.decode()
    assert f'href="{base}acts/?quest=attic"' in page
    assert "won" in page


def test_a_spectator_only_watches(base, hero, spectator_client):
    page = spectator_client.get(base).content.decode()
    assert "nothing here can be changed by you" in page
    assert "/do/" not in page


def test_a_player_is_not_offered_what_the_game_master_does(base, hero, player_client):
    page = player_client.get(base).content.decode()
    assert "/do/recruit_hero/" in page
    assert "/do/open_quest/" not in page


def test_the_secret_of_the_game_master_stays_one(base, hero, group, player_client):
    group.does(group.gm, "stock_store", by=7)
    assert "Store" not in player_client.get(base).content.decode()


@pytest.mark.parametrize("where", ["", "heroes/{hero}/", "table/"])
def test_it_costs_few_queries_however_long_the_ledger(
    where, base, hero, group, gm_client, django_assert_max_num_queries
):
    for _ in range(6):
        group.does(group.gm, "change_spirit", hero=hero, by=-1)
        group.does(group.gm, "change_spirit", hero=hero, by=1)
    gm_client.get(base + where.format(hero=hero))
    with django_assert_max_num_queries(9):  # session, person, seat, heroes, state; history 3, quests 1
        gm_client.get(base + where.format(hero=hero))
