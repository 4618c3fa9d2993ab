"""The house rules of the campaign a page of the rulebook was opened from."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.http import Http404, HttpRequest
from django.urls import reverse

from campaigns.access import Entrance
from campaigns.looking import enter_page
from campaigns.rulebook.addresses import suffix
from campaigns.rulebook.books import Thing, book
from rules.kernel.house_rules import HouseRule, Value, shown
from rules.kernel.text import LANGUAGES, Language, Text


@dataclass(frozen=True)
class Different:
    """A rule that this table plays otherwise, and the thing it is about where it is about one."""

    group: Text | None
    label: Text
    here: Text
    book: Text
    source: str
    thing: Thing | None


@dataclass(frozen=True)
class Here:
    """Nothing at all outside a campaign. `values` by link and column; `sources`, where the rulebook says one of them.

    `texts`: the words that stand in a column instead of the rulebook's.
    """

    entrance: Entrance | None = None
    values: dict[tuple[str, str], Value] = field(default_factory=dict)
    sources: dict[tuple[str, str], str] = field(default_factory=dict)
    texts: dict[tuple[str, str], Text] = field(default_factory=dict)
    rules: tuple[Different, ...] = ()

    @property
    def suffix(self) -> str:
        return suffix(self.entrance.campaign.id) if self.entrance else ""

    @property
    def asking(self) -> str:
        """What a query is appended to."""
        return f"{self.suffix}&" if self.suffix else "?"

    @property
    def url(self) -> str:
        return reverse("campaign", args=[self.entrance.campaign.id]) if self.entrance else ""


@dataclass(frozen=True)
class Reader:
    """Who reads: the language of the page, and the campaign it was opened from."""

    language: Language
    here: Here

    @property
    def other(self) -> Language:
        return next(one for one in LANGUAGES if one != self.language)


def here(request: HttpRequest, key: str) -> Here:
    """Of `?campaign=`, for who may look at it and where it plays by this book; else as for anybody."""
    wanted = request.GET.get("campaign")
    if not wanted:
        return Here()
    try:
        entrance = enter_page(request, wanted)
    except Http404:
        return Here()
    return of(entrance) if entrance.ruleset.key == key else Here()


def of(entrance: Entrance) -> Here:
    """What the campaign plays otherwise, in the order of the rulebook's house rules."""
    rules, state = entrance.ruleset.house_rules, entrance.state()
    house, figures = entrance.ruleset.house(state), entrance.ruleset.figures(state)
    different = [rule for key, rule in rules.items() if key in house]
    places = {rule.key: place_of(entrance.ruleset.key, rule.key) for rule in different}
    return Here(
        entrance,
        {place: house[key] for key, place in places.items() if place}
        | {place: value for place, (value, _) in figures.items() if not isinstance(value, Text)},
        {place: source for place, (_, source) in figures.items()},
        {place: value for place, (value, _) in figures.items() if isinstance(value, Text)},
        tuple(compare(entrance, rule, house[rule.key], places[rule.key]) for rule in different),
    )


def compare(entrance: Entrance, rule: HouseRule, value: Value, place: tuple[str, str] | None) -> Different:
    thing = book(entrance.ruleset.key).things[place[0]] if place else None
    return Different(
        rule.group, rule.label, shown(rule, value), shown(rule, rule.default), rule.source, thing
    )


def place_of(key: str, rule: str) -> tuple[str, str] | None:
    """The link and column whose figure a rule `<family>.<row key>` replaces."""
    family, _dot, row = rule.partition(".")
    found = families(key).get(family)
    return (f"{found[0]}/{row}", found[1]) if found and row else None


@cache
def families(key: str) -> dict[str, tuple[str, str]]:
    """For each family of house rules the section and column that hold exactly its defaults."""
    defaults: dict[str, dict[str, Any]] = defaultdict(dict)
    for rule in book(key).rules.house_rules.values():
        family, _dot, row = rule.key.partition(".")
        if row:
            defaults[family][row] = rule.default
    found = {family: _column_with(key, values) for family, values in defaults.items()}
    return {family: place for family, place in found.items() if place}


def _column_with(key: str, values: dict[str, Any]) -> tuple[str, str] | None:
    for shelf in book(key).shelves.values():
        for column in shelf.columns:
            if all(
                row in shelf.by_key and shelf.by_key[row].row.get(column.key) == value
                for row, value in values.items()
            ):
                return shelf.key, column.key
    return None
