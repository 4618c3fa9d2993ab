"""Figures of things: the value that holds, the rulebook's beside it where a campaign has its own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from campaigns.rulebook.books import Column, Shelf, Thing, is_figure
from campaigns.rulebook.here import Here
from rules.kernel.house_rules import Value
from rules.kernel.text import Text


@dataclass(frozen=True, kw_only=True)
class Figure:
    """`value` holds here; `book` is the rulebook's where the campaign has its own. `dice` is thrown in addition."""

    key: str
    label: Text
    value: Value
    dice: str = ""
    book: Value | None = None
    icon: str = ""


def figure(thing: Thing, key: str, label: Text, here: Here) -> Figure | None:
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
        icon=thing.lexicon.figures.get(key, ""),
    )


def figures(
    thing: Thing, columns: Iterable[Column], here: Here, *, brief: bool = False
) -> tuple[Figure, ...]:
    """In the order of the columns; `brief` leaves out all that goes without saying."""
    asked = [column for column in columns if column.kind == "figure"]
    found = [(column, figure(thing, column.key, column.label, here)) for column in asked]
    return tuple(one for column, one in found if one and tells(one, column, brief=brief))


def tells(figure: Figure, column: Column, *, brief: bool) -> bool:
    """A usual zero tells nothing anywhere, any other usual figure nothing in a list."""
    if figure.dice or figure.book is not None or figure.value != column.usual:
        return True
    return not brief and figure.value != 0


def in_columns(thing: Thing, columns: Iterable[Column], here: Here) -> tuple[Figure | None, ...]:
    """One for each column, None where the thing has none."""
    return tuple(figure(thing, column.key, column.label, here) for column in columns)


def all_figures(thing: Thing, shelf: Shelf, here: Here) -> tuple[Figure, ...]:
    """Of the columns, then of the other fields that tell something."""
    shown = {column.key for column in shelf.columns}
    more = [figure(thing, key, label, here) for key, label in thing.lexicon.facts.items() if key not in shown]
    telling = (one for one in more if one and (one.dice or one.value != thing.lexicon.dull.get(one.key, 0)))
    return (*figures(thing, shelf.columns, here), *telling)
