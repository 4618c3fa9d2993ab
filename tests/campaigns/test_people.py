"""Who sits in a campaign: invitations, roles, handing over, leaving, the public link."""

from datetime import timedelta

import pytest
from django.http import Http404
from django.utils import timezone

from accounts.models import User
from campaigns import inviting, people
from campaigns.access import enter, enter_as_guest
from campaigns.answers import Refusal
from campaigns.inviting import DAY, Invited
from campaigns.models import Campaign, HeroOwner, Invitation, Seat
from campaigns.seats import add_seat, found
from tests import toy


@pytest.fixture
def second(group) -> User:
    """A second game master."""
    user = User.objects.create_user("second")
    add_seat(group.campaign, user, "Second", "gm")
    return user


@pytest.fixture
def invites(group):
    def invites(role="player", hero="", seconds=DAY, uses=1, by=None) -> str:
        made = inviting.invite(group.enter(by or group.gm), role, hero, seconds, uses)
        assert isinstance(made, Invited), made
        return made.token

    return invites


def accepts(user, token) -> Seat:
    accepted = inviting.accept(user, token)
    assert accepted is not None
    return accepted.seat


def refused(outcome, code):
    assert isinstance(outcome, Refusal)
    assert outcome.code == code
    return outcome


def gets_in(user, group) -> bool:
    try:
        enter(user, group.campaign.pk)
    except Http404:
        return False
    return True


# Invitations


@pytest.mark.parametrize("role", ["gm", "player", "spectator"])
def test_whoever_follows_the_link_sits_in_its_role(group, stranger, invites, role):
    seat = accepts(stranger, invites(role))
    assert (seat.role, seat.owner, group.enter(stranger).viewer.role) == (role, False, role)


def test_joining_writes_nothing_but_the_seat(group, stranger, invites):
    hero = group.recruits(group.player)
    before, version = group.length, group.enter(group.gm).campaign.version
    accepts(stranger, invites(hero=hero))
    assert (group.length, group.enter(group.gm).campaign.version) == (before, version)
    group.is_sound()


def test_the_token_is_in_the_database_as_a_hash_only(group, invites):
    token = invites()
    row = Invitation.objects.values().get()
    assert not [name for name, value in row.items() if token in str(value)]
    assert row["token_hash"] == people.hashed(token)


def test_a_link_for_one_seats_one(group, stranger, invites):
    token, late = invites(), User.objects.create_user("late")
    accepts(stranger, token)
    assert inviting.accept(late, token) is None
    assert inviting.looked_up(token) is None


def test_the_same_answer_comes_however_often_it_is_sent(group, stranger, invites):
    token = invites(uses=3)
    first, again = inviting.accept(stranger, token), inviting.accept(stranger, token)
    assert (first.is_new, again.is_new, first.seat.pk) == (True, False, again.seat.pk)
    assert Invitation.objects.get().uses_left == 2


def test_a_used_up_link_still_knows_who_used_it(stranger, invites):
    token = invites()
    seat = accepts(stranger, token)
    assert accepts(stranger, token).pk == seat.pk


def dead(kind, group, invites):
    token = invites()
    if kind == "expired":
        Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    elif kind == "revoked":
        assert inviting.revoke(group.enter(group.gm), Invitation.objects.get().pk) is None
    elif kind == "used up":
        accepts(User.objects.create_user("early"), token)
    elif kind == "of a deleted campaign":
        assert people.delete(group.enter(group.gm), group.campaign.name) is None
    return "inv_never" if kind == "unknown" else token


@pytest.mark.parametrize("kind", ["expired", "revoked", "used up", "of a deleted campaign", "unknown"])
def test_a_link_that_does_not_work_does_nothing(group, stranger, invites, kind):
    token = dead(kind, group, invites)
    assert inviting.looked_up(token) is None
    assert inviting.accept(stranger, token) is None
    assert not Seat.objects.filter(user=stranger).exists()


