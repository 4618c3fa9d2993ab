"""Cards of a pile are drawn by the app unasked, named by whoever has them on the table, and found again when taken back."""

import sys

import pytest
from msgspec.structs import replace

from campaigns import acts
from campaigns.models import Entry, FaceRow
from campaigns.records import decode_body
from tests.campaigns.group import envelope
from tests.campaigns.test_acts import refused


@pytest.fixture
def hero(group):
    return group.recruits(group.player)


def draws(group, hero, **faces):
    return group.does(group.player, "draw_fortune", around=envelope(**faces), hero=hero).events[0]["roll"]


def test_the_app_draws_without_being_asked(group, hero):
    assert draws(group, hero)["origin"] == "app"
    assert decode_body(Entry.objects.get(seq=2).body).rolls[0].dice == "1fortune-card"


def test_a_card_may_be_named_from_the_table(group, hero):
    assert draws(group, hero, fortune=["sun"]) == {
        "purpose": "fortune",
        "dice": "1fortune-card",
        "faces": ("sun",),
        "origin": "table",
    }
    assert group.state.hero(hero).gold == 6


def test_a_card_that_is_not_in_the_pile_is_refused(group, hero):
    answer = group.tries(group.player, "draw_fortune", around=envelope(fortune=["star"]), hero=hero)
    refused(answer, 422, "roll_impossible")


def test_where_the_table_throws_everything_the_card_is_asked_for(group, hero, bend):
    bend("thrower", lambda state: "table")
    answer = refused(group.tries(group.player, "draw_fortune", hero=hero), 422, "roll_needed")
    assert answer.message.en == "Fortune: draw 1 card of fortune."


def test_a_preview_never_draws(group, hero):
    refused(group.previews(group.player, "draw_fortune", hero=hero), 422, "roll_needed")


def test_a_card_that_was_taken_back_comes_again(group, hero, monkeypatch):
    faces = [1, 0]
    monkeypatch.setattr(acts.secrets, "randbelow", lambda sides: faces.pop(0))
    assert draws(group, hero)["faces"] == ("moon",)
    group.undoes(group.player, 2)
    assert draws(group, hero)["faces"] == ("moon",)
    assert draws(group, hero)["faces"] == ("sun",)
    group.is_sound()


def test_cards_are_not_counted_among_the_faces_of_dice(group, hero):
    draws(group, hero)
    group.does(group.player, "throw_for_gold", around=envelope(gold=[4]), hero=hero)
    assert [(row.die, row.face) for row in FaceRow.objects.all()] == [("d6", "4")]


def test_a_card_that_has_left_its_pile_in_the_meantime_does_not_come_again(group, hero, monkeypatch):
    """It would be refused each time, and nobody could go on."""
    game = sys.modules["rules.toy_game"]
    monkeypatch.setattr(acts.secrets, "randbelow", lambda sides: sides - 1)
    assert draws(group, hero)["faces"] == ("moon",)
    group.undoes(group.player, 2)
    monkeypatch.setattr(game, "FORTUNE", replace(game.FORTUNE, faces=("sun",)))
    assert draws(group, hero)["faces"] == ("sun",)
    monkeypatch.undo()
    assert draws(group, hero)["faces"] == ("moon",)
    group.is_sound()
