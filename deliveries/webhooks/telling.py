"""What became of a delivery, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from campaigns.records import UNDO
from deliveries.models import Delivery
from deliveries.webhooks.guard import FORBIDDEN
from deliveries.webhooks.posting import SILENT
from deliveries.webhooks.sending import key_of
from jobs.models import WAITING, Job
from rules.kernel.text import Text, same

State = Literal["waiting", "delivered", "given_up"]

SILENCED = {
    "turned_off": Text("Pas envoyé : le webhook était inactif.", "Not sent: the webhook was off."),
    "campaign_deleted": Text(
        "Pas envoyé : la campagne était supprimée.", "Not sent: the campaign was deleted."
    ),
    "failed_here": Text("Une erreur de ce serveur l’a empêché.", "An error of this server prevented it."),
}
UNDONE = Text("Reprise d’un acte", "An act taken back or restored")
REASONS = FORBIDDEN | SILENT | SILENCED
"""Why nothing was answered."""


@dataclass(frozen=True)
class Told:
    """A delivery; `next_at`: when it will be tried again; `label` says what kind of act it is of."""

    delivery: Delivery
    next_at: datetime | None
    label: Text

    @property
    def state(self) -> State:
        if self.delivery.delivered_at:
            return "delivered"
        return "given_up" if self.delivery.gave_up_at else "waiting"

    @property
    def error(self) -> Text | None:
        """The receiver's own words, where there were some."""
        said = self.delivery.error
        ours = REASONS.get(said) if self.delivery.status == 0 else None
        return ours or (same(said) if said else None)


def told(deliveries: Sequence[Delivery], labels: Mapping[str, Text] = {}) -> list[Told]:
    """Each with its next attempt, by one query."""
    waiting = {key_of(one.pk): one.pk for one in deliveries}
    rows = Job.objects.filter(WAITING, key__in=waiting).values_list("key", "due_at")
    due = {waiting[key]: due_at for key, due_at in rows}
    named = {UNDO: UNDONE} | dict(labels)
    return [Told(one, due.get(one.pk), named.get(one.kind, same(one.kind))) for one in deliveries]
