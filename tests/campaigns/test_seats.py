"""Founding, naming, deleting, and the people of a campaign."""

import pytest
from django.core.exceptions import ValidationError

from campaigns.acts import Refusal
from campaigns.models import Campaign, Seat
from campaigns.people import settle
from campaigns.seats import add_seat, delete_campaign, found
from tests import toy


def test_the_founder_is_owner_and_game_master(group, gm):
    seat = Seat.objects.get(user=gm)
    assert (seat.key, seat.name, seat.role, seat.owner) == ("s1", "Zargon", "gm", True)
    assert group.state.heroes == ()


def test_the_founder_is_a_player_where_the_game_has_no_game_master(gm, bend):
    bend("needs_gm", False)
    found(gm, "Alone", toy.KEY)
    assert (Seat.objects.get().role, Seat.objects.get().owner) == ("player", True)


def test_the_founders_seat_is_called_as_they_are_where_no_name_is_given(gm):
    found(gm, "Alone", toy.KEY)
    assert Seat.objects.get().name == "zargon"


@pytest.mark.parametrize("name", ["", "   ", "n" * 81, "two\nlines", "nul\x00"])
def test_a_bad_name_founds_nothing(gm, name):
    with pytest.raises(ValidationError):
        found(gm, name, toy.KEY)
    assert not Campaign.objects.exists()


def test_seats_are_numbered_and_never_reused(group, stranger):
    assert add_seat(group.campaign, stranger, "Third", "spectator").key == "s3"


def test_nobody_sits_twice(group, player):
    with pytest.raises(ValidationError):
        add_seat(group.campaign, player, "Twice", "player")


def test_only_the_owner_renames_and_deletes(group):
    for refusal in (
        settle(group.enter(group.player), "Mine", None),
        delete_campaign(group.enter(group.player)),
    ):
        assert isinstance(refusal, Refusal)
        assert refusal.status == 403
    settle(group.enter(group.gm), "The attic gang", None)
    assert Campaign.objects.get().name == "The attic gang"


def test_deleting_a_person_leaves_seat_and_history(group, player):
    group.recruits(player)
    player.delete()
    assert Seat.objects.get(key="s2").user is None
    group.is_sound()
