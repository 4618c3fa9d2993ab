"""Stretches of acts with the states around them: what projections are computed from."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any
from uuid import UUID

from msgspec.structs import replace

from campaigns.records import Record
from rules.kernel.messages import Event
from rules.kernel.ruleset import HeroSummary, Ruleset

STEP = 64
"""A checkpoint is kept every so many entries; a walk goes in the same steps."""


@dataclass(frozen=True, kw_only=True)
class Span:
    """`taken` are the seqs that do not count; `departed` who left, with which act, as they last were."""

    campaign_id: UUID
    ruleset: Ruleset[Any]
    records: tuple[Record, ...]
    taken: Collection[int]
    before: Any
    after: Any
    departed: dict[str, tuple[int, HeroSummary]]

    @property
    def standing(self) -> Iterator[Record]:
        return (record for record in self.records if record.seq not in self.taken)

    @cached_property
    def told(self) -> list[tuple[int, str, Event]]:
        """The events of all acts, undone ones too: seq, audience, event."""
        return [
            (record.body.seq, told.to, event)
            for record in self.records
            for told, event in zip(record.body.events, record.events, strict=True)
        ]

    @cached_property
    def heroes_before(self) -> dict[str, HeroSummary]:
        return summaries(self.ruleset, self.before)

    @cached_property
    def heroes_after(self) -> dict[str, HeroSummary]:
        return summaries(self.ruleset, self.after)

    @property
    def last_seq(self) -> int:
        return self.records[-1].seq


def span(
    campaign_id: UUID,
    ruleset: Ruleset[Any],
    before: Any,
    records: tuple[Record, ...],
    taken: Collection[int] = (),
    heroes: dict[str, HeroSummary] | None = None,
) -> Span:
    """The stretch of these records, which begins in the state `before` with these `heroes`, if they are known."""
    state, departed = before, {}
    for record in records:
        if record.body.seq in taken:
            continue
        for event in record.events:
            for key, status in ruleset.departures(event).items():
                if summary := summaries(ruleset, state).get(key):
                    departed[key] = (record.body.seq, replace(summary, status=status))
            state = ruleset.evolve(state, event)
    found = Span(
        campaign_id=campaign_id,
        ruleset=ruleset,
        records=records,
        taken=taken,
        before=before,
        after=state,
        departed=departed,
    )
    if heroes is not None:
        found.__dict__["heroes_before"] = heroes
    return found


def walk(
    campaign_id: UUID, ruleset: Ruleset[Any], records: Iterable[Record], taken: Collection[int]
) -> Iterator[Span]:
    """The whole ledger from its beginning, in stretches that end at a checkpoint's seq."""
    state, heroes = ruleset.initial(), None
    for _, stretch in groupby(records, key=lambda record: (record.body.seq - 1) // STEP):
        found = span(campaign_id, ruleset, state, tuple(stretch), taken, heroes)
        yield found
        state, heroes = found.after, found.heroes_after


def summaries(ruleset: Ruleset[Any], state: Any) -> dict[str, HeroSummary]:
    return {hero.key: hero for hero in ruleset.heroes(state)}
