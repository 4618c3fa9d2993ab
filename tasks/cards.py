"""The rulebook on paper: cards to cut out, and the price list with the prices of the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from django.template.loader import render_to_string

from campaigns.access import Entrance
from campaigns.localising import language
from campaigns.rulebook import here, pages
from campaigns.rulebook.books import Shelf, Thing, book
from campaigns.rulebook.figures import Figure, figure
from campaigns.rulebook.here import Reader
from campaigns.rulebook.pages import Row
from rules.kernel.text import Text
from tasks.papers import PRICE, Wanted, chosen_things, price_shelves
from tasks.sheets import surroundings

TO_A_PAGE = 9
AT_ONCE = 6
"""Pages of cards in one document: progress is shown after each."""
SMALL, SMALLEST = 230, 420
"""Letters of a text from which on a card is set smaller."""


@dataclass(frozen=True)
class Card:
    row: Row
    text: str

    @property
    def thing(self) -> Thing:
        return self.row.thing

    @property
    def stats(self) -> tuple[Figure, ...]:
        return tuple(one for one in self.row.stats if one)

    @property
    def is_profile(self) -> bool:
        return bool(self.row.stats)

    @property
    def letters(self) -> int:
        beside = sum(len(str(text)) for fact in self.row.facts for text in fact.texts)
        return len(self.text) + beside + (90 if self.is_profile else 0)

    @property
    def setting(self) -> str:
        return "smallest" if self.letters > SMALLEST else "small" if self.letters > SMALL else ""


def cards(entrance: Entrance, wanted: Wanted) -> list[Card]:
    reader = Reader(language(), here.of(entrance))
    return [card(thing, reader) for thing in chosen_things(entrance, wanted)]


def card(thing: Thing, reader: Reader) -> Card:
    shelf = book(thing.ruleset).shelves[thing.section.key]
    row = pages.row(thing, shelf, (), reader, in_columns_of=shelf.is_profiles)
    return Card(row, thing.text.in_(reader.language) if thing.text else "")


def documents(entrance: Entrance, wanted: Wanted, found: list[Card]) -> Iterator[str]:
    around = surroundings(entrance, wanted)
    sheets = [found[first : first + TO_A_PAGE] for first in range(0, len(found), TO_A_PAGE)]
    for first in range(0, len(sheets), AT_ONCE):
        yield render_to_string(
            "tasks/paper/cards.html", {**around, "sheets": sheets[first : first + AT_ONCE]}
        )


@dataclass(frozen=True)
class Offer:
    """Something to be had for a price; `card` says what it is."""

    card: Card
    price: Figure

    @property
    def others(self) -> list[Figure]:
        """Its figures without the price."""
        row = self.card.row
        return [one for one in (*self.card.stats, *row.figures) if one.key != PRICE]


@dataclass(frozen=True)
class PriceList:
    shelf: Shelf
    label: Text
    groups: list[tuple[Text | None, list[Offer]]]


def prices(entrance: Entrance) -> list[PriceList]:
    """By section and group, what has a price; in the campaign's own where it has one."""
    reader = Reader(language(), here.of(entrance))
    found = [price_list(shelf, reader) for shelf in price_shelves(entrance.ruleset.key)]
    return [one for one in found if one.groups]


def price_list(shelf: Shelf, reader: Reader) -> PriceList:
    column = next(column for column in shelf.columns if column.key == PRICE)
    priced = [(thing, figure(thing, PRICE, column.label, reader.here)) for thing in shelf.things]
    offers = [Offer(card(thing, reader), price) for thing, price in priced if price and price.value]
    groups = groupby(offers, lambda one: one.card.thing.group)
    return PriceList(shelf, column.label, [(group, list(of_group)) for group, of_group in groups])


def price_document(entrance: Entrance, wanted: Wanted) -> str:
    return render_to_string(
        "tasks/paper/prices.html", {**surroundings(entrance, wanted), "lists": prices(entrance)}
    )
