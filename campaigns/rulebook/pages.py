"""Lists of things as plain values: a section, and what a search found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.safestring import SafeString

from campaigns.rulebook import searching
from campaigns.rulebook.books import Book, Column, Shelf, Thing, as_text, together
from campaigns.rulebook.figures import Figure, all_figures, figure, figures, in_columns
from campaigns.rulebook.folding import excerpt, marked, spans, words_of
from campaigns.rulebook.here import Here, Reader
from rules.kernel.text import LANGUAGES, Language, Text

MOST = 40
"""Things a search shows at once."""


@dataclass(frozen=True)
class Fact:
    """A line about a thing: one text, or several."""

    label: Text
    texts: tuple[SafeString | str, ...]


@dataclass(frozen=True, kw_only=True)
class Row:
    """A thing in a list, with what was searched marked.

    `found_as`: its name in the other language, where it was found there. `gist`: its text, in `gist_language`.
    `stats`: the figures to compare, where it stands in columns; `figures` are then the others.
    """

    thing: Thing
    name: SafeString
    found_as: SafeString | None
    other_language: Language
    figures: tuple[Figure, ...]
    stats: tuple[Figure | None, ...]
    tags: tuple[SafeString | str, ...]
    facts: tuple[Fact, ...]
    marks: tuple[Text, ...]
    gist: SafeString | None
    gist_language: Language


def told(thing: Thing, column: Column, here: Here) -> Text | None:
    """The words in a column: the campaign's own before the rulebook's."""
    if column.kind == "figure":
        return None
    return here.texts.get((thing.link, column.key)) or as_text(thing.row.get(column.key))


def row(
    thing: Thing,
    shelf: Shelf,
    sought: tuple[str, ...],
    reader: Reader,
    *,
    in_columns_of: bool = False,
    by: str | None = None,
) -> Row:
    texts = [(column, told(thing, column, reader.here)) for column in shelf.columns if column.key != by]
    shown = [(column, marked(text.in_(reader.language), sought)) for column, text in texts if text]
    spoken = gist_language(thing, sought, reader)
    stats = shelf.compared if in_columns_of else ()
    return Row(
        thing=thing,
        name=marked(thing.name.in_(reader.language), sought),
        found_as=found_as(thing, sought, reader),
        other_language=reader.other,
        figures=beside(thing, shelf, reader)
        if stats
        else figures(thing, shelf.columns, reader.here, brief=True),
        stats=in_columns(thing, stats, reader.here),
        tags=(
            *instead(thing, by, reader),
            *(text for column, text in shown if column.kind == "tag"),
        ),
        facts=tuple(Fact(column.label, (text,)) for column, text in shown if column.kind == "words"),
        marks=tuple(thing.lexicon.marks[key] for key in thing.lexicon.warnings if thing.row.get(key) is True),
        gist=excerpt(thing.text.in_(spoken), sought) if thing.text else None,
        gist_language=spoken,
    )


def instead(thing: Thing, by: str | None, reader: Reader) -> tuple[str, ...]:
    """The section's own group, where a page groups by something else."""
    is_other = by is not None and by != thing.section.group_by
    return (thing.group.in_(reader.language),) if is_other and thing.group else ()


def beside(thing: Thing, shelf: Shelf, reader: Reader) -> tuple[Figure, ...]:
    """The figures that no column compares."""
    compared = {column.key for column in shelf.compared}
    return tuple(one for one in all_figures(thing, shelf, reader.here) if one.key not in compared)


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


@dataclass(frozen=True)
class Grouping:
    """A way to group the rows of a section."""

    field: str
    label: Text
    is_current: bool


@dataclass(frozen=True, kw_only=True)
class SectionPage:
    """The rows of a section in their groups, or its table; `is_all` while nothing is filtered."""

    shelf: Shelf
    groups: list[tuple[Text | None, list[Row]]]
    groupings: tuple[Grouping, ...]
    table: list[tuple[Thing, list[Any]]]
    count: int
    is_all: bool
    perhaps: str


def section_page(shelf: Shelf, query: str, reader: Reader, by: str = "") -> SectionPage:
    """Everything in its groups; what a filter leaves of it, the best first. Tables keep their order."""
    sought, field = words_of(query), shelf.group_field(by)
    kept = searching.find(shelf.ruleset, query, shelf.key)
    in_order = [thing for thing in shelf.things if thing in kept] if shelf.as_table else []
    listed = () if shelf.as_table else kept if sought else together(kept, field)
    current = None if sought else field
    rows = [
        row(thing, shelf, sought, reader, in_columns_of=shelf.is_profiles, by=current) for thing in listed
    ]
    return SectionPage(
        shelf=shelf,
        groups=[(None, rows)] if sought else grouped(rows, field),
        groupings=tuple(Grouping(key, label, key == field) for key, label in shelf.section.also_by),
        table=[(thing, list(cells(thing, shelf, sought, reader))) for thing in in_order],
        count=len(kept),
        is_all=not sought,
        perhaps="" if kept else searching.perhaps(shelf.ruleset, query),
    )


def grouped(rows: list[Row], field: str | None) -> list[tuple[Text | None, list[Row]]]:
    groups = groupby(rows, lambda one: one.thing.group_in(field))
    return [(group, list(of_group)) for group, of_group in groups]


def cells(
    thing: Thing, shelf: Shelf, sought: tuple[str, ...], reader: Reader
) -> Iterator[tuple[Column, Any]]:
    """A row of the table: figures, and texts marked."""
    for column in shelf.columns:
        text = told(thing, column, reader.here)
        words = marked(text.in_(reader.language), sought) if text else None
        yield column, words or figure(thing, column.key, column.label, reader.here)
