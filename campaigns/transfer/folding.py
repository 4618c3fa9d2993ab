"""The ledger of a file folded: where it leads, and what was known at each checkpoint."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from campaigns.records import Body, Record
from campaigns.spans import STEP
from campaigns.transfer.checking import check_state, evolve, read_events
from campaigns.watching import Watch, unwatched
from rules.kernel.history import undone
from rules.kernel.ruleset import Ruleset

EFFORT = 1_000_000
"""So many acts are played again for checkpoints, not more: to go without them loses nothing."""


def line_of(seq: int) -> int:
    """The header stands above the entries."""
    return seq + 1


@dataclass
class Folding:
    """Raises UnreadableError naming the line of the act that cannot be played, or after which the game does not hold."""

    ruleset: Ruleset[Any]
    bodies: list[Body]
    checkpoints: list[tuple[int, str]] = field(default_factory=list)
    watch: Watch = unwatched

    def fold(self) -> Any:
        taken = undone((body.seq, body.takes) for body in self.bodies)
        state, then = self.ruleset.initial(), Then(self.ruleset, self.bodies)
        for body in self.bodies:
            record = read_events(line_of(body.seq), self.ruleset, body)
            if body.seq not in taken:
                self._check_departure(record, state)
                state = evolve(line_of(body.seq), self.ruleset, state, record)
            self.checkpoints += then.after(record)
            self.watch(body.seq, len(self.bodies))
        self._check(state, taken)
        return state

    def _check_departure(self, record: Record, state: Any) -> None:
        """Who leaves is kept as they last were, and no later state tells of them."""
        if any(self.ruleset.departures(event) for event in record.events):
            check_state(line_of(record.seq), self.ruleset, state)

    def _check(self, state: Any, taken: frozenset[int]) -> None:
        """Once at the end; act by act where something is wrong, to name the first."""
        try:
            check_state(line_of(len(self.bodies)), self.ruleset, state)
        except Exception:
            state = self.ruleset.initial()
            for body in self.bodies:
                if body.seq not in taken:
                    record = read_events(line_of(body.seq), self.ruleset, body)
                    state = evolve(line_of(body.seq), self.ruleset, state, record)
                    check_state(line_of(body.seq), self.ruleset, state)
            raise


class Then:
    """What was known as the game went on: an act counts until it is taken back, and not from the beginning without it."""

    def __init__(self, ruleset: Ruleset[Any], bodies: list[Body]) -> None:
        self.ruleset, self.bodies = ruleset, bodies
        self.taken: set[int] = set()
        self.undos: dict[int, tuple[int, ...]] = {}
        self.known: list[tuple[int, Any]] = []
        self.effort = 0

    def after(self, record: Record) -> Iterator[tuple[int, str]]:
        """The checkpoint after this act, where there is to be one."""
        if record.body.takes:
            self._take_back(record.body)
        if record.seq % STEP == 0 and self.effort <= EFFORT:
            state = self._state(record.seq)
            self.known.append((record.seq, state))
            yield record.seq, self.ruleset.codec.encode(state).decode()

    def _take_back(self, body: Body) -> None:
        """What this turns makes the states since then known otherwise."""
        toggled = self._toggled(body)
        self.undos[body.seq] = body.takes
        self.taken ^= toggled
        first = min(toggled, default=body.seq)
        while self.known and self.known[-1][0] >= first:
            self.known.pop()

    def _toggled(self, body: Body) -> set[int]:
        if self.undos.keys().isdisjoint(body.takes):
            return set(body.takes) - self.taken
        if self.effort > EFFORT:
            return set()
        undos = {**self.undos, body.seq: body.takes}
        self.effort += sum(map(len, undos.values()))
        return self.taken ^ undone(undos.items())

    def _state(self, upto: int) -> Any:
        seq, state = self.known[-1] if self.known else (0, self.ruleset.initial())
        self.effort += upto - seq
        for body in self.bodies[seq:upto]:
            if body.seq not in self.taken:
                line = line_of(body.seq)
                state = evolve(line, self.ruleset, state, read_events(line, self.ruleset, body))
        return state
