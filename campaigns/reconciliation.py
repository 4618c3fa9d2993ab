"""The projections beside a walk over the whole ledger: what differs, and how it is set right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from campaigns.models import Derived, UndoneAct
from campaigns.projections import PROJECTORS, Groups, Projector, SeatIds, add, columns, put_by
from campaigns.records import Record, Undos, taken_by
from campaigns.spans import STEP, Span, walk
from rules.kernel.ruleset import Ruleset


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
    last: int = 0
    expected: dict[type[Derived], Groups] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.expected = {projector.model: {} for projector in PROJECTORS}
        self.expected[UndoneAct] = {
            seq: [UndoneAct(campaign_id=self.campaign_id, seq=seq, by_seq=by)]
            for seq, by in taken_by(self.undos).items()
        }

    def take(self, span: Span) -> Iterator[Difference]:
        first, self.last = self.last + 1, -(-span.last_seq // STEP) * STEP
        for projector in PROJECTORS:
            if projector.by_act and self.last < self.since:
                continue
            rows = projector.rows(span, self.seats)
            if projector.by_act:
                groups: Groups = {}
                projector.merge(groups, rows)
                yield from self._compare(projector, groups, seq__range=(first, self.last))
            else:
                projector.merge(self.expected[projector.model], rows)

    def finish(self) -> Iterator[Difference]:
        for projector in PROJECTORS:
            if projector.by_act:
                yield from self._compare(projector, {}, seq__gt=self.last)
            else:
                yield from self._compare(projector, self.expected[projector.model])

    def _compare(self, projector: Projector, expected: Groups, **where: Any) -> Iterator[Difference]:
        found = self._found(projector, where)
        odd = [group for group in {**found, **expected} if not _equal(projector, group, expected, found)]
        if odd and self.mend:
            self._mend(projector, odd, expected)
        yield from (Difference(table=projector.model.__name__, group=group) for group in odd)

    def _found(self, projector: Projector, where: dict[str, Any]) -> Groups:
        """What is there, as plain values."""
        names = columns(projector.model)
        place = names.index(projector.group)
        rows = projector.model.objects.filter(campaign_id=self.campaign_id, **where)
        found: Groups = {}
        for values in rows.values_list(*names):
            found.setdefault(values[place], []).append(values)
        return found

    def _mend(self, projector: Projector, odd: list[Any], expected: Groups) -> None:
        """Rows that stand for a hero or a quest keep their place; rows of an act are written anew."""
        wrong = [group for group in odd if projector.by_act or group not in expected]
        rows = projector.model.objects.filter(campaign_id=self.campaign_id)
        rows.filter(**{f"{projector.group}__in": wrong}).delete()
        write = add if projector.by_act else put_by(projector.group)
        write(projector.model, [row for group in odd for row in expected.get(group, ())])


def _equal(projector: Projector, group: Any, expected: Groups, found: Groups) -> bool:
    if projector.keeps:
        return (group in expected) == (group in found)
    wanted = [_values(projector, row) for row in expected.get(group, ())]
    there = found.get(group, [])
    return wanted == there or Counter(wanted) == Counter(there)


def _values(projector: Projector, row: Derived) -> tuple[Any, ...]:
    return tuple(getattr(row, name) for name in columns(projector.model))


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
