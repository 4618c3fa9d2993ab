from collections.abc import Iterator

import pytest

from tests.api.conftest import game  # noqa: F401
from tests.secrets.chance import Fate, decided


@pytest.fixture
def fate() -> Iterator[Fate]:
    with decided() as fate:
        yield fate
