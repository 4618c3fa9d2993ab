"""A new session begins with an evening that can be told of a day ahead, whatever the time is."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from deliveries.schedules import views

PARIS = ZoneInfo("Europe/Paris")


@pytest.mark.parametrize(
    ("hour", "minute", "days"), [(0, 0, 1), (19, 59, 1), (20, 0, 2), (20, 30, 2), (23, 59, 2)]
)
def test_the_evening_proposed_is_more_than_a_day_away(monkeypatch, hour, minute, days):
    now = datetime(2026, 11, 30, hour, minute, 5, tzinfo=PARIS)
    monkeypatch.setattr(views.timezone, "localtime", lambda: now)
    wanted = views._soon()
    assert wanted.at == f"{(now + timedelta(days=days)).date()}T20:00"
    assert datetime.fromisoformat(wanted.at).replace(tzinfo=PARIS) - now > timedelta(hours=wanted.ahead)
