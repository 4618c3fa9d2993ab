"""The projections beside a walk over the whole ledger: what differs, and how it is set right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from typing import Any
from uuid import UUID

from django.db.models import Q

from campaigns.models import UndoneAct
from campaigns.projections import PROJECTORS, Projector
from campaigns.records import Record, Undos, taken_by
from campaigns.rows import Groups, Model, Rows, SeatIds, add, columns, put_by
from campaigns.spans import STEP, Span, walk
from rules.kernel.ruleset import Ruleset

STRETCH = 16 * STEP
"""Rows of so many acts are compared at once."""
TOGETHER = 100
"""So many groups are deleted at once."""


@dataclass(frozen=True, kw_only=True)
class Difference:
    """A projection that does not say what the ledger says; `group` tells of which act, hero or quest."""

    table: str
    group: Any


@dataclass
class Reconciliation:
    """Compares the projections with a walk over the ledger, and with `mend` sets them right.

    Memory stays flat: rows of acts are compared stretch by stretch; the rest is one row per thing.
    Rows of acts before `since` are known to be right.
    """

    campaign_id: UUID
    seats: SeatIds
    undos: Undos
    mend: bool = False
    since: int = 0
    compared: int = 0
    last: int = 0
    acts: dict[Model, Rows] = field(default_factory=lambda: {each.model: [] for each in PROJECTORS})
    expected: dict[Model, Groups] = field(
        default_factory=lambda: {each.model: each.begin() for each in PROJECTORS}
    )

    def __post_init__(self) -> None:
        taken = taken_by(self.undos)
        self.expected[UndoneAct] = {seq: [(seq, by_seq, None)] for seq, by_seq in taken.items()}

    def take(self, span: Span) -> Iterator[Difference]:
        self.last = -(-span.last_seq // STEP) * STEP
        for projector in PROJECTORS:
            if projector.merge:
                projector.merge(self.expected[projector.model], projector.rows(span, self.seats))
            elif self.last >= self.since:
                self.acts[projector.model] += projector.rows(span, self.seats)
        if self.last >= self.compared + STRETCH:
            yield from self._compare_acts()

    def finish(self) -> Iterator[Difference]:
        yield from self._compare_acts()
        for projector in PROJECTORS:
            rows = self._found(projector, seq__gt=self.last) if projector.by_act else self._found(projector)
            yield from self._compare(projector, self.expected[projector.model], grouped(projector, rows))

    def _compare_acts(self) -> Iterator[Difference]:
        """The rows of all acts since the last comparison, which are then forgotten."""
        first, self.compared = max(self.compared + 1, (self.since - 1) // STEP * STEP + 1), self.last
        for projector in PROJECTORS if first <= self.last else ():
            if projector.by_act:
                wanted, self.acts[projector.model] = self.acts[projector.model], []
                rows = self._found(projector, seq__range=(first, self.last))
                if rows != wanted:
                    expected = grouped(projector, wanted)
                    yield from self._compare(projector, expected, grouped(projector, rows))

    def _found(self, projector: Projector, **where: Any) -> Rows:
        rows = projector.model.objects.filter(campaign_id=self.campaign_id, **where)
        return list(rows.values_list(*columns(projector.model)))

    def _compare(self, projector: Projector, expected: Groups, found: Groups) -> Iterator[Difference]:
        odd = [group for group in {**found, **expected} if not _equal(projector, group, expected, found)]
        if odd and self.mend:
            self._mend(projector, odd, expected)
        yield from (Difference(table=projector.model.__name__, group=group) for group in odd)

    def _mend(self, projector: Projector, odd: list[Any], expected: Groups) -> None:
        """Rows that stand for a hero or a quest keep their place; rows of an act are written anew."""
        wrong = [group for group in odd if projector.by_act or group not in expected]
        rows = projector.model.objects.filter(campaign_id=self.campaign_id)
        for some in (wrong[at : at + TOGETHER] for at in range(0, len(wrong), TOGETHER)):
            rows.filter(reduce(or_, (_where(projector, group) for group in some))).delete()
        write = add if projector.by_act else put_by(*projector.group)
        write(projector.model, self.campaign_id, [row for group in odd for row in expected.get(group, ())])


def grouped(projector: Projector, rows: Rows) -> Groups:
    groups: Groups = {}
    for row in rows:
        groups.setdefault(projector.group_of(row), []).append(row)
    return groups


def _where(projector: Projector, group: Any) -> Q:
    """The rows of one group."""
    values = group if len(projector.group) > 1 else (group,)
    return Q(**dict(zip(projector.group, values, strict=True)))


def _equal(projector: Projector, group: Any, expected: Groups, found: Groups) -> bool:
    if projector.keeps:
        return (group in expected) == (group in found)
    return Counter(expected.get(group, ())) == Counter(found.get(group, ()))


def rebuild(
    campaign_id: UUID,
    ruleset: Ruleset[Any],
    records: Iterable[Record],
    seats: SeatIds,
    undos: Undos,
    *,
    since: int = 0,
) -> list[Difference]:
    """Set every projection right from the whole ledger; what was wrong. The campaign must be locked."""
    work = Reconciliation(campaign_id, seats, undos, mend=True, since=since)
    found = [
        difference
        for span in walk(campaign_id, ruleset, records, taken_by(undos))
        for difference in work.take(span)
    ]
    return found + list(work.finish())
