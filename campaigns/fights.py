"""Fights of a party worked out by its rulebook: questions read from a query, and the page of a room of opponents."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest

from django.http import QueryDict

from campaigns.access import Entrance
from campaigns.offered import Ask
from rules.kernel.messages import Violation
from rules.kernel.offers import Choice, Field
from rules.kernel.sections import AnySection
from rules.kernel.text import Text
from rules.kernel.versus import Faced, Query, Room, Versus

BLANKS = 2
"""Rows to fill in below those that are."""
LONGEST = 6
"""Digits of a number that is read at all; a longer one is out of any bounds."""


def query_of(form: QueryDict) -> Query:
    """Every parameter as words; of several values those that are filled in, with commas between them."""
    return {name: ",".join(value for value in form.getlist(name) if value) for name in form}


def room_of(form: QueryDict, versus: Versus[object]) -> Room:
    """The opponents in pairs of name and number; a number left out is one. What is no number is 0, which no rulebook takes."""
    pairs = zip_longest(form.getlist(versus.field), form.getlist("count"), fillvalue="")
    return tuple((key, count) for key, text in pairs if (count := _count(text)) == 0 or key)


def _count(text: str) -> int:
    if not text:
        return 1
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= LONGEST else 0


@dataclass(frozen=True, kw_only=True)
class RoomRow:
    """One kind of opponent, or a row to fill in."""

    number: int
    opponent: Ask
    count: Ask


@dataclass(frozen=True, kw_only=True)
class RoomPage:
    rows: tuple[RoomRow, ...]
    sections: tuple[AnySection, ...]
    violation: Violation | None


def room_page(entrance: Entrance, versus: Versus[object], form: QueryDict) -> RoomPage:
    room = room_of(form, versus)
    found = versus.room(entrance.state(), room)
    blanks = min(BLANKS, max(0, versus.most_kinds - len(room)))
    shown = (*room[: versus.most_kinds], *(("", 1) for _ in range(blanks)))
    return RoomPage(
        rows=tuple(room_row(versus, number, key, count) for number, (key, count) in enumerate(shown, 1)),
        sections=found.sections if isinstance(found, Faced) else (),
        violation=found if isinstance(found, Violation) else None,
    )


def room_row(versus: Versus[object], number: int, key: str, count: int) -> RoomRow:
    opponent, counted = versus.room_fields
    return RoomRow(number=number, opponent=Ask(opponent, (key,)), count=Ask(counted, (str(count),)))


def chosen_of(field: Field, query: Query) -> tuple[str, ...]:
    """What of a field is chosen, as a form shows it: its default where nothing is said."""
    if field.name in query:
        return tuple(filter(None, query[field.name].split(",")))
    return () if field.default is None else (str(field.default).lower(),)


def choice_of(field: Field, value: str) -> Choice | None:
    return next((choice for choice in field.choices if choice.value == value), None)


def title_of(fields: tuple[Field, ...], versus: Versus[object], query: Query) -> Text | None:
    """The opponent's name, once it is chosen."""
    field = next((one for one in fields if one.name == versus.field), None)
    chosen = choice_of(field, query.get(versus.field, "")) if field else None
    return chosen.label if chosen else None
