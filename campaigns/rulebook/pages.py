"""What the pages of the rulebook show, as plain values."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from campaigns.rulebook import searching, words
from campaigns.rulebook.books import Book, Column, Shelf, Thing, as_text, book, is_figure
from campaigns.rulebook.folding import excerpt, marked, spans, words_of
from campaigns.rulebook.here import Here
from campaigns.rulebook.relations import Way, one_of, ways
from campaigns.rulebook.words import Label
from rules.kernel.house_rules import Value
from rules.kernel.text import LANGUAGES, Language, Text

MOST = 40
"""Things a search shows at once."""


@dataclass(frozen=True)
class Reader:
    """Who reads: the language of the page, and the campaign it was opened from."""

    language: Language
    here: Here

    @property
    def other(self) -> Language:
        return next(one for one in LANGUAGES if one != self.language)


@dataclass(frozen=True, kw_only=True)
class Figure:
    """`value` holds here; `book` is the rulebook's where the campaign has its own. `dice` is thrown in addition."""

    key: str
    label: Label | Text
    value: Value
    dice: str = ""
    book: Value | None = None
    icon: str = ""


@dataclass(frozen=True)
class Fact:
    """A line about a thing: one text, or several."""

    label: Label | Text
    texts: tuple[SafeString | str, ...]


@dataclass(frozen=True, kw_only=True)
class Row:
    """A thing in a list, with what was searched marked. `found_as`: its name in the other language, where that was found."""

    thing: Thing
    name: SafeString
    found_as: SafeString | None
    figures: tuple[Figure, ...]
    tags: tuple[SafeString, ...]
    facts: tuple[Fact, ...]
    text: SafeString | None


def figure(thing: Thing, key: str, label: Label | Text, here: Here) -> Figure | None:
    """The figure of a field; None where the thing has none."""
    value = thing.row.get(key)
    dice = str(thing.row.get(f"{key}_dice") or "")
    if not is_figure(value):
        return None
    mine = here.values.get((thing.link, key))
    return Figure(
        key=key,
        label=label,
        value=value if mine is None else mine,
        dice=dice,
        book=value if mine not in (None, value) else None,
        icon=words.COLUMN_ICONS.get(key, ""),
    )


def figures(
    thing: Thing, columns: Iterable[Column], here: Here, *, brief: bool = False
) -> tuple[Figure, ...]:
    """In the order of the columns; `brief` leaves out what goes without saying."""
    found = [
        (column, figure(thing, column.key, column.label, here))
        for column in columns
        if column.kind == "figure"
    ]
    return tuple(
        one
        for column, one in found
        if one and not (brief and one.value == column.usual and not one.dice and one.book is None)
    )


def told(thing: Thing, column: Column) -> Text | None:
    return as_text(thing.row.get(column.key)) if column.kind != "figure" else None


def row(thing: Thing, shelf: Shelf, sought: tuple[str, ...], reader: Reader) -> Row:
    mine, other = thing.name.in_(reader.language), thing.name.in_(reader.other)
    is_mine = not sought or bool(spans(mine, sought))
    texts = [(column, told(thing, column)) for column in shelf.columns]
    return Row(
        thing=thing,
        name=marked(mine, sought),
        found_as=None if is_mine or not spans(other, sought) else marked(other, sought),
        figures=figures(thing, shelf.columns, reader.here, brief=True),
        tags=tuple(marked(t.in_(reader.language), sought) for c, t in texts if t and c.kind == "tag"),
        facts=tuple(
            Fact(c.label, (marked(t.in_(reader.language), sought),))
            for c, t in texts
            if t and c.kind == "words"
        ),
        text=excerpt(thing.text.in_(reader.language), sought) if thing.text else None,
    )


@dataclass(frozen=True, kw_only=True)
class Found:
    """What a search found, and in which sections how much."""

    query: str
    rows: tuple[Row, ...]
    count: int
    sections: list[tuple[Shelf, int]]
    perhaps: str


def search(found: Book, query: str, reader: Reader) -> Found:
    things = searching.find(found.key, query)
    sought = words_of(query)
    counts = Counter(thing.section.key for thing in things)
    return Found(
        query=query,
        rows=tuple(row(thing, found.shelves[thing.section.key], sought, reader) for thing in things[:MOST]),
        count=len(things),
        sections=[(shelf, counts[shelf.key]) for shelf in found.shelves.values() if counts[shelf.key]],
        perhaps="" if things else searching.perhaps(found.key, query),
    )


@dataclass(frozen=True, kw_only=True)
class SectionPage:
    """The rows of a section in source order, in their groups; `is_all` while nothing is filtered."""

    shelf: Shelf
    groups: list[tuple[Text | None, list[Row]]]
    cells: list[tuple[Thing, list[Any]]]
    count: int
    is_all: bool
    perhaps: str


