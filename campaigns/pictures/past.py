"""The party as it was after any act, and beside another moment what is different."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Max, Min
from django.http import HttpRequest

from campaigns import ledger
from campaigns.access import Entrance
from campaigns.ledger import HistoryLine
from campaigns.models import QuestRun
from campaigns.snapshots import state_at
from rules.kernel.sections import AnySection, Cards, Derived, Effects, Numbers, Sheet, Tracks
from rules.kernel.text import Text

BEYOND = 10
"""More digits than any act's number has."""
HAS = "✓"
BOUNDS = ("opened_seq", "closed_seq")


@dataclass(frozen=True)
class Moment:
    """After act `seq` (0: the beginning), with its line of the history and every hero's sheet."""

    seq: int
    line: HistoryLine | None
    sheets: dict[str, Sheet]


@dataclass(frozen=True)
class Fact:
    """One thing of a sheet in words. `group` is the section it stands in where it is a thing one has."""

    key: str
    label: Text
    words: str
    icon: str = ""
    group: Text | None = None


@dataclass(frozen=True)
class Row:
    """A fact then and at the other moment; empty where there was none."""

    fact: Fact
    then: str
    other: str

    @property
    def is_changed(self) -> bool:
        return self.then != self.other


@dataclass(frozen=True)
class Compared:
    """A hero at one moment and, where there is another, at both."""

    sheet: Sheet
    rows: tuple[Row, ...]
    is_here: tuple[bool, bool]

    @property
    def numbers(self) -> list[Row]:
        return [row for row in self.rows if row.fact.group is None]

    @property
    def things(self) -> list[Row]:
        return [row for row in self.rows if row.fact.group is not None]


@dataclass(frozen=True, kw_only=True)
class Steps:
    """Where one gets from a moment: an act or a quest's beginning or end, back and on; None where there is no further."""

    quest_back: int | None
    back: int | None
    on: int | None
    quest_on: int | None


@dataclass(frozen=True, kw_only=True)
class PastPage:
    at: Moment
    other: Moment | None
    version: int
    heroes: tuple[Compared, ...]
    steps: Steps
    other_steps: Steps | None


def past_page(request: HttpRequest, entrance: Entrance) -> PastPage:
    """What is asked for in the address; a moment that never was is the nearest."""
    latest = entrance.campaign.version
    at, other = (seq_of(request.GET.get(name, "")) for name in ("at", "and"))
    then = moment(entrance, latest if at is None else min(at, latest))
    also = None if other is None else moment(entrance, min(other, latest))
    return PastPage(
        at=then,
        other=also,
        version=latest,
        heroes=tuple(compared(then, also)),
        steps=steps(entrance, then.seq),
        other_steps=steps(entrance, also.seq) if also else None,
    )


def seq_of(text: str) -> int | None:
    """The number of an act; None where it is none."""
    return int(text) if text.isdecimal() and len(text) < BEYOND else None


def moment(entrance: Entrance, seq: int) -> Moment:
    state = entrance.state() if seq == entrance.campaign.version else state_at(entrance.campaign, seq)
    rules, viewer = entrance.ruleset, entrance.viewer
    lines = ledger.history(entrance, since=seq - 1, before=seq + 1, limit=1) if seq else []
    sheets = ((hero.key, rules.sheet(state, hero.key, viewer)) for hero in rules.heroes(state))
    return Moment(seq, lines[0] if lines else None, {key: sheet for key, sheet in sheets if sheet})


def steps(entrance: Entrance, seq: int) -> Steps:
    runs, latest = QuestRun.objects.filter(campaign=entrance.campaign), entrance.campaign.version
    before = [runs.filter(**{f"{name}__lt": seq}).aggregate(seq=Max(name))["seq"] for name in BOUNDS]
    after = [runs.filter(**{f"{name}__gt": seq}).aggregate(seq=Min(name))["seq"] for name in BOUNDS]
    return Steps(
        quest_back=max(filter(None, before), default=None),
        back=seq - 1 if seq else None,
        on=seq + 1 if seq < latest else None,
        quest_on=min(filter(None, after), default=None),
    )


def compared(then: Moment, other: Moment | None) -> Iterable[Compared]:
    """Every hero of either moment, in the order of the later one."""
    also = then if other is None else other
    for key in dict.fromkeys((*then.sheets, *also.sheets)):
        one, two = then.sheets.get(key), also.sheets.get(key)
        sheet = one or two
        assert sheet is not None
        yield Compared(sheet, tuple(_rows(one, two)), (one is not None, two is not None))


def _rows(one: Sheet | None, two: Sheet | None) -> Iterable[Row]:
    then, also = ({fact.key: fact for fact in facts(sheet)} if sheet else {} for sheet in (one, two))
    for key, fact in {**also, **then}.items():
        yield Row(fact, then[key].words if key in then else "", also[key].words if key in also else "")


def facts(sheet: Sheet) -> Iterable[Fact]:
    """Points, numbers, and what one has."""
    return (fact for section in sheet.sections for fact in _facts(section))


def _facts(section: AnySection) -> Iterable[Fact]:
    if isinstance(section, Tracks):
        return [Fact(one.key, one.label, f"{one.now}/{one.most}", one.icon) for one in section.tracks]
    if isinstance(section, Numbers):
        return [Fact(one.key, one.label, shown(one), one.icon) for one in section.numbers]
    if isinstance(section, Effects):
        title = section.title
        return [Fact(f"effect-{one.key}", one.title, HAS, one.icon, title) for one in section.effects]
    return _things(section) if isinstance(section, Cards) and not section.picker else ()


def _things(section: Cards) -> Iterable[Fact]:
    """Cards that lead to a page of the rulebook or are counted; a shop's door is nothing one has."""
    for card in section.cards:
        if card.link or card.count is not None:
            words = f"× {card.count}" if (card.count or 1) > 1 else HAS
            yield Fact(f"{section.key}-{card.key}", card.title, words, card.icon, section.title)


def shown(number: Derived) -> str:
    """As the sheet writes it: `2D6+1`, `½ (2D6)`, `3`."""
    if number.dice is None:
        return str(number.value)
    more = f"{number.value:+d}" if number.value else ""
    return f"{number.times} ({number.dice.upper()}{more})" if number.times else number.dice.upper() + more
