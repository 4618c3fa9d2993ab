"""Every checkpoint of a campaign beside a walk over its ledger: whether it says what was known then."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from campaigns import snapshots
from campaigns.models import Campaign, Checkpoint
from campaigns.records import Record
from campaigns.spans import STEP, Span
from rules.kernel.history import undone
from rules.kernel.ruleset import Ruleset

AHEAD = 16 * STEP
"""Checkpoints of so many acts are read at once."""


class Checkpoints:
    """`taken` is what does not count today; what did not count then is worked out act by act."""

    def __init__(self, campaign: Campaign, ruleset: Ruleset[Any], taken: Collection[int]) -> None:
        self.campaign, self.ruleset, self.taken = campaign, ruleset, taken
        self.undos: dict[int, tuple[int, ...]] = {}
        self.then: set[int] = set()
        self.apart: set[int] = set()
        self.kept: dict[int, str] = {}
        self.read_upto = 0

    def differs(self, span: Span) -> bool:
        """Whether the checkpoint at the end of the stretch says something else; none says nothing."""
        was_apart = bool(self.apart)
        for record in span.records:
            if record.body.takes or record.body.seq in self.taken:
                self._advance(record)
        kept = self._kept(span.last_seq)
        if kept is None:
            return False
        state = self._known(span, was_apart=was_apart)
        return kept != self.ruleset.codec.encode(state).decode()

    def _advance(self, record: Record) -> None:
        """`apart`: the acts until now that count today and did not then, or the other way round."""
        if record.seq in self.taken:
            self.apart ^= {record.seq}
        if record.body.takes:
            self.undos[record.seq] = record.body.takes
            turned = self._turned(record.body.takes)
            self.then ^= turned
            self.apart ^= turned

    def _turned(self, takes: tuple[int, ...]) -> set[int]:
        """What an undo makes count no more, or again. One that takes back another undo is worked out from all."""
        if self.undos.keys().isdisjoint(takes):
            return set(takes) - self.then
        return self.then ^ undone(self.undos.items())

    def _kept(self, seq: int) -> str | None:
        if seq > self.read_upto:
            self.read_upto = seq + AHEAD
            found = Checkpoint.objects.filter(campaign=self.campaign, schema=self.ruleset.schema)
            self.kept = dict(found.filter(seq__range=(seq, self.read_upto)).values_list("seq", "state"))
        return self.kept.get(seq)

    def _known(self, span: Span, *, was_apart: bool) -> Any:
        """The state as it was known after the stretch."""
        if not self.apart:
            return span.after
        if was_apart:  # begin where nothing was, at a checkpoint that this walk has passed
            return snapshots.refold(self.campaign.pk, self.ruleset, span.last_seq, before=span.last_seq)
        state = span.before
        for record in span.records:
            if record.seq not in self.then:
                state = self.ruleset.evolve_all(state, record.events)
        return state
