"""The charts of a campaign or of one hero: each measure of the rulebook as a grid, and as a drawing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from campaigns.pictures import charts
from campaigns.pictures.charts import Chart, Grid, Series
from campaigns.pictures.reading import OTHERS, Counted, Who
from rules.kernel.counting import Measure

THINGS = 12
"""Bars of one chart; what there is less of is counted together."""


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A measure with its chart, and what it says in a sentence."""

    measure: Measure
    chart: Chart
    words: str

    @property
    def key(self) -> str:
        return f"{self.measure.what}-{self.measure.drawn}"


def pictures(measures: Iterable[Measure], counted: Counted) -> list[Picture]:
    """Those there is something to draw of."""
    grids = ((measure, grid_of(measure, counted)) for measure in measures)
    return [_picture(measure, grid) for measure, grid in grids if grid is not None]


def _picture(measure: Measure, grid: Grid) -> Picture:
    if measure.drawn == "curve":
        return Picture(measure=measure, chart=charts.lines(grid), words=_courses(grid))
    draw = charts.columns if measure.drawn == "quest" else charts.bars
    return Picture(measure=measure, chart=draw(grid), words=_sums(grid))


def _courses(grid: Grid) -> str:
    """From where to where each line leads."""
    return "; ".join(
        _("%(name)s from %(first)s to %(last)s")
        % {"name": one.name, "first": charts.say(one.values[0]), "last": charts.say(one.values[-1])}
        for one in grid.series
    )


def _sums(grid: Grid) -> str:
    """The three largest, and all together."""
    rows = sorted(grid.rows, key=lambda row: -row[2])
    most = "; ".join(f"{name} {charts.say(total)}" for name, _values, total in rows[:3] if total)
    total = charts.say(sum(total for _name, _values, total in rows))
    return _("%(total)s in all. Most: %(most)s") % {"total": total, "most": most}


def grid_of(measure: Measure, counted: Counted) -> Grid | None:
    """None where nothing was counted."""
    if measure.drawn != "thing" and not counted.quests:
        return None
    grid = {"curve": _curve, "quest": _by_quest, "thing": _by_thing}[measure.drawn](measure.what, counted)
    return grid if any(value for one in grid.series for value in one.values) else None


def name_of(who: Who) -> str:
    return who.name or (_("The others") if who.key == OTHERS else who.key)


def _told(counted: Counted, values: dict[str, tuple[int, ...]]) -> tuple[Series, ...]:
    """Who has nothing to show is left out."""
    return tuple(
        Series(name_of(who), values[who.key], style)
        for style, who in enumerate(counted.series)
        if any(values[who.key])
    )


def _total(what: str, counted: Counted, hero: str) -> int:
    return sum(n for (of, _thing, who), n in counted.whole.items() if of == what and who == hero)


def _curve(what: str, counted: Counted) -> Grid:
    """What the number came to after each quest: back from what it is now, so that older quests need no rows."""
    values = {who.key: _course(what, counted, who.key) for who in counted.series}
    names = (_("Before"), *_names(counted))
    return Grid(names, ("0", *_numbers(counted)), _told(counted, values))


def _course(what: str, counted: Counted, hero: str) -> tuple[int, ...]:
    at = _total(what, counted, hero)
    course = [at]
    for quest in reversed(counted.quests):
        at -= counted.by_run.get((what, quest.seq, hero), 0)
        course.append(at)
    return tuple(reversed(course))


def _names(counted: Counted) -> tuple[str, ...]:
    """Each quest by its number and name: the same may be played twice."""
    language = get_language() or "en"
    return tuple(f"{at}. {quest.name.in_(language)}" for at, quest in enumerate(counted.quests, 1))


def _numbers(counted: Counted) -> tuple[str, ...]:
    return tuple(str(at) for at in range(1, len(counted.quests) + 1))


def _by_quest(what: str, counted: Counted) -> Grid:
    values = {
        who.key: tuple(counted.by_run.get((what, quest.seq, who.key), 0) for quest in counted.quests)
        for who in counted.series
    }
    return Grid(_names(counted), _numbers(counted), _told(counted, values))


def _by_thing(what: str, counted: Counted) -> Grid:
    """Most first."""
    language = get_language() or "en"
    things = counted.things.get(what, {})
    keys = [who.key for who in counted.series]
    totals = {key: sum(counted.whole.get((what, key, who), 0) for who in keys) for key in things}
    order = sorted((key for key in totals if totals[key]), key=lambda key: (-totals[key], key))
    columns: list[tuple[tuple[str, ...], str]] = [
        ((key,), things[key].name.in_(language)) for key in order[:THINGS]
    ]
    if order[THINGS:]:
        columns.append((tuple(order[THINGS:]), _("Everything else")))
    values = {
        who: tuple(sum(counted.whole.get((what, key, who), 0) for key in some) for some, _name in columns)
        for who in keys
    }
    names = tuple(name[:1].upper() + name[1:] for _some, name in columns)
    return Grid(names, names, _told(counted, values))
