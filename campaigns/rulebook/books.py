"""A rulebook's catalog as things with an address, put on shelves once per process."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal, TypeGuard

from django.urls import reverse

from campaigns.rulebook import words
from campaigns.rulebook.addresses import rulebook_url
from campaigns.rulebook.citing import cited
from rules.kernel.catalog import CatalogSection
from rules.kernel.lexicon import Lexicon
from rules.kernel.registry import ruleset
from rules.kernel.ruleset import Ruleset
from rules.kernel.text import LANGUAGES, Text

TAG_LENGTH = 24
"""A text column that is never longer is drawn as a tag, a longer one as a line of its own."""
USUAL = 0.6
"""What more rows than this share goes without saying in a list."""


def as_text(value: Any) -> Text | None:
    """A `{fr, en}` of a row as a Text; None for anything else."""
    if isinstance(value, dict) and set(value) == set(LANGUAGES):
        return Text(**value)
    return value if isinstance(value, Text) else None


def is_figure(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


@dataclass(frozen=True, eq=False, kw_only=True)
class Thing:
    """One row of a catalog. `link` names it as offers and cards do; `is_namesake`: others of its section have its name."""

    ruleset: str
    section: CatalogSection
    row: dict[str, Any]
    name: Text
    text: Text | None
    group: Text | None
    is_namesake: bool

    @property
    def lexicon(self) -> Lexicon:
        return ruleset(self.ruleset).lexicon

    @property
    def key(self) -> str:
        return str(self.row["key"])

    @property
    def link(self) -> str:
        return f"{self.section.key}/{self.key}"

    @property
    def url(self) -> str:
        return rulebook_url(self.ruleset, self.link)

    @property
    def source(self) -> str:
        return str(self.row.get("source") or "")

    @property
    def number(self) -> str:
        """The one ruling that the thing is, `""` for anything else."""
        return str(self.row.get("number") or "")

    @property
    def covers(self) -> tuple[str, ...]:
        """The places of the rules that the thing is the page of, its own number first."""
        return tuple(filter(None, (self.number, *self.row.get("covers", ()))))

    @property
    def cites(self) -> tuple[str, ...]:
        """Every place its source names, and every one it covers, but not itself."""
        places = dict.fromkeys((*cited(self.source), *self.covers))
        return tuple(place for place in places if place != self.number)

    @property
    def house_table(self) -> bool:
        return bool(self.row.get("house_table"))

    def group_in(self, field: str | None) -> Text | None:
        """Its group by that field, by the section's own where none is named."""
        return as_text(self.row.get(field)) if field else self.group

    @property
    def icons(self) -> list[str]:
        """Names of symbols, the most telling first."""
        own = [self.row.get(name) for name in self.lexicon.icon_fields]
        drawn = [self.lexicon.icons.get(word, word) for word in own if isinstance(word, str)]
        return [*drawn, self.section.icon]

    @property
    def tone(self) -> str:
        own = self.row.get(self.lexicon.tone)
        return own if own in words.TONES else self.section.tone


@dataclass(frozen=True, kw_only=True)
class Column:
    """A column of a section: figures, short texts (`tag`) or long ones (`words`). `usual` is left out of lists.

    Figures may have an `icon`.
    """

    key: str
    label: Text
    kind: Literal["figure", "tag", "words"]
    usual: int | None = None
    icon: str = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class Shelf:
    """A section with its things in source order. `as_table`: its rows have no text, only columns to compare."""

    ruleset: str
    section: CatalogSection
    things: tuple[Thing, ...]
    columns: tuple[Column, ...]
    by_key: dict[str, Thing] = field(repr=False)

    @property
    def key(self) -> str:
        return self.section.key

    @property
    def name(self) -> Text:
        return self.section.name

    @property
    def url(self) -> str:
        return reverse("rulebook-section", args=[self.ruleset, self.key])

    @property
    def icon(self) -> str:
        return self.section.icon

    @property
    def tone(self) -> str:
        return self.section.tone

    @property
    def as_table(self) -> bool:
        return bool(self.columns) and all(thing.text is None for thing in self.things)

    @property
    def is_prose(self) -> bool:
        """Nothing but texts, to be read in full."""
        return all(column.kind == "tag" for column in self.columns) and any(one.text for one in self.things)

    @property
    def is_profiles(self) -> bool:
        """Creatures with the same figures, to be compared in columns."""
        profile = ruleset(self.ruleset).lexicon.profile
        return bool(profile) and {column.key for column in self.columns} >= profile

    @property
    def is_house_table(self) -> bool:
        return bool(self.things) and all(thing.house_table for thing in self.things)

    @property
    def compared(self) -> tuple[Column, ...]:
        """The figures that most of its things have."""
        return tuple(column for column in self.columns if column.kind == "figure" and self.is_common(column))

    def is_common(self, column: Column) -> bool:
        return 2 * sum(one.row.get(column.key) is not None for one in self.things) > len(self.things)

    def group_field(self, asked: str) -> str | None:
        """The field its things are grouped by: the one asked for where the section offers it, else its own."""
        return asked if asked in dict(self.section.also_by) else self.section.group_by


