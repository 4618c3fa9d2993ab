"""Kept states: what is lost is folded again, and the past is shown as it was known then."""

from uuid import uuid4

import pytest

from campaigns.ledger import state_at
from campaigns.models import Checkpoint, CurrentState
from campaigns.snapshots import KNOWN, Known
from campaigns.spans import STEP
from tests.campaigns.group import envelope


@pytest.fixture
def hero(group):
    return group.recruits(group.player)


def play(group, hero, number):
    for turn in range(number):
        group.does(group.player, "change_spirit", hero=hero, by=-1 if turn % 2 == 0 else 1)


def test_a_checkpoint_is_kept_every_so_often(group, hero):
    play(group, hero, 2 * STEP + 1)
    assert list(Checkpoint.objects.values_list("seq", flat=True)) == [STEP, 2 * STEP]
    group.is_sound()


@pytest.mark.parametrize("loss", ["dropped", "stale", "unreadable", "schema"])
def test_a_lost_state_is_folded_again(group, hero, loss):
    play(group, hero, 3)
    before = group.state
    kept = CurrentState.objects.filter(campaign=group.campaign)
    if loss == "dropped":
        kept.delete()
    else:
        change = {"stale": {"seq": 2}, "unreadable": {"state": "{"}, "schema": {"schema": 99}}[loss]
        kept.update(**change)
    assert group.state == before
    group.does(group.player, "change_spirit", hero=hero, by=0)
    assert group.state == before
    assert CurrentState.objects.get().seq == 5
    group.is_sound()


def test_a_first_answer_is_found_also_without_a_snapshot(group, hero):
    around = envelope()
    group.does(group.player, "change_spirit", around=around, hero=hero, by=-1)
    CurrentState.objects.all().delete()
    assert not group.does(group.player, "change_spirit", around=around, hero=hero, by=-1).created


def test_folding_again_begins_at_a_checkpoint(group, hero, monkeypatch):
    play(group, hero, STEP + 2)
    before = group.state
    CurrentState.objects.all().delete()
    KNOWN.forget()
    evolved = []
    ruleset = group.enter(group.gm).ruleset
    evolve_all = type(ruleset).evolve_all
    monkeypatch.setattr(
        type(ruleset),
        "evolve_all",
        lambda self, state, events: evolved.append(1) or evolve_all(self, state, events),
    )
    assert group.state == before
    assert len(evolved) == 3


def test_dropping_every_checkpoint_loses_nothing(group, hero):
    play(group, hero, STEP + 2)
    before = [state_at(group.campaign, seq) for seq in (1, STEP, STEP + 2)]
    Checkpoint.objects.all().delete()
    assert [state_at(group.campaign, seq) for seq in (1, STEP, STEP + 2)] == before


def test_the_past_is_shown_as_it_was_known_then(group, hero):
    group.does(group.player, "change_spirit", hero=hero, by=-2)
    group.undoes(group.gm, 2)
    spirits = [state_at(group.campaign, seq).hero(hero).spirit for seq in (1, 2, 3)]
    assert spirits == [3, 1, 3]
    assert state_at(group.campaign, 0).heroes == ()


def test_a_checkpoint_that_an_undo_reached_behind_is_not_built_upon(group, hero):
    group.does(group.gm, "open_quest", quest="attic")
    play(group, hero, STEP)
    group.undoes(group.gm, 2)
    CurrentState.objects.all().delete()
    assert group.state.quest == ""
    assert state_at(group.campaign, STEP).quest == "attic"
    assert state_at(group.campaign, STEP + 2).quest == "attic"
    group.is_sound()


def test_a_state_is_read_once_for_each_head_of_the_ledger(group, hero, django_assert_num_queries):
    first, second = group.enter(group.gm), group.enter(group.gm)
    with django_assert_num_queries(1):
        assert first.state() is second.state()
    play(group, hero, 1)
    later = group.enter(group.gm)
    with django_assert_num_queries(1):
        assert later.state() is not first.state()


def test_states_looked_at_long_ago_are_forgotten():
    known = Known(most=2)
    for key in "abc":
        known.keep((uuid4(), key), key)
    assert list(known.states.values()) == ["b", "c"]
