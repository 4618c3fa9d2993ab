from collections.abc import Iterator

import pytest
import time_machine

from tests.api.conftest import game  # noqa: F401
from tests.campaigns.conftest import audited_acts, bend, group, other_player, spectator, toy_game  # noqa: F401
from tests.schedules.calendar import NOW


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """Stands at noon in Paris on the first of March 2027, until a test moves it."""
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller
