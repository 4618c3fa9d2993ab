"""A hero against an opponent: what a ruleset answers where it can work a fight out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from rules.kernel.messages import Violation
from rules.kernel.offers import Field
from rules.kernel.sections import AnySection

State = TypeVar("State")
Query: TypeAlias = dict[str, str]
"""Values by field name as words; of several chosen ones, with commas between them."""
Room: TypeAlias = tuple[tuple[str, int], ...]
"""Opponents by key, each with how many there are."""


class Faced(msgspec.Struct, frozen=True, kw_only=True):
    """What comes of it: sections for people, `facts` for programs."""

    sections: tuple[AnySection, ...]
    facts: dict[str, Any] = {}


@dataclass(frozen=True, kw_only=True)
class Versus(Generic[State]):
    """`section` is the catalog's of the opponents, `field` the one that names an opponent.

    `fields(state, hero, query)` what may be asked of a hero; `faced(state, hero, query)` the answer, or the refusal that
    names the field; `party(state, opponent)` every hero against one; `room(state, room)` every hero against several kinds,
    at most `most_kinds`. None of it holds a secret.
    """

    section: str
    field: str
    fields: Callable[[State, str, Query], tuple[Field, ...]]
    faced: Callable[[State, str, Query], Faced | Violation]
    party: Callable[[State, str], tuple[AnySection, ...]]
    room: Callable[[State, Room], Faced | Violation]
    room_fields: tuple[Field, ...]
    most_kinds: int = 8
