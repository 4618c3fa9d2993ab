"""The chronicle as documents: cover, contents, heroes, chapters, curves, and those who have left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaigns.access import Entrance
from campaigns.localising import language
from campaigns.models import HeroRow, Role
from campaigns.portraits.faces import data_uri
from characters.lives import Life, lives_of
from rules.kernel.offers import Viewer
from rules.kernel.tales import summed, together
from rules.kernel.text import Text, listed
from tasks.chronicle import Chapter, chapters
from tasks.curves import curves
from tasks.papers import Wanted
from tasks.pdf import Form, Press
from tasks.sheets import ONLOOKER, surroundings

STYLES = ("paper", "paper-book")
AT_ONCE = 12
"""Chapters in one document at least: what is laid out between two signs of life. The next begins with a quest."""
LONG = 40
"""From so many chapters on, one begins where the one before has ended, and not on a page of its own."""
READ, LAID = 15, 90
"""Of a hundred: how far it is when all acts are read, and when all is laid out."""
MOST_COLUMNS = 8
"""Heroes beside each other in the table behind a curve."""


@dataclass(frozen=True)
class Hero:
    """`summed` is what was counted of them over all chapters."""

    row: HeroRow
    chapters: tuple[Chapter, ...]
    summed: tuple[Text, ...]
    picture: str

    @property
    def quests(self) -> int:
        return sum(one.run is not None for one in self.chapters)


@dataclass(frozen=True)
class Entry:
    """A line of the contents."""

    title: str
    anchor: str
    page: int
    is_quest: bool = False


@dataclass(frozen=True, kw_only=True)
class Story:
    """All that goes into the book, before it is laid out; `volume` 0: there is but one."""

    entrance: Entrance
    wanted: Wanted
    volume: int
    chapters: tuple[Chapter, ...]
    heroes: tuple[Hero, ...]

    @property
    def is_long(self) -> bool:
        return len(self.chapters) > LONG

    @property
    def quests(self) -> tuple[Chapter, ...]:
        return tuple(one for one in self.chapters if one.run)

    @property
    def names(self) -> dict[str, str]:
        return {one.row.key: one.row.name for one in self.heroes}


def viewer_of(entrance: Entrance, wanted: Wanted) -> Viewer:
    """A game master's book says no more than everybody may know, unless they want their secrets in it."""
    is_plain = entrance.seat.role == Role.GM and not wanted.secrets
    return ONLOOKER if is_plain else entrance.viewer


