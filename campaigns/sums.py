"""Projections whose rows end in an amount that acts add to. The columns of their key come first."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_
from uuid import UUID

from django.db.models import Q

from campaigns.rows import Groups, Model, Row, Rows, Write, models


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
    """Adds to the rows that are there and makes the others, by two queries however many they are."""

    def write(model: Model, campaign_id: UUID, rows: Rows) -> None:
        wanted = summed(rows, key)
        which = reduce(or_, (Q(**dict(zip(key, row, strict=False))) for row in wanted))
        there = model.objects.filter(which, campaign_id=campaign_id).values_list(*key, "amount")
        put_sums(model, campaign_id, wanted, list(there), key)

    return write


def put_sums(model: Model, campaign_id: UUID, rows: Rows, there: Rows, key: tuple[str, ...]) -> None:
    """Write the rows with what is `there` (their keys and amounts) added. The campaign must be locked."""
    had = {row[:-1]: row[-1] for row in there}
    new = [(*row[:-1], row[-1] + had.get(row[: len(key)], 0)) for row in rows]
    model.objects.bulk_create(
        models(model, campaign_id, new),
        update_conflicts=True,
        unique_fields=["campaign", *key],
        update_fields=["amount"],
    )