def test_a_link_for_a_hero_gives_the_hero(group, stranger, invites):
    hero = group.recruits(group.gm)
    seat = accepts(stranger, invites(hero=hero, uses=9))
    assert group.enter(stranger).viewer.heroes == {hero}
    assert (seat.role, Invitation.objects.get().uses_left) == ("player", 0)
    group.does(stranger, "change_spirit", hero=hero, by=-1)


def test_a_link_lifts_and_never_lowers(group, spectator, second, invites):
    assert accepts(spectator, invites("player")).role == "player"
    assert accepts(second, invites("spectator")).role == "gm"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"seconds": 59}, "out_of_bounds"),
        ({"seconds": 91 * DAY}, "out_of_bounds"),
        ({"uses": 0}, "out_of_bounds"),
        ({"uses": 51}, "out_of_bounds"),
        ({"hero": "nobody"}, "unknown_hero"),
    ],
)
def test_what_is_no_invitation_is_refused(group, fields, code):
    refused(inviting.invite(group.enter(group.gm), "player", **fields), code)
    assert not Invitation.objects.exists()


def test_spectators_get_no_hero(group, spectator):
    hero = group.recruits(group.player)
    refused(inviting.invite(group.enter(group.gm), "spectator", hero), "watches_only")
    seat = group.seat(spectator)
    refused(people.hand_over_hero(group.enter(group.gm), hero, seat.key), "watches_only")


def test_only_who_runs_the_table_invites(group, spectator):
    for user in (group.player, spectator):
        refused(inviting.invite(group.enter(user), "player"), "forbidden")
        refused(inviting.invitations(group.enter(user)), "forbidden")
        refused(inviting.revoke(group.enter(user), Invitation().pk), "forbidden")


def test_the_owner_invites_where_the_game_needs_no_master(group, stranger, bend):
    with bend("needs_gm", False):
        campaign = found(stranger, "Alone", toy.KEY)
        entrance = enter(stranger, campaign.pk)
        assert entrance.viewer.role == "player"
        assert isinstance(inviting.invite(entrance, "player"), Invited)
        refused(inviting.invite(entrance, "gm"), "no_gm_here")


def test_the_link_of_another_campaign_is_not_there_to_revoke(group, stranger, invites):
    invites()
    elsewhere = found(stranger, "Elsewhere", toy.KEY)
    refused(inviting.revoke(enter(stranger, elsewhere.pk), Invitation.objects.get().pk), "not_found")


# Going and coming back


def test_removing_a_player_keeps_the_heroes(group):
    hero, key = group.recruits(group.player), group.seat(group.player).key
    assert people.remove(group.enter(group.gm), key) is None
    assert not gets_in(group.player, group)
    assert HeroOwner.objects.get(hero=hero).seat.key == key
    group.does(group.gm, "change_spirit", hero=hero, by=-1)
    group.is_sound()


def test_who_comes_back_finds_seat_and_heroes(group, invites):
    hero, seat = group.recruits(group.player), group.seat(group.player)
    people.remove(group.enter(group.player), seat.key)
    assert accepts(group.player, invites()).pk == seat.pk
    assert group.enter(group.player).viewer.heroes == {hero}


def test_who_was_removed_does_not_come_back_by_an_older_link(group, invites):
    token = invites(uses=9)
    people.remove(group.enter(group.gm), group.seat(group.player).key)
    assert inviting.accept(group.player, token) is None
    assert not gets_in(group.player, group)
    assert accepts(group.player, invites()).is_live


def test_who_comes_back_has_the_role_of_the_invitation(group, second, invites):
    people.remove(group.enter(second), group.seat(second).key)
    assert accepts(second, invites("spectator")).role == "spectator"


def test_a_second_game_master_leaves_and_the_campaign_lives(group, second):
    assert people.remove(group.enter(second), group.seat(second).key) is None
    assert not gets_in(second, group)
    assert Campaign.objects.get().deleted_at is None
    group.recruits(group.gm)


def test_the_owner_is_not_removed_and_does_not_leave(group, second):
    owner = group.seat(group.gm).key
    refused(people.remove(group.enter(second), owner), "forbidden")
    refused(people.remove(group.enter(group.gm), owner), "owner_stays")
    assert gets_in(group.gm, group)


