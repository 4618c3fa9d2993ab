"""Rows of projections as plain values, and how they are written."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any
from uuid import UUID

from campaigns.models import Derived

SeatIds = dict[str, int]
Row = tuple[Any, ...]
"""A row of one campaign by its values, in the order of `columns`: a walk over the ledger makes very many of them."""
Rows = list[Row]
Groups = dict[Any, Rows]
"""Rows by the column that tells which of them stand for the same thing."""
Model = type[Derived]
Write = Callable[[Model, UUID, Rows], None]


@cache
def columns(model: Model) -> tuple[str, ...]:
    """All but the campaign, in the order of the model."""
    fields = model._meta.concrete_fields  # noqa: SLF001  (Django documents it)
    names = (field.attname for field in fields if not field.primary_key)
    return tuple(name for name in names if name != "campaign_id")


def models(model: Model, campaign_id: UUID, rows: Rows) -> list[Derived]:
    make: Any = model
    names = columns(model)
    return [make(campaign_id=campaign_id, **dict(zip(names, row, strict=True))) for row in rows]


def add(model: Model, campaign_id: UUID, rows: Rows) -> None:
    model.objects.bulk_create(models(model, campaign_id, rows))


def add_absent(model: Model, campaign_id: UUID, rows: Rows) -> None:
    model.objects.bulk_create(models(model, campaign_id, rows), ignore_conflicts=True)


def put_by(*group: str) -> Write:
    """Writes a row in the place of the one that stands for the same thing."""

    def put(model: Model, campaign_id: UUID, rows: Rows) -> None:
        model.objects.bulk_create(
            models(model, campaign_id, rows),
            update_conflicts=True,
            unique_fields=["campaign", *group],
            update_fields=[name for name in columns(model) if name not in group],
        )

    return put