def story(entrance: Entrance, wanted: Wanted, tell: Callable[[int, int], None]) -> Story:
    whole = max(1, entrance.campaign.version)
    viewer = viewer_of(entrance, wanted)
    every = chapters(entrance, viewer, lambda seq: tell(READ * seq // whole, 100))
    volume, found = volume_of(every, int(wanted.choice or 0))
    rows = HeroRow.objects.filter(campaign=entrance.campaign)
    heroes = tuple(one for row in rows if (one := hero(entrance, row, found)).chapters or not found)
    return Story(
        entrance=entrance,
        wanted=wanted,
        volume=volume if wanted.choice or volume > 1 else 0,
        chapters=found,
        heroes=heroes,
    )


def volume_of(every: Iterable[Chapter], asked: int) -> tuple[int, tuple[Chapter, ...]]:
    """The chapters of the volume that was asked for, of the last where none was; no other is kept."""
    volume, found = asked, list[Chapter]()
    for chapter in every:
        if not asked and chapter.volume != volume:
            volume, found = chapter.volume, []
        if chapter.volume == volume:
            found.append(chapter)
    return volume, tuple(found)


def hero(entrance: Entrance, row: HeroRow, found: tuple[Chapter, ...]) -> Hero:
    own = tuple(chapter for chapter in found if row.key in chapter.heroes)
    counted = together((chapter.tale for chapter in own), row.key)
    said = summed(counted, {row.key: row.name})
    told = tuple(sentence for paragraph in said for sentence in paragraph)
    return Hero(row, own, told, data_uri(entrance.campaign, row.key))


class Book:
    """Lays the parts out one after the other, and knows on which page each begins."""

    def __init__(self, told: Story) -> None:
        self.told = told
        self.press = Press(Form(STYLES, told.wanted.page_size))
        rules = told.entrance.ruleset
        self.around = surroundings(told.entrance, told.wanted) | {
            "story": told,
            "gained": next(iter(rules.numbers), None),
            "names": told.names,
            "with_secrets": told.wanted.secrets,
        }
        self.laid: list[Any] = []
        self.pages = 0
        self.places: dict[str, int] = {}

    def html(self, template: str, **more: Any) -> str:
        return render_to_string(f"tasks/paper/{template}", self.around | {"before": self.pages} | more)

    def lay(self, template: str, **more: Any) -> None:
        document = self.press.lay(self.html(template, **more))
        for number, page in enumerate(document.pages, start=self.pages + 1):
            self.places |= {anchor: number for anchor in page.anchors if anchor not in self.places}
        self.laid.append(document)
        self.pages += len(document.pages)

    def parts(self) -> Iterator[None]:
        """Pauses after each part that was laid out."""
        told = self.told
        self.lay("book_heroes.html")
        yield
        for some in sheaves(told.chapters):
            self.lay("book_chapters.html", chapters=some)
            yield
        if told.quests and told.entrance.ruleset.curves:
            self.lay("book_curves.html", charts=charts(told), title=curves_title(told))
            yield
        for name, status in departed(told):
            if found := lives(told, status):
                self.lay("book_lives.html", lives=found, title=name, anchor=status)
                yield

    def front(self) -> None:
        """Cover and contents, whose pages have no numbers, go before all the rest."""
        body, self.laid = self.laid, []
        document = self.html("book_front.html", entries=self.entries())
        self.laid = [self.press.lay(document), *body]

    def entries(self) -> list[Entry]:
        found = [(_("The heroes"), "heroes", False)]
        runs = self.told.entrance.ruleset.words.runs
        found += [(title(one, runs), one.key, one.run is not None) for one in self.told.chapters]
        if "curves" in self.places:
            found.append((curves_title(self.told), "curves", False))
        found += [
            *((name, status, False) for name, status in departed(self.told)),
        ]
        return [Entry(name, to, self.places[to], quest) for name, to, quest in found if to in self.places]

    def bound(self, title: str) -> bytes:
        return self.press.bind(self.laid, language(), title)


def sheaves(found: tuple[Chapter, ...]) -> Iterator[tuple[Chapter, ...]]:
    """The chapters some at a time; an evening stays with the quest before it."""
    first = 0
    for place, chapter in enumerate(found):
        if place - first >= AT_ONCE and chapter.run:
            yield found[first:place]
            first = place
    if found:
        yield found[first:]


def title(chapter: Chapter, runs: Text) -> str:
    if chapter.run:
        return chapter.run.name.in_(language())
    between = _("Between two %(runs)s") % {"runs": runs.in_(language())}
    return between if chapter.number > 1 else _("Before it began")


def departed(told: Story) -> tuple[tuple[str, str], ...]:
    """What heads those who have left, and how they did."""
    return (told.entrance.ruleset.words.left.in_(language()), "retired"), (_("Graveyard"), "dead")


def curves_title(told: Story) -> str:
    """`Experience and gold`, of a game with both."""
    first, *others = (number.label for number in told.entrance.ruleset.curves)
    return listed((first, *(label.inline for label in others))).in_(language())


def printed(entrance: Entrance, wanted: Wanted, tell: Callable[[int, int], None]) -> bytes:
    """The whole book as a PDF; raises NoPdfError where this server makes none."""
    told = story(entrance, wanted, tell)
    book = Book(told)
    whole = len(told.chapters) // AT_ONCE + 5
    for done, _part in enumerate(book.parts(), start=1):
        tell(READ + (LAID - READ) * done // whole, 100)
    book.front()
    tell(LAID, 100)
    return book.bound(entrance.campaign.name)


def lives(told: Story, status: str) -> list[Life]:
    """One after the other: each is read from all acts about the hero."""
    first = told.chapters[0].first_seq if told.chapters else 0
    rows = [one.row for one in told.heroes if (one.row.departed_seq or 0) >= max(1, first)]
    left = [row for row in rows if (row.status == "retired") == (status == "retired")]
    return [life for row in left for life in lives_of(told.entrance, [row])]


@dataclass(frozen=True)
class Chart:
    """A curve and the table behind it."""

    title: str
    drawing: SafeString
    heroes: tuple[Hero, ...]
    rows: list[tuple[str, list[int | None]]]


def charts(told: Story) -> list[Chart]:
    rules = told.entrance.ruleset
    heading = _("%(number)s after each %(run)s")
    run = rules.words.run.in_(language())
    return [
        chart(told, number.key, heading % {"number": number.label.in_(language()), "run": run})
        for number in rules.curves
    ]


def chart(told: Story, number: str, title: str) -> Chart:
    quests, heroes = told.quests, tuple(one for one in told.heroes if one.quests)
    values = {one.row.key: [value(one, quest, number) for quest in quests] for one in heroes}
    points = [str(place) for place in range(1, len(quests) + 1)]
    drawing = curves(title, points, [(one.row.name, values[one.row.key]) for one in heroes])
    shown = heroes[:MOST_COLUMNS] if len(heroes) <= MOST_COLUMNS else ()
    rows = [
        (f"{place}. {quest.run.name.in_(language())}", [values[one.row.key][place - 1] for one in shown])
        for place, quest in enumerate(quests, start=1)
        if quest.run
    ]
    return Chart(title, drawing, shown, rows if shown else [])


def value(one: Hero, quest: Chapter, number: str) -> int | None:
    """None before their first chapter and after they have left."""
    has_left = one.row.departed_seq is not None and one.row.departed_seq < quest.last_seq
    if has_left or quest.number < one.chapters[0].number:
        return None
    return quest.after[number].get(one.row.key, 0)
