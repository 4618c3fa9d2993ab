"""Times on a wall: repeated without drift, across changes of the clock, short months and leap days."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from deliveries.schedules.times import UNITS, Series, moment_of, read, written

PARIS, CHATHAM = ZoneInfo("Europe/Paris"), ZoneInfo("Pacific/Chatham")
NONE = timedelta()


def wall(text: str) -> datetime:
    found = read(text)
    assert found is not None
    return found


def series(start: str, unit: str, every: int = 1) -> Series:
    return Series(wall(start), unit, every)


def dates(one: Series, count: int) -> list[str]:
    return [written(one.nth(number))[:10] for number in range(count)]


def test_the_31st_is_the_last_day_of_shorter_months_and_the_31st_again():
    found = dates(series("2027-01-31T19:00", "month"), 5)
    assert found == ["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31"]


def test_29_february_is_the_28th_in_common_years_and_comes_back():
    found = dates(series("2028-02-29T19:00", "year"), 5)
    assert found == ["2028-02-29", "2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29"]


def test_the_29th_of_each_month_meets_a_leap_day():
    assert dates(series("2027-12-29T19:00", "month", 2), 2) == ["2027-12-29", "2028-02-29"]


def test_every_other_week_keeps_its_weekday():
    assert {one.weekday() for one in (series("2027-03-02T19:00", "week", 2).nth(n) for n in range(60))} == {1}


def test_the_hour_on_the_wall_stays_when_the_clock_changes():
    one = series("2027-03-27T19:00", "day")
    hours = [moment_of(one.nth(number), PARIS).hour for number in range(3)]
    assert hours == [18, 17, 17]  # summer time begins on the 28th


def test_a_time_that_the_clock_skips_comes_an_hour_later():
    found = moment_of(wall("2027-03-28T02:30"), PARIS)
    assert found == datetime(2027, 3, 28, 1, 30, tzinfo=UTC)
    assert found.astimezone(PARIS).strftime("%H:%M") == "03:30"


def test_a_time_that_the_clock_shows_twice_is_the_first_of_the_two():
    found = moment_of(wall("2027-10-31T02:30"), PARIS)
    assert found == datetime(2027, 10, 31, 0, 30, tzinfo=UTC)
    after = series("2027-10-31T02:30", "day").first_after(found, PARIS, NONE)
    assert after == wall("2027-11-01T02:30")  # and not the second half past two


def test_a_time_that_is_none_is_not_read():
    for text in ("", "2027-02-29T10:00", "2027-13-01T10:00", "1999-01-01T00:00", "2027-01-01", "x" * 16):
        assert read(text) is None


def test_once_is_once():
    one = series("2027-03-02T19:00", "")
    assert one.first_after(datetime(2027, 3, 2, 18, tzinfo=UTC), PARIS, NONE) is None
    assert one.first_after(datetime(2027, 3, 2, 17, 59, tzinfo=UTC), PARIS, NONE) == one.start


def test_a_series_ends_where_the_calendar_does():
    one = series("2199-06-01T19:00", "year", 2)
    assert one.first_after(datetime(2199, 6, 1, 18, tzinfo=UTC), PARIS, NONE) is None


BEGINNING, END = wall("2026-01-01T00:00"), wall("2035-01-01T00:00")
moments = st.datetimes(BEGINNING, END, timezones=st.just(UTC))
starts = st.datetimes(BEGINNING, END).map(lambda one: one.replace(second=0, microsecond=0))


@given(
    starts,
    st.sampled_from(UNITS),
    st.integers(1, 40),
    moments,
    st.integers(0, 168),
    st.sampled_from([PARIS, CHATHAM]),
)
def test_the_next_time_is_the_first_that_is_still_to_come(start, unit, every, moment, hours, zone):
    one, ahead = Series(start, unit, every), timedelta(hours=hours)
    found = one.first_after(moment, zone, ahead)
    assert found is not None
    numbers = (number for number in range(20_000) if one.nth(number) == found)
    number = next(numbers)
    assert moment_of(found, zone) - ahead > moment
    assert number == 0 or moment_of(one.nth(number - 1), zone) - ahead <= moment
