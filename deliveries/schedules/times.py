"""When: times by the clock on the wall of a campaign, once or repeated, and the moments they fall on.

The series is counted from its start, each time anew, so that nothing drifts: the 31st is the last day of a shorter month
and the 31st again in the next one, 29 February is the 28th in a common year. A time that the clock skips in spring comes
as much later as the clock is put forward; one that it shows twice in autumn is the first of the two.
"""

from __future__ import annotations

import calendar
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

FORM = "%Y-%m-%dT%H:%M"
UNITS = ("day", "week", "month", "year")
DAYS = {"day": 1, "week": 7}
MONTHS = {"month": 1, "year": 12}
LAST_YEAR = 2200
MOST = 366
"""Of a unit between two times."""


@dataclass(frozen=True)
class Series:
    """`start` is on the wall, without a zone; an empty unit: once."""

    start: datetime
    unit: str = ""
    every: int = 1

    def nth(self, number: int) -> datetime:
        if self.unit in DAYS:
            return self.start + timedelta(days=DAYS[self.unit] * self.every * number)
        months = self.start.month - 1 + MONTHS[self.unit] * self.every * number if self.unit else 0
        if not months:
            return self.start
        year, month = self.start.year + months // 12, months % 12 + 1
        return self.start.replace(
            year=year, month=month, day=min(self.start.day, calendar.monthrange(year, month)[1])
        )

    def first_after(self, moment: datetime, zone: ZoneInfo, ahead: timedelta) -> datetime | None:
        """The first time of the series that is to be acted on, `ahead` of it, later than `moment`."""
        if not self.unit:
            return self.start if moment_of(self.start, zone) - ahead > moment else None
        number = self._near(moment.astimezone(zone).replace(tzinfo=None) + ahead)
        while moment_of(self.nth(number), zone) - ahead <= moment:
            number += 1
        found = self.nth(number)
        return found if found.year <= LAST_YEAR else None

    def _near(self, wall: datetime) -> int:
        """The number of a time that is surely not too late."""
        if wall <= self.start:
            return 0
        if self.unit in DAYS:
            number = (wall - self.start).days // (DAYS[self.unit] * self.every)
        else:
            months = (wall.year - self.start.year) * 12 + wall.month - self.start.month
            number = months // (MONTHS[self.unit] * self.every)
        return max(0, number - 1)


def moment_of(wall: datetime, zone: ZoneInfo) -> datetime:
    return wall.replace(tzinfo=zone, fold=0).astimezone(UTC)


def read(text: str) -> datetime | None:
    """A time on the wall, or None where it is none of this form."""
    try:
        found = datetime.strptime(text, FORM)  # noqa: DTZ007  (the zone is the campaign's)
    except ValueError:
        return None
    return found if 2000 <= found.year <= LAST_YEAR else None


def written(wall: datetime) -> str:
    return wall.strftime(FORM)
