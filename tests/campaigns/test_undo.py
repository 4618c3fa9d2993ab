"""Taking back and redoing, what stands in the way, and who may."""

import pytest

from campaigns.acts import Refusal
from campaigns.models import Entry, HeroOwner, HeroRow, UndoneAct
from tests.campaigns.group import envelope
from tests.campaigns.test_acts import refused


@pytest.fixture
def hero(group):
    return group.recruits(group.player)


def test_an_act_is_taken_back(group, hero):
    group.does(group.player, "change_spirit", hero=hero, by=-2)
    answer = group.undoes(group.gm, 2)
    assert (answer.entry_seq, answer.version, answer.created) == (3, 3, True)
    assert answer.command == {"kind": "undo", "seq": 2, "of": 2}
    assert answer.sentence.en == "Taken back: Spirit of Merin: -2."
    assert group.state.hero(hero).spirit == 3
    assert Entry.objects.count() == 3
    group.is_sound()


def test_acts_in_between_stand_when_they_do_not_depend_on_it(group, hero):
    group.does(group.gm, "open_quest", quest="attic")
    group.does(group.player, "change_spirit", hero=hero, by=-1)
    group.undoes(group.gm, 2)
    assert group.state.quest == ""
    assert group.state.hero(hero).spirit == 2
    group.is_sound()


def test_what_depends_on_it_stands_in_the_way_and_is_named(group, hero):
    group.does(group.player, "change_spirit", hero=hero, by=-1)
    answer = refused(group.tries_undo(group.gm, 1), 422, "undo_blocked")
    assert answer.params == {"seq": 2}
    assert answer.message.en == "Take back act no. 2 first: Spirit of Merin: -1."
    assert group.length == 2


def test_a_blocked_undo_goes_through_from_the_end(group, hero):
    group.does(group.player, "change_spirit", hero=hero, by=-1)
    group.undoes(group.gm, 2)
    group.undoes(group.gm, 1)
    assert group.state.heroes == ()
    assert not HeroRow.objects.exists()
    group.is_sound()


def test_the_obstacle_hides_what_the_player_may_not_know(group, bend):
    group.does(group.gm, "stock_store", by=9)
    group.does(group.gm, "open_quest", quest="attic")
    group.does(group.gm, "close_quest")
    answer = refused(group.tries_undo(group.gm, 1), 422, "undo_blocked")
    assert answer.params == {"seq": 3}


def test_what_is_taken_back_is_not_taken_back_again(group, hero):
    group.undoes(group.gm, 1)
    answer = refused(group.tries_undo(group.gm, 1), 422, "already_undone")
    assert answer.params == {"seq": 1}


@pytest.mark.parametrize("seq", [0, -1, 2, 10**30])
def test_an_absent_act_is_404(group, hero, seq):
    refused(group.tries_undo(group.gm, seq), 404, "no_such_act")


def test_taking_back_an_undo_is_redo(group, hero):
    group.does(group.player, "change_spirit", hero=hero, by=-2)
    before = group.state
    group.undoes(group.gm, 2)
    answer = group.undoes(group.gm, 3)
    assert answer.sentence.en == "Restored: Spirit of Merin: -2."
    assert group.state == before
    assert not UndoneAct.objects.filter(seq=2).exists()
    group.is_sound()


def test_redo_is_refused_where_it_no_longer_fits(group, hero):
    group.does(group.player, "change_spirit", hero=hero, by=-3)
    group.undoes(group.gm, 2)
    group.does(group.player, "change_spirit", hero=hero, by=-3)
    answer = refused(group.tries_undo(group.gm, 3), 422, "undo_blocked")
    assert answer.params == {"seq": 4}


def test_redo_can_itself_be_taken_back(group, hero):
    group.undoes(group.gm, 1)
    group.undoes(group.gm, 2)
    assert group.undoes(group.gm, 3).sentence.en == "Taken back: Merin joins the party."
    assert group.state.heroes == ()
    group.is_sound()


def test_a_hero_who_is_restored_belongs_to_the_same_player(group, hero):
    group.undoes(group.gm, 1)
    assert not HeroOwner.objects.exists()
    group.undoes(group.gm, 2)
    assert HeroOwner.objects.get().seat == group.seat(group.player)


