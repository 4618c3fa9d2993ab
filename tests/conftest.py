"""The people of the tests are always the same three: the game master, a player, a stranger."""

import os
from collections.abc import Iterator
from typing import Any

import hypothesis
import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import translation
from rest_framework.test import APIClient

from accounts.models import Token, User
from campaigns import snapshots
from tests import databases, services
from tests.flushing import flushes_lift_the_triggers  # noqa: F401

os.environ["NIGHTLY"] = "0"  # for the servers and workers that tests start
hypothesis.settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
hypothesis.settings.register_profile("here", deadline=None)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "here")

PASSWORD = "a long way to the dungeon"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def make_user(name: str) -> User:
    return User.objects.create_user(name, password=PASSWORD)


@pytest.fixture
def gm(db: None) -> User:
    return make_user("zargon")


@pytest.fixture
def player(db: None) -> User:
    return make_user("merin")


@pytest.fixture
def stranger(db: None) -> User:
    return make_user("nobody")


def signed_in(user: User) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    return client


@pytest.fixture
def gm_client(gm: User) -> Client:
    return signed_in(gm)


@pytest.fixture
def player_client(player: User) -> Client:
    return signed_in(player)


@pytest.fixture
def stranger_client(stranger: User) -> Client:
    return signed_in(stranger)


@pytest.fixture
def anonymous_client(db: None) -> Client:
    return Client(headers={"accept-language": "en"})


def program(user: User, scopes: str = "read write") -> APIClient:
    """A program of this person: it signs in with a token."""
    _row, secret = Token.objects.create(user=user, name="test", scopes=scopes)
    client = APIClient(headers={"accept-language": "en"})
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


@pytest.fixture
def gm_program(gm: User) -> APIClient:
    return program(gm)


@pytest.fixture
def player_program(player: User) -> APIClient:
    return program(player)


@pytest.fixture
def stranger_program(stranger: User) -> APIClient:
    return program(stranger)


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    cache.clear()


@pytest.fixture(autouse=True)
def nobody_has_read_yet() -> None:
    """A request leaves its language behind in its thread, for the next test to stumble over."""
    translation.deactivate()
    snapshots.KNOWN.forget()


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """An empty PostgreSQL database of this test process."""
    with services.postgres() as url:
        yield url


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """After the fixtures of the session have been taken down."""
    services.leave_postgres()


@pytest.fixture(scope="session")
def blank_postgres(postgres_url: str) -> Iterator[str]:
    """A migrated and empty one, to be copied."""
    with services.new_database(postgres_url) as url:
        yield databases.migrate(url)


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    with services.redis_server() as url:
        yield url


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The system's Chromium, since playwright's own is downloaded."""
    if not (program := services.chromium()):
        services.missing("Chromium")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # playwright's loop runs beside the ORM
    return browser_type_launch_args | {"executable_path": program, "args": services.BROWSER_FLAGS}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """A phone."""
    return browser_context_args | {"viewport": {"width": 360, "height": 740}, "locale": "en"}
