"""Dice from the table and from the app; what was undone falls again."""

import pytest

from campaigns import acts
from campaigns.models import Entry
from campaigns.records import decode_body
from tests.campaigns.group import envelope
from tests.campaigns.test_acts import refused


@pytest.fixture
def hero(group):
    return group.recruits(group.player)


@pytest.fixture
def dice(monkeypatch):
    """The app's next faces, in order."""
    faces: list[int] = []
    monkeypatch.setattr(acts.secrets, "randbelow", lambda sides: faces.pop(0) - 1)
    return faces


def throws(group, hero, user=None):
    return group.does(user or group.player, "throw_for_gold", around=envelope(app=True), hero=hero).events[0][
        "gold"
    ]


def test_a_missing_roll_is_asked_for(group, hero):
    answer = refused(group.tries(group.player, "throw_for_gold", hero=hero), 422, "roll_needed")
    assert answer.params == {"for": "gold", "dice": "1d6"}


def test_faces_from_the_table_count(group, hero):
    answer = group.does(group.player, "throw_for_gold", around=envelope(gold=[4]), hero=hero)
    assert answer.events[0]["roll"] == {"purpose": "gold", "dice": "1d6", "faces": ("4",), "origin": "table"}
    assert group.state.hero(hero).gold == 4


@pytest.mark.parametrize("faces", [[7], [], [1, 2], ["skull"]])
def test_faces_that_cannot_fall_are_refused(group, hero, faces):
    answer = group.tries(group.player, "throw_for_gold", around=envelope(gold=faces), hero=hero)
    refused(answer, 422, "roll_impossible")


def test_a_roll_nobody_asked_for_is_refused(group, hero):
    answer = refused(group.tries(group.gm, "open_quest", around=envelope(luck=[1]), quest="attic"), 422)
    assert (answer.code, answer.params) == ("roll_not_needed", {"for": "luck"})


def test_the_app_rolls_when_asked(group, hero, dice):
    dice += [6]
    assert throws(group, hero) == 6
    assert decode_body(Entry.objects.get(seq=2).body).rolls[0].origin == "app"


def test_a_preview_never_rolls(group, hero):
    refused(
        group.previews(group.player, "throw_for_gold", around=envelope(app=True), hero=hero),
        422,
        "roll_needed",
    )


def test_a_repeated_request_does_not_roll_again(group, hero, dice):
    dice += [2]
    around = envelope(app=True)
    answers = [group.does(group.player, "throw_for_gold", around=around, hero=hero) for _ in range(2)]
    assert answers[0].events == answers[1].events


def test_a_roll_that_was_taken_back_falls_again(group, hero, dice):
    dice += [2, 6]
    assert throws(group, hero) == 2
    group.undoes(group.player, 2)
    assert throws(group, hero) == 2
    assert throws(group, hero) == 6
    group.is_sound()


def test_it_falls_again_for_whoever_sends_it(group, hero, dice):
    dice += [2]
    throws(group, hero)
    group.undoes(group.gm, 2)
    assert throws(group, hero, group.gm) == 2


def test_taking_back_two_rolls_brings_both_again(group, hero, dice):
    dice += [5, 1, 6]
    assert [throws(group, hero), throws(group, hero)] == [5, 1]
    group.undoes(group.player, 3)
    group.undoes(group.player, 2)
    assert [throws(group, hero), throws(group, hero), throws(group, hero)] == [5, 1, 6]
    group.is_sound()


def test_taking_it_back_again_does_not_help_either(group, hero, dice):
    dice += [1, 6]
    throws(group, hero)
    for seq in (2, 4, 6):
        group.undoes(group.player, seq)
        assert throws(group, hero) == 1
    assert throws(group, hero) == 6
    group.is_sound()


def test_another_command_gets_its_own_dice(group, hero, dice):
    dice += [1, 6]
    other = group.recruits(group.player, "Durgin")
    throws(group, hero)
    group.undoes(group.player, 3)
    assert throws(group, other) == 6


def test_a_roll_that_was_restored_is_spent(group, hero, dice):
    dice += [1, 6]
    throws(group, hero)
    group.undoes(group.player, 2)
    group.undoes(group.player, 3)
    assert throws(group, hero) == 6


def test_faces_thrown_on_the_table_may_be_thrown_again(group, hero, dice):
    dice += [6]
    group.does(group.player, "throw_for_gold", around=envelope(gold=[1]), hero=hero)
    group.undoes(group.player, 2)
    assert throws(group, hero) == 6