def test_the_last_game_master_stays(group, second):
    people.hand_over_campaign(group.enter(group.gm), group.seat(group.player).key)
    people.remove(group.enter(second), group.seat(second).key)
    key = group.seat(group.gm).key
    refused(people.remove(group.enter(group.gm), key), "last_gm")
    refused(people.change_role(group.enter(group.gm), key, "player"), "last_gm")
    assert group.enter(group.gm).viewer.role == "gm"


@pytest.mark.parametrize("who", ["player", "spectator"])
def test_who_does_not_run_the_table_removes_nobody_else(group, spectator, second, who):
    user = {"player": group.player, "spectator": spectator}[who]
    for other in {group.gm, second, group.player, spectator} - {user}:
        refused(people.remove(group.enter(user), group.seat(other).key), "forbidden")
        refused(people.change_role(group.enter(user), group.seat(other).key, "spectator"), "forbidden")
        refused(people.rename_seat(group.enter(user), group.seat(other).key, "X"), "forbidden")


def test_a_game_master_does_not_remove_another_but_the_owner_does(group, second):
    third = User.objects.create_user("third")
    add_seat(group.campaign, third, "Third", "gm")
    refused(people.remove(group.enter(second), group.seat(third).key), "forbidden")
    assert people.remove(group.enter(group.gm), group.seat(third).key) is None


# Roles


def test_nobody_lifts_oneself(group, spectator):
    refused(people.change_role(group.enter(group.player), group.seat(group.player).key, "gm"), "forbidden")
    refused(people.change_role(group.enter(spectator), group.seat(spectator).key, "player"), "forbidden")


def test_anybody_steps_back(group):
    seat = people.change_role(group.enter(group.player), group.seat(group.player).key, "spectator")
    assert seat.role == "spectator"


def test_an_old_game_master_loses_power_at_once(group, second):
    assert people.change_role(group.enter(second), group.seat(second).key, "player").role == "player"
    assert group.enter(second).viewer.role == "player"
    assert group.tries(second, "open_quest", quest="cellar").status == 403


def test_an_old_game_master_does_not_rise_by_a_link_of_old(group, second, invites):
    own, others = invites(by=second, uses=9), invites("gm", uses=9)
    harmless = invites("spectator")
    people.change_role(group.enter(group.gm), group.seat(second).key, "player")
    assert inviting.looked_up(own) is None
    assert inviting.looked_up(others) is None
    assert inviting.looked_up(harmless) is not None


def test_two_game_masters_take_turns(group, second):
    owner, other = group.seat(group.gm).key, group.seat(second).key
    people.change_role(group.enter(group.gm), other, "player")
    people.change_role(group.enter(group.gm), other, "gm")
    people.change_role(group.enter(group.gm), owner, "player")
    group.does(second, "open_quest", quest="cellar")
    refused(inviting.invite(group.enter(group.gm), "player"), "forbidden")
    assert people.change_role(group.enter(group.gm), owner, "gm").role == "gm"  # the campaign is theirs


def test_a_game_master_may_play_a_hero(group):
    hero = group.recruits(group.gm)
    assert hero in group.enter(group.gm).viewer.heroes


def test_nobody_sits_where_somebody_went(group):
    key = group.seat(group.player).key
    people.remove(group.enter(group.gm), key)
    for outcome in (
        people.change_role(group.enter(group.gm), key, "gm"),
        people.rename_seat(group.enter(group.gm), key, "X"),
        people.remove(group.enter(group.gm), key),
    ):
        refused(outcome, "nobody_there")


# Handing over


def test_a_player_hands_over_the_own_hero(group, other_player):
    hero = group.recruits(group.player)
    people.hand_over_hero(group.enter(group.player), hero, group.seat(other_player).key)
    assert group.enter(other_player).viewer.heroes == {hero}
    assert group.tries(group.player, "change_spirit", hero=hero, by=-1).code == "not_your_hero"
    refused(people.hand_over_hero(group.enter(group.player), hero, group.seat(group.player).key), "forbidden")


