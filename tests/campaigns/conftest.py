from collections.abc import Iterator
from typing import Any

import pytest

from accounts.models import User
from campaigns.seats import add_seat, found
from rules.kernel.registry import ruleset
from tests import toy
from tests.campaigns.group import Group


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


class Bend:
    """Gives the toy game another property, until the test or the `with` block ends."""

    def __init__(self) -> None:
        self.before: dict[str, Any] = {}

    def __call__(self, name: str, value: Any) -> "Bend":
        self.before.setdefault(name, getattr(ruleset(toy.KEY), name))
        object.__setattr__(ruleset(toy.KEY), name, value)
        return self

    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None:
        for name, value in self.before.items():
            object.__setattr__(ruleset(toy.KEY), name, value)
        self.before.clear()


@pytest.fixture
def bend(toy_game: None) -> Iterator[Bend]:
    bent = Bend()
    yield bent
    bent.__exit__()