def test_undo_to_here_takes_everything_since(group, hero):
    group.does(group.gm, "open_quest", quest="attic")
    before = group.state
    group.does(group.player, "change_spirit", hero=hero, by=-1)
    group.does(group.player, "retire_hero", hero=hero)
    group.does(group.gm, "close_quest")
    answer = group.undoes(group.gm, 3, through=True)
    assert answer.sentence.en.startswith("Everything is taken back since: ")
    assert group.state == before
    group.is_sound()


def test_undo_to_here_takes_undos_back_too(group, hero):
    group.does(group.player, "change_spirit", hero=hero, by=-1)
    before = group.state
    group.does(group.gm, "open_quest", quest="attic")
    group.undoes(group.gm, 2)
    assert group.state != before
    group.undoes(group.gm, 3, through=True)
    assert group.state == before
    group.undoes(group.gm, 5)
    assert group.state.quest == "attic"
    assert group.state.hero(hero).spirit == 3
    group.is_sound()


def test_undo_to_here_does_not_bring_back_what_was_undone_before(group, hero):
    group.does(group.player, "change_spirit", hero=hero, by=-1)
    group.does(group.player, "change_spirit", hero=hero, by=-1)
    group.undoes(group.gm, 3)
    group.undoes(group.gm, 2, through=True)
    assert group.state.hero(hero).spirit == 3
    group.undoes(group.gm, 5)
    assert group.state.hero(hero).spirit == 2
    group.is_sound()


def test_undo_to_here_needs_something_to_take(group, hero):
    group.undoes(group.gm, 1, through=True)
    refused(group.tries_undo(group.gm, 1, through=True), 422, "already_undone")
    assert group.state.heroes == ()


def test_an_undo_that_would_break_an_invariant_is_refused(group, hero, bend):
    group.does(group.player, "change_spirit", hero=hero, by=-1)
    with bend("audit", lambda state: ("broken",)):
        refused(group.tries_undo(group.gm, 2), 422, "undo_breaks")
    assert group.length == 2


def test_a_player_takes_back_the_own_last_act(group, hero):
    group.does(group.player, "change_spirit", hero=hero, by=-1)
    group.undoes(group.player, 2)
    group.undoes(group.player, 1)
    assert group.state.heroes == ()


def test_a_player_redoes_the_own_last_undo(group, hero):
    group.undoes(group.player, 1)
    group.undoes(group.player, 2)
    assert group.state.hero(hero)


def test_a_player_does_not_take_back_what_is_not_the_last(group, hero):
    group.does(group.player, "change_spirit", hero=hero, by=-1)
    refused(group.tries_undo(group.player, 1), 403, "not_yours_to_undo")
    group.undoes(group.player, 2)
    group.does(group.gm, "open_quest", quest="attic")
    refused(group.tries_undo(group.player, 3), 403, "not_yours_to_undo")


def test_a_player_does_not_take_back_what_others_did(group, hero):
    group.does(group.gm, "change_spirit", hero=hero, by=-1)
    refused(group.tries_undo(group.player, 2), 403, "not_yours_to_undo")


def test_a_player_does_not_take_back_more_than_one(group, hero):
    group.does(group.player, "change_spirit", hero=hero, by=-1)
    refused(group.tries_undo(group.player, 1, through=True), 403)
    assert group.undoes(group.player, 2, through=True).created


def test_a_spectator_takes_nothing_back(group, hero, spectator):
    refused(group.tries_undo(spectator, 1), 403, "forbidden")


def test_the_same_undo_sent_twice_is_one(group, hero):
    around = envelope()
    first = group.undoes(group.gm, 1, around=around)
    again = group.undoes(group.gm, 1, around=around)
    assert (again.created, again.entry_seq, again.sentence) == (False, first.entry_seq, first.sentence)
    refused(group.tries_undo(group.gm, 1, through=True, around=around), 409)


def test_what_was_refused_can_be_asked_again_with_the_same_key(group, hero):
    around = envelope()
    assert isinstance(group.tries_undo(group.gm, 7, around=around), Refusal)
    assert group.undoes(group.gm, 1, around=around).created


def test_what_can_no_longer_be_as_it_was_is_not_restored(group, hero):
    group.does(group.player, "change_spirit", hero=hero, by=-1)
    group.undoes(group.gm, 2)
    group.undoes(group.gm, 1)
    answer = refused(group.tries_undo(group.gm, 3), 422, "redo_blocked")
    assert answer.params == {"seq": 2}
    group.undoes(group.gm, 4)
    group.undoes(group.gm, 3)
    assert group.state.hero(hero).spirit == 2
    group.is_sound()
