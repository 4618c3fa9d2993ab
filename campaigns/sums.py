"""Projections whose rows end in an amount that acts add to. The columns of their key come first."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_
from uuid import UUID

from django.db.models import Case, F, Q, When

from campaigns.rows import Groups, Model, Row, Rows, Write, add


def summed(rows: Iterable[Row], key: tuple[str, ...]) -> Rows:
    """One row of each key; what it is called is what it was called first."""
    groups: Groups = {}
    merge(groups, rows, key)
    return [row for (row,) in groups.values()]


def merge(groups: Groups, rows: Iterable[Row], key: tuple[str, ...]) -> None:
    width = len(key)
    for row in rows:
        had = groups.get(row[:width])
        groups[row[:width]] = [(*had[0][:-1], had[0][-1] + row[-1])] if had else [row]


def add_up(*key: str) -> Write:
    """Adds to the rows that are there, in one query; two more where some are not."""

    def write(model: Model, campaign_id: UUID, rows: Rows) -> None:
        wanted = {row[: len(key)]: row for row in summed(rows, key)}
        which = [Q(**dict(zip(key, values, strict=True))) for values in wanted]
        there = model.objects.filter(reduce(or_, which), campaign_id=campaign_id)
        more = Case(*(When(one, then=row[-1]) for one, row in zip(which, wanted.values(), strict=True)))
        if there.update(amount=F("amount") + more) < len(wanted):
            known = set(there.values_list(*key))
            add(model, campaign_id, [row for values, row in wanted.items() if values not in known])

    return write
