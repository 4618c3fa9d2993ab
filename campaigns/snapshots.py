"""Folded states, kept so that nobody waits for a fold. Dropping every one of them loses nothing."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec

from campaigns import records
from campaigns.models import Campaign, Checkpoint, CurrentState
from campaigns.spans import STEP
from rules.kernel.history import undone
from rules.kernel.registry import ruleset as ruleset_of
from rules.kernel.ruleset import Ruleset

KEPT = CurrentState.objects.values_list("seq", "schema", "state")


def current(campaign_id: UUID, ruleset: Ruleset[Any], version: int) -> Any:
    """The state now, `version` or later, by one read; folded again where the snapshot is stale or unreadable."""
    for seq, schema, text in KEPT.filter(campaign_id=campaign_id):
        state = readable(ruleset, schema, text) if seq >= version else None
        if state is not None:
            return state
    return refold(campaign_id, ruleset)


def readable(ruleset: Ruleset[Any], schema: int, text: str) -> Any | None:
    """The state in a snapshot; None where today's rulebook cannot read it."""
    if schema != ruleset.schema:
        return None
    try:
        return ruleset.codec.decode_state(text)
    except msgspec.DecodeError:
        return None


def save(campaign: Campaign, ruleset: Ruleset[Any], state: Any) -> None:
    """Keep the state after the campaign's last entry, and a checkpoint when it is time for one."""
    kept = {
        "seq": campaign.version,
        "schema": ruleset.schema,
        "state": ruleset.codec.encode(state).decode(),
    }
    if not CurrentState.objects.filter(campaign=campaign).update(**kept):
        CurrentState.objects.create(campaign=campaign, **kept)
    if campaign.version and campaign.version % STEP == 0:
        Checkpoint.objects.create(campaign=campaign, **kept)


def state_at(campaign: Campaign, seq: int) -> Any:
    """The state as it was known after entry `seq`: what was undone later still stands in it."""
    return refold(campaign.id, ruleset_of(campaign.ruleset), seq)


def refold(
    campaign_id: UUID, ruleset: Ruleset[Any], seq: int | None = None, *, before: int | None = None
) -> Any:
    """Fold up to `seq` (None: the end), from the nearest checkpoint (`before` that seq) that can be read and holds."""
    undos = records.undos(campaign_id, upto=seq)
    nearest = _nearest(campaign_id, ruleset, seq if before is None else before - 1, undos)
    start, state = nearest or (0, ruleset.initial())
    taken = undone(undos)
    for record in records.read(campaign_id, ruleset, after=start, upto=seq):
        if record.seq not in taken:
            state = ruleset.evolve_all(state, record.events)
    return state


def _nearest(
    campaign_id: UUID, ruleset: Ruleset[Any], seq: int | None, undos: records.Undos
) -> tuple[int, Any] | None:
    kept = Checkpoint.objects.filter(campaign_id=campaign_id, schema=ruleset.schema)
    if seq is not None:
        kept = kept.filter(seq__lte=seq)
    for at in list(kept.order_by("-seq").values_list("seq", flat=True)):
        state = readable(ruleset, ruleset.schema, kept.get(seq=at).state) if holds(at, undos) else None
        if state is not None:
            return at, state
    return None


def holds(seq: int, undos: records.Undos) -> bool:
    """Whether what counts of the first `seq` entries is still what counted then."""
    then = undone(undo for undo in undos if undo[0] <= seq)
    return then == {taken for taken in undone(undos) if taken <= seq}
