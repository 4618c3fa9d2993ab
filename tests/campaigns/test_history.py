"""The history as each may see it, in sentences."""

import pytest

from campaigns.ledger import history
from tests.campaigns.group import envelope


@pytest.fixture
def evening(group):
    """1 recruit, 2 open, 3 spirit (by the game master), 4 stock, 5 close, 6 undo of 5."""
    hero = group.recruits(group.player)
    group.does(group.gm, "open_quest", quest="attic")
    group.does(group.gm, "change_spirit", hero=hero, by=-1)
    group.does(group.gm, "stock_store", by=2)
    group.does(group.gm, "close_quest")
    group.undoes(group.gm, 5)
    group.hero = hero
    return group


def told(group, user, **filters):
    return history(group.enter(user), **filters)


def seqs(lines):
    return [line.seq for line in lines]


def test_it_tells_the_newest_first(evening):
    lines = told(evening, evening.gm)
    assert seqs(lines) == [6, 5, 4, 3, 2, 1]
    assert [line.sentence.en for line in lines][:3] == [
        "Taken back: End of The attic. Store: +1.",
        "End of The attic. Store: +1.",
        "Store: +2.",
    ]


def test_it_names_who_did_it_and_for_whom(evening):
    line = told(evening, evening.gm)[3]
    assert (line.seat_key, line.seat_name, line.on_behalf_name) == ("s1", "Zargon", "Merin's player")
    assert line.heroes == (evening.hero,)


def test_undone_acts_are_marked(evening):
    assert {line.seq: line.undone_by for line in told(evening, evening.gm) if line.undone_by} == {5: 6}


def test_players_see_that_something_happened_and_no_more(evening):
    lines = {line.seq: line for line in told(evening, evening.player)}
    assert seqs(lines.values()) == [6, 5, 4, 3, 2, 1]
    assert lines[4].sentence.en == "An act whose details are hidden."
    assert lines[4].events == ()
    assert lines[5].sentence.en == "End of The attic."
    assert [event["kind"] for event in lines[5].events] == ["quest_closed"]
    assert "Store" not in str(lines)


def test_it_pages_backwards(evening):
    assert seqs(told(evening, evening.gm, limit=2)) == [6, 5]
    assert seqs(told(evening, evening.gm, before=5, limit=2)) == [4, 3]


def test_programs_follow_it_forwards(evening):
    assert seqs(told(evening, evening.gm, since=0, limit=2)) == [1, 2]
    assert seqs(told(evening, evening.gm, since=4)) == [5, 6]
    assert told(evening, evening.gm, since=6) == []


@pytest.mark.parametrize(("limit", "count"), [(0, 1), (-5, 1), (10_000, 6)])
def test_the_limit_is_kept_within_bounds(evening, limit, count):
    assert len(told(evening, evening.gm, limit=limit)) == count


def test_it_is_searched_by_hero_kind_and_quest(evening):
    assert seqs(told(evening, evening.gm, hero=evening.hero)) == [5, 3, 1]
    assert seqs(told(evening, evening.gm, hero="nobody")) == []
    assert seqs(told(evening, evening.gm, kind="undo")) == [6]
    assert seqs(told(evening, evening.gm, quest="attic")) == [6, 5, 4, 3, 2]


def test_an_undo_is_told_also_where_its_act_is_on_another_page(evening):
    assert (
        told(evening, evening.gm, kind="undo")[0].sentence.fr == "Repris : Fin de Le grenier. Réserve : +1."
    )


def test_an_empty_campaign_has_no_history(group):
    assert told(group, group.gm) == []


def test_it_costs_the_same_however_long_it_is(evening, django_assert_num_queries):
    entrance = evening.enter(evening.gm)
    with django_assert_num_queries(2):
        history(entrance, limit=50)
    for number in range(20):
        evening.does(evening.gm, "recruit_hero", around=envelope(behalf="s2"), name=f"Hero {number}")
    evening.undoes(evening.gm, 26)
    with django_assert_num_queries(2):
        history(entrance, limit=50)
    with django_assert_num_queries(3):
        history(entrance, kind="undo")
