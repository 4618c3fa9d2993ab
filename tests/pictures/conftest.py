from collections.abc import Iterator

import pytest

from accounts.models import User
from campaigns.seats import add_seat, found
from tests import toy
from tests.campaigns.group import Group, envelope
from tests.flushing import flushes_lift_the_triggers  # noqa: F401


@pytest.fixture
def toy_game() -> Iterator[None]:
    with toy.plugged_in():
        yield


@pytest.fixture
def group(gm: User, player: User, toy_game: None) -> Group:
    """A campaign with its game master and one player."""
    campaign = found(gm, "The cellar gang", toy.KEY, "Zargon")
    add_seat(campaign, player, "Merin's player", "player")
    return Group(campaign, gm, player)


@pytest.fixture
def evening(group: Group) -> Group:
    """Two quests: gold thrown on the table and by the app, sighs, one of them taken back; somebody retires."""
    merin, durgin = group.recruits(group.player), group.recruits(group.player, "Durgin")
    group.does(group.gm, "open_quest", quest="attic")
    group.does(group.player, "throw_for_gold", around=envelope(gold=[6]), hero=merin)
    group.does(group.player, "change_spirit", hero=merin, by=-2)
    group.does(group.gm, "close_quest", success=True)
    group.does(group.gm, "open_quest", quest="cellar")
    group.does(group.gm, "throw_for_gold", around=envelope(app=True), hero=durgin)
    group.does(group.player, "change_spirit", hero=durgin, by=-3)
    group.undoes(group.gm, 9)
    group.does(group.player, "change_spirit", hero=durgin, by=-1)
    group.does(group.player, "retire_hero", hero=durgin)
    group.people = {}
    group.merin, group.durgin = merin, durgin
    return group