def test_a_game_master_hands_over_any_hero(group, other_player):
    hero = group.recruits(group.player)
    people.hand_over_hero(group.enter(group.gm), hero, group.seat(other_player).key)
    assert HeroOwner.objects.get(hero=hero).seat.user == other_player


def test_a_hero_goes_to_somebody_who_sits_here(group, other_player):
    hero, key = group.recruits(group.player), group.seat(other_player).key
    people.remove(group.enter(group.gm), key)
    for where in (key, "s99", ""):
        refused(people.hand_over_hero(group.enter(group.gm), hero, where), "unknown_seat")
    refused(people.hand_over_hero(group.enter(group.gm), "nobody", "s1"), "not_found")


def test_the_campaign_changes_hands(group, second):
    people.hand_over_campaign(group.enter(group.gm), group.seat(second).key)
    assert [seat.user for seat in Seat.objects.filter(owner=True)] == [second]
    refused(people.delete(group.enter(group.gm), group.campaign.name), "forbidden")


def test_a_campaign_handed_over_twice_at_once_has_one_owner(group, second):
    before = group.enter(group.gm)
    people.hand_over_campaign(before, group.seat(second).key)
    refused(people.hand_over_campaign(before, group.seat(group.player).key), "forbidden")
    assert Seat.objects.filter(owner=True).count() == 1


def test_only_the_owner_hands_the_campaign_over(group, second):
    for user in (second, group.player):
        refused(people.hand_over_campaign(group.enter(user), group.seat(user).key), "forbidden")


# The campaign itself


def test_deleting_asks_for_the_name(group):
    for typed in ("", "the cellar gang", "The cellar"):
        refused(people.delete(group.enter(group.gm), typed), "wrong_name")
    assert people.delete(group.enter(group.gm), " The cellar gang ") is None
    assert not gets_in(group.gm, group)


def test_a_second_game_master_does_not_delete(group, second):
    refused(people.delete(group.enter(second), group.campaign.name), "forbidden")


def test_for_30_days_the_owner_brings_it_back(group, second):
    people.delete(group.enter(group.gm), group.campaign.name)
    assert people.restore(second, group.campaign.pk) is None
    assert people.restore(group.gm, group.campaign.pk) == group.campaign
    assert gets_in(group.player, group)


def test_after_30_days_nobody_does(group):
    people.delete(group.enter(group.gm), group.campaign.name)
    Campaign.objects.update(deleted_at=timezone.now() - timedelta(days=30, seconds=1))
    assert people.restore(group.gm, group.campaign.pk) is None


def test_the_public_link_is_off_until_it_is_made(group):
    assert Campaign.objects.get().public_hash == ""
    with pytest.raises(Http404):
        enter_as_guest(group.campaign.pk, "")


def test_a_guest_sees_what_a_spectator_sees_while_the_link_is_open(group):
    token = people.open_to_public(group.enter(group.gm))
    guest = enter_as_guest(group.campaign.pk, people.hashed(token))
    assert (guest.viewer.role, guest.viewer.seat, guest.viewer.heroes) == ("spectator", None, frozenset())
    assert token not in str(Campaign.objects.values().get())
    people.close_to_public(group.enter(group.gm))
    with pytest.raises(Http404):
        enter_as_guest(group.campaign.pk, people.hashed(token))
    assert people.opened_by(token) is None


def test_a_new_public_link_ends_the_old_one(group):
    old, new = (people.open_to_public(group.enter(group.gm)) for _ in range(2))
    assert people.opened_by(old) is None
    assert people.opened_by(new) == group.campaign


def test_players_do_not_open_the_campaign_to_the_public(group, spectator):
    for user in (group.player, spectator):
        refused(people.open_to_public(group.enter(user)), "forbidden")
        refused(people.close_to_public(group.enter(user)), "forbidden")


def test_an_e_mail_address_is_no_name_at_the_table(group, invites):
    user = User.objects.create_user("someone@example.org")
    assert accepts(user, invites()).name == "someone"
