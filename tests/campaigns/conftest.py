from collections.abc import Iterator

import pytest

from accounts.models import User
from campaigns.seats import add_seat, found
from tests import toy
from tests.campaigns.group import Group
from tests.flushing import flushes_lift_the_triggers  # noqa: F401


@pytest.fixture(autouse=True)
def toy_game() -> Iterator[None]:
    with toy.plugged_in():
        yield


@pytest.fixture(autouse=True)
def audited_acts(settings) -> None:
    settings.QUESTKEEP_AUDIT_EVERY_ACT = True


@pytest.fixture
def group(gm: User, player: User) -> Group:
    """A campaign with its game master and one player."""
    campaign = found(gm, "The cellar gang", toy.KEY, "Zargon")
    add_seat(campaign, player, "Merin's player", "player")
    return Group(campaign, gm, player)


@pytest.fixture
def spectator(group: Group) -> User:
    user = User.objects.create_user("watcher")
    add_seat(group.campaign, user, "Watcher", "spectator")
    return user


@pytest.fixture
def other_player(group: Group) -> User:
    user = User.objects.create_user("durgin")
    add_seat(group.campaign, user, "Durgin's player", "player")
    return user
