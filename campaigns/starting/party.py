"""Several heroes on one form, as the rulebook offers to bring one in: a row for each that may be made."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
from django.http import QueryDict

from campaigns.access import Entrance
from campaigns.acts import perform
from campaigns.answers import Envelope, Refusal
from campaigns.offered import Ask, defaults_of, offer_of, plain_of
from rules.kernel.messages import Command, kind_of
from rules.kernel.offers import Choice, Field, Offer
from rules.kernel.ruleset import Ruleset
from rules.kernel.text import Text

PARTY = 4
"""Heroes that are ticked to begin with, and rows where a rulebook knows no classes."""


@dataclass(frozen=True, kw_only=True)
class Row:
    """A hero who may be made. `pick` is the choice that the row stands for; the fields are named after the row."""

    key: str
    number: int
    choice: Choice | None
    asks: tuple[Ask, ...]
    is_taken: bool
    error: Text | None = None


@dataclass(frozen=True, kw_only=True)
class Recruiting:
    """How heroes come into being here: the command, and the field that tells one kind of hero from another."""

    command: type[Command]
    offer: Offer
    pick: Field | None

    @property
    def kind(self) -> str:
        return kind_of(self.command)


def bringing(ruleset: Ruleset[Any]) -> type[Command] | None:
    """The command by which a player brings a new hero in."""
    return next((one for one in ruleset.commands if one.brings_hero and one.who == "own"), None)


def recruiting(entrance: Entrance) -> Recruiting | None:
    """None where this viewer brings nobody in."""
    command = bringing(entrance.ruleset)
    offer = offer_of(entrance, kind_of(command)) if command else None
    if command is None or offer is None or offer.violation:
        return None
    kinds = (field for field in offer.fields if field.type == "choice" and field.depends and field.required)
    return Recruiting(command=command, offer=offer, pick=next(kinds, None))


def rows(entrance: Entrance, how: Recruiting, form: QueryDict, errors: dict[str, Refusal]) -> list[Row]:
    """Filled with what was sent, or with what one may begin with; the first few are ticked."""
    choices: list[Choice | None] = list(how.pick.choices) if how.pick else [None] * PARTY
    found = []
    for number, choice in enumerate(choices):
        key = choice.value if choice else str(number + 1)
        fields = fields_of(entrance, how, choice)
        filled = tuple(_ask(field, key, number, form, errors.get(key)) for field in fields)
        taken = key in form.getlist("take") if form else _begins(entrance, number, filled)
        error = errors[key].message if key in errors else None
        found.append(Row(key=key, number=number, choice=choice, asks=filled, is_taken=taken, error=error))
    return found


def fields_of(entrance: Entrance, how: Recruiting, choice: Choice | None) -> tuple[Field, ...]:
    """What else is asked once the kind of hero is chosen."""
    if how.pick is None or choice is None:
        return how.offer.fields
    offer = offer_of(entrance, how.kind, {how.pick.name: choice.value}) or how.offer
    return tuple(field for field in offer.fields if field.name != how.pick.name)


def _begins(entrance: Entrance, number: int, asks: tuple[Ask, ...]) -> bool:
    """A whole party for who runs the table, one hero for a player, and nobody where there are heroes."""
    most = PARTY if all(ask.values for ask in asks if ask.field.required) else 1
    wanted = most if entrance.viewer.role == "gm" or not entrance.ruleset.needs_gm else 1
    return number < wanted and not entrance.ruleset.heroes(entrance.state())


def _ask(field: Field, row: str, number: int, form: QueryDict, refusal: Refusal | None) -> Ask:
    name = f"{row}.{field.name}"
    values = tuple(v for v in form.getlist(name) if v) if name in form else tuple(_begin(field, number))
    error = dict(refusal.errors).get(field.name) if refusal else None
    return Ask(msgspec.structs.replace(field, name=name), values, error)


def _begin(field: Field, number: int) -> Iterator[str]:
    """The default; else what a form may begin with: a name that is suggested, the first choices."""
    found = [value for value in defaults_of(field) if value]
    if found or not field.required:
        yield from found
    elif field.type == "text":
        yield from field.suggestions[number % len(field.suggestions) :][:1] if field.suggestions else ()
    else:
        yield from (choice.value for choice in field.choices[: max(field.low, 1)])


def recruit(entrance: Entrance, how: Recruiting, form: QueryDict, key: uuid.UUID) -> dict[str, Refusal]:
    """An act for each row that is ticked; sent twice, each is done once. The refusals by row."""
    known = [row.key for row in rows(entrance, how, form, {}) if row.is_taken]
    found = {row: _recruit(entrance, how, form, row, key) for row in known}
    return {row: outcome for row, outcome in found.items() if outcome is not None}


def _recruit(
    entrance: Entrance, how: Recruiting, form: QueryDict, row: str, key: uuid.UUID
) -> Refusal | None:
    fields = QueryDict(mutable=True)
    for name in form:
        if name.startswith(f"{row}."):
            fields.setlist(name[len(row) + 1 :], form.getlist(name))
    if how.pick:
        fields[how.pick.name] = row
    envelope = Envelope(key=str(uuid.uuid5(key, row)))
    outcome = perform(entrance, plain_of(how.command, how.kind, fields), envelope)
    return outcome if isinstance(outcome, Refusal) else None


def is_begun(entrance: Entrance) -> bool:
    """Whether there is anybody to play with already."""
    return bool(entrance.ruleset.heroes(entrance.state()))


def still_wanted(form: QueryDict, refusals: dict[str, Refusal]) -> QueryDict:
    """The form with only those ticked who were refused: the others are there by now."""
    left = form.copy()
    left.setlist("take", list(refusals))
    return left