def section_page(shelf: Shelf, query: str, reader: Reader) -> SectionPage:
    sought = words_of(query)
    kept = set(searching.find(shelf.ruleset, query, shelf.key))
    things = [thing for thing in shelf.things if thing in kept]
    rows = [] if shelf.as_table else [row(thing, shelf, sought, reader) for thing in things]
    return SectionPage(
        shelf=shelf,
        groups=[(group, list(of_group)) for group, of_group in groupby(rows, lambda one: one.thing.group)],
        cells=[(thing, list(cells(thing, shelf, sought, reader))) for thing in things]
        if shelf.as_table
        else [],
        count=len(things),
        is_all=not sought,
        perhaps="" if things else searching.perhaps(shelf.ruleset, query),
    )


def cells(
    thing: Thing, shelf: Shelf, sought: tuple[str, ...], reader: Reader
) -> Iterator[tuple[Column, Any]]:
    """A row of the table: figures, and texts marked."""
    for column in shelf.columns:
        text = told(thing, column)
        shown = (
            marked(text.in_(reader.language), sought)
            if text
            else figure(thing, column.key, column.label, reader.here)
        )
        yield column, shown


@dataclass(frozen=True, kw_only=True)
class ThingPage:
    thing: Thing
    shelf: Shelf
    other_name: str
    other_language: str
    group: SafeString | None
    figures: tuple[Figure, ...]
    tags: tuple[Any, ...]
    facts: tuple[Fact, ...]
    text: SafeString | None
    ways: tuple[Way, ...]
    back: tuple[Way, ...]
    mentioned: tuple[Thing, ...]
    before: Thing | None
    after: Thing | None


def thing_page(thing: Thing, reader: Reader) -> ThingPage:
    shelf, known = book(thing.ruleset).shelves[thing.section.key], ways(thing.ruleset)
    forth, back = known.forth.get(thing.link, []), known.back.get(thing.link, [])
    links = Links(
        thing, [*(one for way in forth for one in way.things), *known.mentions.get(thing.link, ())], reader
    )
    texts = [(column, told(thing, column)) for column in shelf.columns]
    other = thing.name.in_(reader.other)
    place = shelf.things.index(thing)
    return ThingPage(
        thing=thing,
        shelf=shelf,
        other_name="" if other == thing.name.in_(reader.language) else other,
        other_language=reader.other,
        group=links.into(thing.group) if thing.group else None,
        figures=all_figures(thing, shelf, reader.here),
        tags=tuple([links.into(t) for c, t in texts if t and c.kind == "tag"] + marks(thing)),
        facts=tuple(
            [Fact(c.label, (links.into(t),)) for c, t in texts if t and c.kind == "words"]
            + lists(thing, links)
        ),
        text=links.into(thing.text) if thing.text else None,
        ways=tuple(way for way in forth if not set(way.things) <= links.used),
        back=tuple(back),
        mentioned=tuple(
            one
            for one in known.mentioned.get(thing.link, ())
            if not any(one in way.things for way in (*forth, *back))
        ),
        before=shelf.things[place - 1] if place else None,
        after=shelf.things[place + 1] if place + 1 < len(shelf.things) else None,
    )


class Links:
    """Turns the names of known things inside a text into links, and remembers which it used."""

    def __init__(self, thing: Thing, known: list[Thing], reader: Reader) -> None:
        self.reader = reader
        self.known = {one.name.in_(reader.language): one for one in reversed(known)}
        self.known.pop(thing.name.in_(reader.language), None)
        self.pattern = one_of(self.known)
        self.used: set[Thing] = set()

    def into(self, text: Text) -> SafeString:
        words, last = text.in_(self.reader.language), 0
        shown: SafeString = mark_safe("")
        for match in self.pattern.finditer(words):
            shown += conditional_escape(words[last : match.start()]) + self.link(match)
            last = match.end()
        return shown + conditional_escape(words[last:])

    def link(self, match: re.Match[str]) -> SafeString:
        target = self.known[match[0]]
        self.used.add(target)
        return format_html('<a href="{}{}">{}</a>', target.url, self.reader.here.suffix, match[0])


def all_figures(thing: Thing, shelf: Shelf, here: Here) -> tuple[Figure, ...]:
    """Of the columns, then of the other fields that tell something."""
    shown = {column.key for column in shelf.columns}
    more = [figure(thing, key, label, here) for key, label in words.FACTS.items() if key not in shown]
    telling = (one for one in more if one and (one.dice or one.value != words.DULL.get(one.key, 0)))
    return (*figures(thing, shelf.columns, here), *telling)


def marks(thing: Thing) -> list[Label]:
    return [label for key, label in words.MARKS.items() if thing.row.get(key) is True]


def lists(thing: Thing, links: Links) -> list[Fact]:
    """Fields that hold several texts."""
    found = []
    for key, label in words.FACTS.items():
        value = thing.row.get(key)
        if isinstance(value, list | tuple) and value:
            texts = [text for text in map(as_text, value) if text]
            found.append(Fact(label, tuple(links.into(text) for text in texts)))
    return found
