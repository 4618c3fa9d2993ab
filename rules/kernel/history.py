"""Folding a ledger, with what was taken back left out, and what stands in the way of taking back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from rules.kernel.dice import Act, RecordedDice, Roll
from rules.kernel.messages import Command, Event

if TYPE_CHECKING:
    from rules.kernel.ruleset import Ruleset

State = TypeVar("State")


class Recorded(msgspec.Struct, frozen=True, kw_only=True):
    """One act of the ledger as the kernel sees it. An undo has no command; it `takes` sequence numbers back."""

    seq: int
    act_id: str
    command: Command | None
    events: tuple[Event, ...] = ()
    rolls: tuple[Roll, ...] = ()
    takes: tuple[int, ...] = ()


def undone(undos: Iterable[tuple[int, Sequence[int]]]) -> frozenset[int]:
    """The sequence numbers taken back, from `(seq, takes)` of every undo; an undo taken back counts no more."""
    taken: set[int] = set()
    for seq, takes in sorted(undos, reverse=True):
        if seq not in taken:
            taken.update(takes)
    return frozenset(taken)


def undone_in(entries: Iterable[Recorded]) -> frozenset[int]:
    return undone((entry.seq, entry.takes) for entry in entries if entry.takes)


def fold(
    ruleset: Ruleset[State], entries: Iterable[Recorded], taken: frozenset[int], start: State | None = None
) -> State:
    """The state after all entries not taken back. The taken ones are given: they may stand behind."""
    state = ruleset.initial() if start is None else start
    for entry in entries:
        if entry.seq not in taken:
            state = ruleset.evolve_all(state, entry.events)
    return state


def obstacle(
    ruleset: Ruleset[State],
    entries: Sequence[Recorded],
    before: frozenset[int],
    after: frozenset[int],
    start: State | None = None,
) -> int | None:
    """The first act in the way of `after` rather than `before` being taken back; None when none.

    An act that stands in both is in the way when it would have been decided otherwise, one that comes back
    when it would no longer be decided as it was; both with the dice that fell. `start` is the state before the first
    entry; none: the whole ledger is there.
    """
    left = right = ruleset.initial() if start is None else start
    same = True
    for entry in entries:
        in_left, in_right = entry.seq not in before, entry.seq not in after
        if in_right and not (same and in_left):
            was = _decide(ruleset, left, entry) if in_left else entry.events
            if _decide(ruleset, right, entry) != was:
                return entry.seq
        same = same and in_left == in_right
        left = ruleset.evolve_all(left, entry.events) if in_left else left
        right = left if same else (ruleset.evolve_all(right, entry.events) if in_right else right)
    return None


def _decide(ruleset: Ruleset[Any], state: Any, entry: Recorded) -> Any:
    if entry.command is None:
        return ()
    return ruleset.decide(state, entry.command, Act(entry.act_id, RecordedDice(entry.rolls)))
