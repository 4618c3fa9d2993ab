"""The course of a campaign: its quests, and in each hero's lane what is worth remembering."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import get_language

from campaigns.access import Entrance
from campaigns.models import Entry, HeroRow, MilestoneRow, QuestRun
from campaigns.pictures.reading import Who
from campaigns.pictures.scales import Scale, every
from rules.kernel.text import Text

MOST = 60
"""Days to remember of one page, the newest."""
NUMBERS = 8
"""Numbers of quests above the lanes."""
WIDTH, LANE, TOP = 320, 48, 30


@dataclass(frozen=True, kw_only=True)
class Day:
    """A quest that began or ended (`result`), or a day in the life of a hero. `is_told`: it has a line of its own."""

    seq: int
    icon: str
    hero: str = ""
    name: str
    label: str = ""
    result: str = ""
    at: datetime | None = None
    is_told: bool = True


@dataclass(frozen=True)
class Spot:
    x: float
    icon: str
    text: str


@dataclass(frozen=True)
class Lane:
    """A hero's years with the party, from one place to another; an `end` is a departure."""

    style: int
    name: str
    y: int
    start: float
    stop: float
    spots: tuple[Spot, ...]


@dataclass(frozen=True)
class Band:
    x: float
    width: float
    number: int
    is_numbered: bool
    text: str
    result: str


@dataclass(frozen=True, kw_only=True)
class Timeline:
    days: tuple[Day, ...]
    lanes: tuple[Lane, ...]
    bands: tuple[Band, ...]
    before: int | None
    width: int = WIDTH

    @property
    def height(self) -> int:
        return TOP + LANE * len(self.lanes) + 6


def timeline(
    entrance: Entrance, heroes: tuple[Who, ...], hero: str | None = None, before: int | None = None
) -> Timeline:
    rows = _rows(entrance, hero, before)
    cut = rows[-1][0] if len(rows) > MOST else None
    rows = [row for row in rows if cut is None or row[0] > cut]
    runs = _runs(entrance, rows[-1][0] if cut else 0, before)
    told = [run for run in runs if run.is_told]
    days = _dated(entrance, sorted([*_days(rows, heroes), *told], key=lambda day: -day.seq))
    first, last = (days[-1].seq, max(days[0].seq, entrance.campaign.version)) if days else (0, 1)
    across = Scale(first, max(first + 1, last), 8, WIDTH - 8)
    return Timeline(
        days=tuple(days),
        lanes=_lanes(entrance, heroes, days, across),
        bands=_bands(runs, across, last),
        before=cut + 1 if cut else None,
    )


def _rows(entrance: Entrance, hero: str | None, before: int | None) -> list[tuple[int, str, str, str, str]]:
    rows = MilestoneRow.objects.filter(campaign=entrance.campaign)
    if hero is not None:
        rows = rows.filter(hero=hero)
    if before is not None:
        rows = rows.filter(seq__lt=before)
    columns = ("seq", "hero", "icon", "label_fr", "label_en")
    return list(rows.order_by("-seq", "-id").values_list(*columns)[: MOST + 1])


def _days(rows: list[tuple[int, str, str, str, str]], heroes: tuple[Who, ...]) -> list[Day]:
    names, language = {hero.key: hero.name for hero in heroes}, get_language() or "en"
    return [
        Day(seq=seq, icon=icon, hero=hero, name=names.get(hero, ""), label=Text(fr, en).in_(language))
        for seq, hero, icon, fr, en in rows
    ]


def _runs(entrance: Entrance, after: int, before: int | None) -> list[Day]:
    """The quests of these days, each by the act that opened it and the one that ended it."""
    found = QuestRun.objects.filter(campaign=entrance.campaign, opened_seq__gte=after)
    if before is not None:
        found = found.filter(opened_seq__lt=before)
    language, days = get_language() or "en", []
    for run in found.order_by("-opened_seq")[:MOST]:
        name = Text(run.name_fr or "?", run.name_en or "?").in_(language)
        is_open = run.closed_seq is None
        days.append(Day(seq=run.opened_seq, icon="flag", name=name, result="open", is_told=is_open))
        if run.closed_seq:
            days.append(Day(seq=run.closed_seq, icon="flag", name=name, result=run.result))
    return days


def _dated(entrance: Entrance, days: list[Day]) -> list[Day]:
    acts = Entry.objects.filter(campaign=entrance.campaign, seq__in={day.seq for day in days})
    times = dict(acts.values_list("seq", "created_at"))
    missing = {day.hero for day in days if day.hero and not day.name}
    names = dict(
        HeroRow.objects.filter(campaign=entrance.campaign, key__in=missing).values_list("key", "name")
    )
    return [_with(day, at=times.get(day.seq), name=day.name or names.get(day.hero, day.hero)) for day in days]


def _with(day: Day, **more: Any) -> Day:
    return Day(**{**vars(day), **more})


def _lanes(entrance: Entrance, heroes: tuple[Who, ...], days: list[Day], across: Scale) -> tuple[Lane, ...]:
    left = dict(
        HeroRow.objects.filter(campaign=entrance.campaign, key__in=[hero.key for hero in heroes])
        .exclude(departed_seq=None)
        .values_list("key", "departed_seq")
    )
    of: dict[str, list[Day]] = defaultdict(list)
    for day in days:
        of[day.hero].append(day)
    shown = [(style, hero) for style, hero in enumerate(heroes) if of[hero.key]]
    return tuple(
        _lane(style, hero, TOP + LANE * at, of[hero.key], left.get(hero.key), across)
        for at, (style, hero) in enumerate(shown)
    )


def _lane(style: int, hero: Who, y: int, days: list[Day], left: int | None, across: Scale) -> Lane:
    stop = across.at(min(left, across.high)) if left else across.end
    spots = tuple(Spot(across.at(day.seq), day.icon, f"{day.name}: {day.label}") for day in reversed(days))
    return Lane(style, hero.name, y, across.at(days[-1].seq), max(stop, across.at(days[0].seq)), spots)


def _bands(runs: list[Day], across: Scale, last: int) -> tuple[Band, ...]:
    """A quest from its opening to the next end of that name."""
    bands = []
    opened = sorted((day for day in runs if day.result == "open"), key=lambda day: day.seq)
    step = every(len(opened), NUMBERS)
    for number, day in enumerate(opened, 1):
        later = [end for end in runs if end.result != "open" and end.name == day.name and end.seq > day.seq]
        end = min(later, key=lambda one: one.seq, default=None)
        x, stop = across.at(day.seq), across.at(end.seq if end else last)
        result, shown = end.result if end else "open", number % step == 1 or step == 1
        bands.append(Band(x, max(3.0, round(stop - x, 1)), number, shown, day.name, result))
    return tuple(bands)
