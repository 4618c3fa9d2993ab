"""Offers: what a viewer may do now, with a domain for each field; or may not, and why."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from rules.kernel.messages import Violation, Who
from rules.kernel.text import Text

Role = Literal["gm", "player", "spectator"]
Given: TypeAlias = dict[str, Any]
"""Values already chosen, by field name (`choices.skill`); later fields may depend on them."""


class Viewer(msgspec.Struct, frozen=True):
    """Who looks: the role, the seat's key (None for the public) and the own heroes."""

    role: Role
    seat: str | None = None
    heroes: frozenset[str] = frozenset()

    def may_act_for(self, hero: str) -> bool:
        return self.role == "gm" or (self.role == "player" and hero in self.heroes)


class Choice(msgspec.Struct, frozen=True):
    """One value of a domain. `hint` says what it would change, `group` where it stands, `link` its page (`section/key`)."""

    value: str
    label: Text
    hint: Text | None = None
    group: Text | None = None
    link: str | None = None
    weight: int = 1


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """`choice` and `subset` have `choices`; `range` lies in low…high; `text` has low…high characters.

    `without` lists numbers left out of a range. The weights of a subset's choices sum to low…high; no two of a pair in `conflicts` stand in it together.
    `depends`: later fields are to be asked for again once this one is chosen. `suggestions`: texts to begin with.
    """

    name: str
    type: Literal["choice", "range", "subset", "text", "bool"]
    label: Text
    choices: tuple[Choice, ...] = ()
    low: int = 0
    high: int = 0
    required: bool = True
    default: str | int | bool | tuple[str, ...] | None = None
    depends: bool = False
    conflicts: tuple[tuple[str, str], ...] = ()
    without: tuple[int, ...] = ()
    suggestions: tuple[str, ...] = ()


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """A command that may be sent. With a violation it may not, for the reason given. At least one of `any_of` is to be filled.

    `onward`: the game goes on with it, from one evening's play to the next.
    """

    kind: str
    who: Who
    label: Text
    hero: str | None = None
    fields: tuple[Field, ...] = ()
    violation: Violation | None = None
    review: bool = False
    at_hand: bool = False
    text: Text | None = None
    group: str = ""
    any_of: tuple[str, ...] = ()
    icon: str = "mark"
    shortcut: str = ""
    onward: bool = False

    @property
    def is_made(self) -> bool:
        """Whether nothing is left to choose: what fields there are have one value, and it stands in them."""
        return all(
            not field.required and field.choices and {one.value for one in field.choices} == {field.default}
            for field in self.fields
        )


class Draft(msgspec.Struct, frozen=True):
    """What a chapter answers for one of its commands: fields, or the violation in the way."""

    fields: tuple[Field, ...] = ()
    violation: Violation | None = None
    text: Text | None = None
    any_of: tuple[str, ...] = ()


def refused(violation: Violation) -> Draft:
    return Draft(violation=violation)


def choice(
    name: str,
    label: Text,
    choices: tuple[Choice, ...],
    *,
    required: bool = True,
    default: str | None = None,
    depends: bool = False,
) -> Field:
    return Field(
        name=name,
        type="choice",
        label=label,
        choices=choices,
        required=required,
        default=default,
        depends=depends,
    )


def subset(
    name: str,
    label: Text,
    choices: tuple[Choice, ...],
    low: int,
    high: int,
    *,
    required: bool = True,
    default: tuple[str, ...] | None = None,
    depends: bool = False,
) -> Field:
    return Field(
        name=name,
        type="subset",
        label=label,
        choices=choices,
        low=low,
        high=high,
        required=required,
        default=default,
        depends=depends,
    )


def span(
    name: str, label: Text, low: int, high: int, *, required: bool = True, default: int | None = None
) -> Field:
    return Field(name=name, type="range", label=label, low=low, high=high, required=required, default=default)


def words(
    name: str, label: Text, high: int = 60, *, required: bool = True, suggestions: tuple[str, ...] = ()
) -> Field:
    return Field(
        name=name, type="text", label=label, low=1, high=high, required=required, suggestions=suggestions
    )


def flag(
    name: str, label: Text, *, default: bool = False, required: bool = False, depends: bool = False
) -> Field:
    return Field(name=name, type="bool", label=label, default=default, required=required, depends=depends)
