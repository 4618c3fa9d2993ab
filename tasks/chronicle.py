"""A campaign as a book tells it: one pass over its acts, as one viewer may know them, in quests and the evenings between.

What is kept of a chapter has a bound (`Telling`), so memory grows with the quests that were played and not with the acts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from campaigns import records
from campaigns.access import Entrance
from campaigns.models import UndoneAct
from campaigns.records import Record
from rules.kernel.messages import Event, heroes_of
from rules.kernel.offers import Viewer
from rules.kernel.ruleset import Movement, Run
from rules.kernel.tales import Tale, Telling
from rules.kernel.text import Text

VOLUME = 50
"""Quests in one volume: what a volume costs to lay out has a bound, however long the campaign is."""
STEP = 500
"""Acts after which it is said how far it is."""

Totals = dict[str, dict[str, int]]
"""By number and hero."""
Gain = tuple[Text, int]


@dataclass(frozen=True, kw_only=True)
class Chapter:
    """A quest from its opening to its end, or what was done between two. `gains`: of the rulebook's first number by hero, with what they were for.

    `quest` counts the quests so far. `after`: what every hero had of each number when it was over, counted from the acts.
    """

    number: int
    quest: int
    run: Run | None
    acts: int
    first_seq: int
    last_seq: int
    first: datetime
    last: datetime
    heroes: tuple[str, ...]
    tale: Tale
    gains: dict[str, tuple[Gain, ...]]
    after: Totals

    @property
    def volume(self) -> int:
        """The volume of the book it stands in; an evening stands behind the quest before it."""
        return max(1, -(-self.quest // VOLUME))

    @property
    def key(self) -> str:
        return f"chapter-{self.number}"

    @property
    def is_one_day(self) -> bool:
        return self.first.date() == self.last.date()


class Page:
    """The chapter that is being written."""

    def __init__(self, entrance: Entrance, run: Run | None, at: datetime) -> None:
        self.entrance, self.run, self.first, self.last = entrance, run, at, at
        self.telling = Telling(entrance.ruleset)
        self.gained = next((number.key for number in entrance.ruleset.numbers), "")
        self.heroes: dict[str, None] = {}
        self.gains: dict[str, Counter[Text]] = defaultdict(Counter)
        self.acts = self.first_seq = self.last_seq = 0

    def write(self, event: Event) -> tuple[Movement, ...]:
        self.telling.hear((event,))
        self.heroes |= dict.fromkeys(heroes_of(event))
        moved = self.entrance.ruleset.movements(event)
        for one in moved:
            if one.number == self.gained:
                self.gains[one.hero][one.label] += one.amount
        return moved

    @property
    def is_over(self) -> bool:
        return self.run is not None and self.run.result != "open"

    def finished(self, number: int, quest: int, totals: Totals) -> Chapter:
        return Chapter(
            number=number,
            quest=quest,
            run=self.run,
            acts=self.acts,
            first_seq=self.first_seq,
            last_seq=self.last_seq,
            first=self.first,
            last=self.last,
            heroes=tuple(self.heroes),
            tale=self.telling.tale(),
            gains={hero: tuple(found.items()) for hero, found in self.gains.items()},
            after={name: dict(of) for name, of in totals.items()},
        )


class Scribe:
    """Turns a page when a quest opens, and when it is over."""

    def __init__(self, entrance: Entrance) -> None:
        self.entrance, self.turned, self.quests = entrance, 0, 0
        self.page: Page | None = None
        self.totals: Totals = {number.key: {} for number in entrance.ruleset.numbers}

    def hear(self, seq: int, at: datetime, events: tuple[Event, ...]) -> Iterator[Chapter]:
        """One act; the chapters that are finished with it."""
        for event in events:
            run = self.entrance.ruleset.runs(event)
            if run is not None and run.result == "open":
                yield from self.turn()
            page = self.page = self.page or Page(self.entrance, run, at)
            count(page.write(event), self.totals)
            page.run, page.last, page.last_seq = run or page.run, at, seq
            page.first_seq = page.first_seq or seq
        if self.page is not None:
            self.page.acts += bool(events)
            if self.page.is_over:
                yield from self.turn()

    def turn(self) -> Iterator[Chapter]:
        """An evening on which nothing was worth a word is no chapter."""
        page, self.page = self.page, None
        if page is not None and not page.telling.tale().is_empty:
            self.turned += 1
            self.quests += page.run is not None
            yield page.finished(self.turned, self.quests, self.totals)


def chapters(entrance: Entrance, viewer: Viewer, tell: Callable[[int], None]) -> Iterator[Chapter]:
    """In order; told of the acts that were read, now and then."""
    scribe = Scribe(entrance)
    for record in standing(entrance, tell):
        yield from scribe.hear(record.seq, records.time_of(record.body), record.visible(viewer))
    yield from scribe.turn()


def standing(entrance: Entrance, tell: Callable[[int], None]) -> Iterator[Record]:
    """The acts that were not taken back, streamed."""
    campaign = entrance.campaign
    undone = UndoneAct.objects.filter(campaign=campaign).values_list("seq", flat=True)
    taken = set(undone)
    for record in records.read(campaign.pk, entrance.ruleset, upto=campaign.version):
        if record.seq % STEP == 0:
            tell(record.seq)
        if not record.is_undo and record.seq not in taken:
            yield record


def count(moved: tuple[Movement, ...], totals: Totals) -> None:
    for one in moved:
        if one.number in totals:
            of = totals[one.number]
            of[one.hero] = of.get(one.hero, 0) + one.amount
