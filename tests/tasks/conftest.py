"""Long work at a small table; signs of life are passed on at every step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from accounts.models import User
from campaigns.seats import add_seat, found
from jobs import running
from tasks import pdf
from tests import services, toy
from tests.campaigns.group import Group


@pytest.fixture(autouse=True)
def toy_game() -> Iterator[None]:
    with toy.plugged_in():
        yield


@pytest.fixture(autouse=True)
def every_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "PAUSE", 0.0)


@pytest.fixture
def group(gm: User, player: User) -> Group:
    campaign = found(gm, "The cellar gang", toy.KEY, "Zargon")
    add_seat(campaign, player, "Merin's player", "player")
    return Group(campaign, gm, player)


@pytest.fixture
def evening(group: Group) -> Group:
    """A few acts."""
    group.recruits(group.player)
    group.does(group.gm, "open_quest", quest="attic")
    for by in (1, 2, 3):
        group.does(group.gm, "stock_store", by=by)
    return group


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """How far the work in hand said it had come, each time."""
    told: list[tuple[int, int]] = []
    progress = running.Run.progress

    def listen(run: running.Run, done: int, whole: int) -> Any:
        progress(run, done, whole)
        told.append((done, whole))

    monkeypatch.setattr(running.Run, "progress", listen)
    return told


@pytest.fixture
def pango() -> None:
    """WeasyPrint comes with the development requirements, its libraries with the system."""
    try:
        next(pdf.pdf(["<p>"], "en", "", pdf.Form(("paper",))))
    except pdf.NoPdfError:
        services.missing("pango")
