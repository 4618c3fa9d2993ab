"""Lists of things as plain values: a section, and what a search found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.safestring import SafeString

from campaigns.rulebook import searching
from campaigns.rulebook.books import Book, Column, Shelf, Thing, as_text
from campaigns.rulebook.figures import Figure, figure, figures
from campaigns.rulebook.folding import excerpt, marked, spans, words_of
from campaigns.rulebook.here import Reader
from campaigns.rulebook.words import Label
from rules.kernel.text import LANGUAGES, Language, Text

MOST = 40
"""Things a search shows at once."""


@dataclass(frozen=True)
class Fact:
    """A line about a thing: one text, or several."""

    label: Label | Text
    texts: tuple[SafeString | str, ...]


@dataclass(frozen=True, kw_only=True)
class Row:
    """A thing in a list, with what was searched marked.

    `found_as`: its name in the other language, where it was found there. `gist`: its text, in `gist_language`.
    """

    thing: Thing
    name: SafeString
    found_as: SafeString | None
    other_language: Language
    figures: tuple[Figure, ...]
    tags: tuple[SafeString, ...]
    facts: tuple[Fact, ...]
    gist: SafeString | None
    gist_language: Language


def told(thing: Thing, column: Column) -> Text | None:
    return as_text(thing.row.get(column.key)) if column.kind != "figure" else None


def row(thing: Thing, shelf: Shelf, sought: tuple[str, ...], reader: Reader) -> Row:
    texts = [(column, told(thing, column)) for column in shelf.columns]
    shown = [(column, marked(text.in_(reader.language), sought)) for column, text in texts if text]
    spoken = gist_language(thing, sought, reader)
    return Row(
        thing=thing,
        name=marked(thing.name.in_(reader.language), sought),
        found_as=found_as(thing, sought, reader),
        other_language=reader.other,
        figures=figures(thing, shelf.columns, reader.here, brief=True),
        tags=tuple(text for column, text in shown if column.kind == "tag"),
        facts=tuple(Fact(column.label, (text,)) for column, text in shown if column.kind == "words"),
        gist=excerpt(thing.text.in_(spoken), sought) if thing.text else None,
        gist_language=spoken,
    )


def found_as(thing: Thing, sought: tuple[str, ...], reader: Reader) -> SafeString | None:
    mine, other = thing.name.in_(reader.language), thing.name.in_(reader.other)
    return marked(other, sought) if spans(other, sought) and not spans(mine, sought) else None


def gist_language(thing: Thing, sought: tuple[str, ...], reader: Reader) -> Language:
    """The reader's, unless what was searched stands in the other one only."""
    text, names = thing.text, [thing.name.in_(language) for language in LANGUAGES]
    if not text or any(spans(name, sought) for name in names) or spans(text.in_(reader.language), sought):
        return reader.language
    return reader.other if spans(text.in_(reader.other), sought) else reader.language


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
    """The rows of a section in their groups, or its table; `is_all` while nothing is filtered."""

    shelf: Shelf
    groups: list[tuple[Text | None, list[Row]]]
    table: list[tuple[Thing, list[Any]]]
    count: int
    is_all: bool
    perhaps: str


def section_page(shelf: Shelf, query: str, reader: Reader) -> SectionPage:
    """Everything in its groups; what a filter leaves of it, the best first. Tables keep their order."""
    sought = words_of(query)
    kept = searching.find(shelf.ruleset, query, shelf.key)
    rows = [] if shelf.as_table else [row(thing, shelf, sought, reader) for thing in kept]
    in_order = [thing for thing in shelf.things if thing in kept] if shelf.as_table else []
    return SectionPage(
        shelf=shelf,
        groups=[(None, rows)] if sought else grouped(rows),
        table=[(thing, list(cells(thing, shelf, sought, reader))) for thing in in_order],
        count=len(kept),
        is_all=not sought,
        perhaps="" if kept else searching.perhaps(shelf.ruleset, query),
    )


def grouped(rows: list[Row]) -> list[tuple[Text | None, list[Row]]]:
    return [(group, list(of_group)) for group, of_group in groupby(rows, lambda one: one.thing.group)]


def cells(
    thing: Thing, shelf: Shelf, sought: tuple[str, ...], reader: Reader
) -> Iterator[tuple[Column, Any]]:
    """A row of the table: figures, and texts marked."""
    for column in shelf.columns:
        text = told(thing, column)
        words = marked(text.in_(reader.language), sought) if text else None
        yield column, words or figure(thing, column.key, column.label, reader.here)