@dataclass(frozen=True, eq=False, kw_only=True)
class Book:
    rules: Ruleset[Any]
    shelves: dict[str, Shelf]
    things: dict[str, Thing] = field(repr=False)
    places: dict[str, Thing | Shelf] = field(repr=False)
    """Where a place of the rules (`§5.2`, `R20`) can be read."""

    @property
    def key(self) -> str:
        return self.rules.key

    @property
    def url(self) -> str:
        return reverse("rulebook", args=[self.key])


@cache
def book(key: str) -> Book:
    """The book of that ruleset; KeyError where there is none."""
    rules = ruleset(key)
    shelves = {section.key: shelve(key, section) for section in rules.catalog}
    things = {thing.link: thing for shelf in shelves.values() for thing in shelf.things}
    return Book(rules=rules, shelves=shelves, things=things, places=places_in(shelves, things))


def places_in(shelves: dict[str, Shelf], things: dict[str, Thing]) -> dict[str, Thing | Shelf]:
    """A ruling's own page comes before what covers it, a thing before its section, the earlier before the later."""
    covering: list[tuple[str, Thing | Shelf]] = [
        *((thing.number, thing) for thing in things.values() if thing.number),
        *((place, thing) for thing in things.values() for place in thing.covers),
        *((place, shelf) for shelf in shelves.values() for place in shelf.section.covers),
    ]
    found: dict[str, Thing | Shelf] = {}
    for place, page in covering:
        found.setdefault(place, page)
    return found


def shelve(key: str, section: CatalogSection) -> Shelf:
    names = Counter(as_text(row["name"]) for row in section.rows)
    things = together([as_thing(key, section, row, names) for row in section.rows])
    return Shelf(
        ruleset=key,
        section=section,
        things=things,
        columns=tuple(columns_of(section, ruleset(key).lexicon.figures)),
        by_key={thing.key: thing for thing in things},
    )


def together(things: Iterable[Thing], by: str | None = None) -> tuple[Thing, ...]:
    """In source order, but each group in one place: where its first thing stands."""
    found: dict[Text | None, list[Thing]] = {}
    for thing in things:
        found.setdefault(thing.group_in(by), []).append(thing)
    return tuple(thing for group in found.values() for thing in group)


def as_thing(key: str, section: CatalogSection, row: dict[str, Any], names: Counter[Text | None]) -> Thing:
    name = as_text(row["name"])
    assert name is not None, f"{section.key}/{row['key']} has no name"
    return Thing(
        ruleset=key,
        section=section,
        row=row,
        name=name,
        text=as_text(row.get("text")),
        group=as_text(row.get(section.group_by)) if section.group_by else None,
        is_namesake=names[name] > 1,
    )


def columns_of(section: CatalogSection, icons: dict[str, str]) -> Iterator[Column]:
    """The columns beside name and text; one that says the same as the group is left out."""
    for name, label in section.columns:
        values = [row.get(name) for row in section.rows]
        if name in ("name", "text", section.group_by):
            continue
        if all(value is None or is_figure(value) for value in values):
            icon = icons.get(name, "")
            yield Column(key=name, label=label, kind="figure", usual=usual(icon, values), icon=icon)
        else:
            yield Column(key=name, label=label, kind="tag" if are_short(values) else "words")


def usual(icon: str, values: list[Any]) -> int | None:
    """The figure most rows have, where it tells nothing: a zero, or any without a symbol."""
    (value, times), *_ = Counter(values).most_common(1)
    is_dull = value == 0 or not icon
    return value if is_dull and times >= USUAL * len(values) else None


def are_short(values: list[Any]) -> bool:
    texts = [as_text(value) for value in values]
    return all(len(text.in_(language)) <= TAG_LENGTH for text in texts if text for language in LANGUAGES)
