"""Folded states, kept so that nobody waits for a fold. Dropping every one of them loses nothing."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable
from functools import partial
from typing import Any
from uuid import UUID

import msgspec
from django.db import transaction

from campaigns import records
from campaigns.models import Campaign, Checkpoint, CurrentState
from campaigns.spans import STEP
from rules.kernel.history import undone
from rules.kernel.registry import ruleset as ruleset_of
from rules.kernel.ruleset import Ruleset

KEPT = CurrentState.objects.values_list("seq", "schema", "state")


class Known:
    """The states looked at last, in this process. They are values that nobody changes."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.states: OrderedDict[tuple[UUID, str], Any] = OrderedDict()
        self.lock = threading.Lock()

    def get(self, key: tuple[UUID, str]) -> Any | None:
        with self.lock:
            if key in self.states:
                self.states.move_to_end(key)
            return self.states.get(key)

    def keep(self, key: tuple[UUID, str], state: Any) -> Any:
        with self.lock:
            self.states[key] = state
            if len(self.states) > self.most:
                self.states.popitem(last=False)
        return state

    def forget(self) -> None:
        with self.lock:
            self.states.clear()


KNOWN = Known(most=512)


def current(campaign: Campaign, ruleset: Ruleset[Any]) -> Any:
    """The state after the campaign's last entry, or a later one if somebody has acted meanwhile.

    Read once in each process: the head's hash stands for the whole ledger, and so for its state.
    """
    key = (campaign.pk, campaign.head_hash)
    known = KNOWN.get(key)
    if known is not None:
        return known
    for seq, schema, text in KEPT.filter(campaign_id=campaign.pk):
        state = readable(ruleset, schema, text) if seq >= campaign.version else None
        if state is not None:
            return KNOWN.keep(key, state) if seq == campaign.version else state
    return refold(campaign.pk, ruleset)


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
    kept = save_current(campaign, ruleset, state)
    if campaign.version and campaign.version % STEP == 0:
        Checkpoint.objects.create(campaign=campaign, **kept)


def save_current(campaign: Campaign, ruleset: Ruleset[Any], state: Any) -> dict[str, Any]:
    """The columns that were kept."""
    kept = {
        "seq": campaign.version,
        "schema": ruleset.schema,
        "state": ruleset.codec.encode(state).decode(),
    }
    transaction.on_commit(partial(KNOWN.keep, (campaign.pk, campaign.head_hash), state))
    if not CurrentState.objects.filter(campaign=campaign).update(**kept):
        CurrentState.objects.create(campaign=campaign, **kept)
    return kept


def save_checkpoints(campaign: Campaign, ruleset: Ruleset[Any]) -> None:
    """Every checkpoint that there should be, each from the one before it."""
    for seq in range(STEP, campaign.version + 1, STEP):
        state = ruleset.codec.encode(state_at(campaign, seq)).decode()
        Checkpoint.objects.create(campaign=campaign, seq=seq, schema=ruleset.schema, state=state)


def save_all(campaign: Campaign, ruleset: Ruleset[Any], state: Any, then: Iterable[tuple[int, str]]) -> None:
    """Keep the state of a whole ledger, and checkpoints: `then` is `(seq, state as it is kept)`."""
    save_current(campaign, ruleset, state)
    Checkpoint.objects.bulk_create(
        Checkpoint(campaign=campaign, seq=seq, schema=ruleset.schema, state=text) for seq, text in then
    )


def state_at(campaign: Campaign, seq: int) -> Any:
    """The state as it was known after entry `seq`: what was undone later still stands in it.

    It is folded from the checkpoint before it, whatever the length of the ledger; from an earlier one for the few acts between
    an undo that reached further back and the next checkpoint.
    """
    rules = ruleset_of(campaign.ruleset)
    start, state = _then(campaign.id, rules, seq)
    taken = undone(records.undos(campaign.id, after=start, upto=seq))
    for record in records.read(campaign.id, rules, after=start, upto=seq):
        if record.seq not in taken:
            state = rules.evolve_all(state, record.events)
    return state


def _then(campaign_id: UUID, ruleset: Ruleset[Any], seq: int) -> tuple[int, Any]:
    """A checkpoint behind which nothing reaches back that came after it, up to `seq`: what it knew, counts."""
    at, state = _last_checkpoint(campaign_id, ruleset, seq)
    while at:
        undos = records.undos(campaign_id, after=at, upto=seq)
        reach = min((act for _, takes in undos for act in takes), default=seq)
        if reach > at:
            break
        at, state = _last_checkpoint(campaign_id, ruleset, reach - 1)
    return at, state


def _last_checkpoint(campaign_id: UUID, ruleset: Ruleset[Any], seq: int) -> tuple[int, Any]:
    """The last one up to `seq` that can be read; else the beginning."""
    kept = Checkpoint.objects.filter(campaign_id=campaign_id, schema=ruleset.schema, seq__lte=seq)
    for at, text in kept.order_by("-seq").values_list("seq", "state").iterator(chunk_size=1):
        state = readable(ruleset, ruleset.schema, text)
        if state is not None:
            return at, state
    return 0, ruleset.initial()


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
