"""A game master's calendar, for tests: what is set, and the clock that lets it happen."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime
from typing import Any

from accounts.models import User
from campaigns.models import Entry
from campaigns.records import Body, decode_body
from deliveries.models import Schedule
from deliveries.schedules import planning
from deliveries.schedules.planning import Made, Planned, Wanted
from jobs import ticking
from tests.campaigns.group import Group

NOW = datetime(2027, 3, 1, 11, tzinfo=UTC)
"""Noon in Paris."""
OPEN = {"kind": "open_quest", "quest": "cellar"}


def wanted(*commands: dict[str, Any], at: str = "2027-03-02T19:00", **more: Any) -> Wanted:
    acts = tuple(one if isinstance(one, Planned) else Planned(one) for one in commands)
    return Wanted(**{"title": "Upkeep day", "at": at, "acts": acts} | more)


def each(kind: str, **fields: Any) -> Planned:
    return Planned({"kind": kind, **fields}, each_hero=True)


def plans(group: Group, *commands: Any, who: User | None = None, **more: Any) -> Schedule:
    made = planning.plan(group.enter(who or group.gm), wanted(*commands, **more), uuid.uuid4())
    assert isinstance(made, Made), made
    return made.schedule


def bodies(group: Group) -> list[Body]:
    texts = Entry.objects.filter(campaign=group.campaign).order_by("seq").values_list("body", flat=True)
    return [decode_body(text) for text in texts]


def kinds_done(group: Group) -> list[str]:
    return [body.kind for body in bodies(group)]


def tick() -> None:
    ticking.tick("test")


def refusals(schedule: Schedule) -> list[str]:
    """Of every time that has come, the oldest first."""
    return [row.refused_en for row in schedule.occurrences.order_by("happened_at")]
