from collections.abc import Iterator
from typing import Any

import pytest

from tests.api.conftest import audited_acts, game, other_game  # noqa: F401
from tests.deliveries.receiver import Receiver, receiving


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    """Private addresses are allowed beside it: it stands on one."""
    settings.WEBHOOKS_TO_PRIVATE = True
    with receiving() as found:
        yield found
