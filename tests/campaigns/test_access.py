"""Who may enter, and what they carry."""

import uuid

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404

from campaigns.access import enter, seats_of
from campaigns.seats import add_seat, delete_campaign, found, remove_seat, restore_campaign
from tests import toy


def test_a_member_enters_with_seat_and_heroes(group):
    hero = group.recruits(group.player)
    entrance = group.enter(group.player)
    assert (entrance.viewer.role, entrance.viewer.seat) == ("player", "s2")
    assert entrance.viewer.heroes == {hero}
    assert group.enter(group.gm).viewer.heroes == frozenset()


def test_a_stranger_gets_404(group, stranger):
    with pytest.raises(Http404):
        group.enter(stranger)


def test_nobody_in_particular_gets_404(group):
    with pytest.raises(Http404):
        group.enter(AnonymousUser())


@pytest.mark.parametrize("campaign_id", [uuid.uuid4(), "nonsense", ""])
def test_an_absent_campaign_is_404(gm, campaign_id):
    with pytest.raises(Http404):
        enter(gm, campaign_id)


def test_an_id_may_come_as_text(group):
    assert enter(group.gm, str(group.campaign.pk)).campaign == group.campaign


def test_whoever_was_removed_gets_404(group):
    remove_seat(group.seat(group.player))
    with pytest.raises(Http404):
        group.enter(group.player)


def test_a_person_may_come_back_to_another_seat(group):
    remove_seat(group.seat(group.player))
    add_seat(group.campaign, group.player, "Back again", "player")
    assert group.enter(group.player).seat.key == "s3"


def test_a_deleted_campaign_is_404_until_it_is_restored(group):
    delete_campaign(group.enter(group.gm))
    with pytest.raises(Http404):
        group.enter(group.gm)
    assert not seats_of(group.gm).exists()
    restore_campaign(group.campaign)
    assert group.enter(group.gm).seat.owner


def test_entering_costs_one_query_and_the_state_one(group, django_assert_num_queries):
    group.recruits(group.player)
    with django_assert_num_queries(1):
        entrance = group.enter(group.player)
    with django_assert_num_queries(1):
        assert entrance.state() is entrance.state()


def test_the_own_campaigns_are_listed_with_the_seat(group, player):
    other = found(player, "Another", toy.KEY)
    assert {seat.campaign_id for seat in seats_of(player)} == {group.campaign.pk, other.pk}
