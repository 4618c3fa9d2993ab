import pytest
from rest_framework.test import APIClient

from accounts.models import User
from campaigns.seats import add_seat, found
from tests.api.game import RULESET, Game
from tests.conftest import program


@pytest.fixture(autouse=True)
def audited_acts(settings) -> None:
    settings.QUESTKEEP_AUDIT_EVERY_ACT = True


@pytest.fixture
def game(gm: User, player: User, stranger: User) -> Game:
    campaign = found(gm, "The cellar gang", RULESET, "Zargon")
    watcher = User.objects.create_user("watcher")
    add_seat(campaign, player, "Merin's player", "player")
    add_seat(campaign, watcher, "Watcher", "spectator")
    clients = map(program, (gm, player, watcher, stranger))
    return Game(campaign, *clients, APIClient(headers={"accept-language": "en"}))


@pytest.fixture
def other_game(stranger: User) -> Game:
    """A campaign of people who have no seat in the first."""
    client = program(stranger)
    return Game(found(stranger, "Elsewhere", RULESET), client, client, client, client, client)
