from collections.abc import Iterator

import pytest
import time_machine

from jobs import ticking
from tests.api.conftest import game  # noqa: F401
from tests.campaigns.conftest import audited_acts, bend, group, other_player, spectator, toy_game  # noqa: F401
from tests.schedules.calendar import NOW


@pytest.fixture(autouse=True)
def no_nights(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tick of these tests audits and backs nothing up."""
    others = [one for one in ticking._clocks if one.__module__ != "config.nightly"]
    monkeypatch.setattr(ticking, "_clocks", others)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """Stands at noon in Paris on the first of March 2027, until a test moves it."""
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller
