from collections.abc import Iterator

import pytest

from campaigns.samples.shown import shown
from tests.api.conftest import game  # noqa: F401
from tests.secrets.chance import Fate, decided


@pytest.fixture
def fate() -> Iterator[Fate]:
    with decided() as fate:
        yield fate


@pytest.fixture(autouse=True, scope="session")
def told_story() -> None:
    """Played once in a process: whoever asks first would throw dice that the others do not."""
    shown()
