"""Chapters: literal tables of what a part of the rulebook decides, evolves, tells and offers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import msgspec

from rules.kernel.messages import ENVELOPE, RESERVED, Command, Event, field_names, kind_of
from rules.kernel.text import Text

Table = dict[type, Callable[..., Any]]
T = TypeVar("T")


class Chapter(msgspec.Struct, frozen=True, kw_only=True):
    """One chapter of a rulebook.

    `decides`: command → `(state, command, act) → Decision`; `evolves`: event → `(state, event) → state`;
    `tells`: event → `(event) → Text`, its sentence in the history; `offers`: command → `(state, [hero,] given) → Draft`;
    `warns`: command → `(state, command) → tuple of Text`; `moves`: event → `(event) → tuple of Movement`;
    `counts`, `milestones`, `brings`: event → `(event) → tuple of Count`, `of Milestone`, `of Brought`;
    `sums`: event → `(event) → tuple of Sum`, what a book counts of it; `small`: events that a book leaves out.
    """

    name: str
    decides: Table
    evolves: Table
    tells: Table
    offers: Table
    warns: Table = {}
    moves: Table = {}
    counts: Table = {}
    milestones: Table = {}
    brings: Table = {}
    sums: Table = {}
    small: tuple[type[Event], ...] = ()


class ChapterError(Exception):
    """The chapters of a ruleset do not fit together."""


def merge(chapters: Iterable[Chapter], table: str) -> Table:
    """One table of all chapters; what stands in two is refused."""
    merged: Table = {}
    for chapter in chapters:
        for key, function in getattr(chapter, table).items():
            if key in merged:
                raise ChapterError(f"{key.__name__} is in two chapters; one is {chapter.name}")
            merged[key] = function
    return merged


def check(commands: Table, offers: Table, evolves: Table, tells: Table) -> None:
    """Every command is offered, every event evolves and is told, kinds are unique, no envelope field is declared."""
    _same("command", commands, offers)
    _same("event", evolves, tells)
    _unique([kind_of(c) for c in commands])
    _unique([kind_of(e) for e in evolves])
    for command in commands:
        clash = ENVELOPE.intersection(field_names(command)) | RESERVED.intersection([kind_of(command)])
        if clash or not issubclass(command, Command) or not isinstance(command.label, Text):
            raise ChapterError(f"{command.__name__}: not a well-declared command {sorted(clash)}")
    for event in evolves:
        if not issubclass(event, Event):
            raise ChapterError(f"{event.__name__} is no event")


def _same(what: str, left: Table, right: Table) -> None:
    odd = {cls.__name__ for cls in left.keys() ^ right.keys()}
    if odd:
        raise ChapterError(f"{what} in one table only: {', '.join(sorted(odd))}")


def _unique(kinds: list[str]) -> None:
    twice = {kind for kind in kinds if kinds.count(kind) > 1}
    if twice:
        raise ChapterError(f"kind used twice: {', '.join(sorted(twice))}")
