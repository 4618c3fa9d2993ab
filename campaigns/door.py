"""What every change of a campaign begins with: the lock, the sender's seat, the earlier answer, the state."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec
from django.conf import settings
from django.db import connection, transaction
from django.db.models import Subquery

from campaigns import answers, ledger, records, snapshots
from campaigns.access import Entrance, viewer_of
from campaigns.answers import Accepted, Envelope, Refusal
from campaigns.models import Campaign, CurrentState, Entry, Seat, UndoneAct
from rules.kernel.offers import Viewer
from rules.kernel.ruleset import Ruleset

_queue = threading.Lock()


class BrokenInvariantError(Exception):
    """An act led to a state that the rulebook's own audit refuses: a bug. Nothing was written."""


@dataclass(frozen=True, kw_only=True)
class Seats:
    """Every seat of a campaign by key, and whose each hero is."""

    by_key: dict[str, Seat]
    owners: dict[str, str]

    def heroes_of(self, seat_key: str) -> frozenset[str]:
        return frozenset(hero for hero, key in self.owners.items() if key == seat_key)

    @property
    def ids(self) -> dict[str, int]:
        return {key: seat.pk for key, seat in self.by_key.items()}


@dataclass(frozen=True, kw_only=True)
class Opened:
    """A campaign whose row is locked, as its sender finds it."""

    campaign: Campaign
    ruleset: Ruleset[Any]
    seats: Seats
    seat: Seat
    viewer: Viewer
    state: Any


@contextmanager
def writing() -> Iterator[None]:
    """One transaction. On SQLite the writers of this process queue here, where waiting is fair."""
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        with _queue, transaction.atomic():
            yield
    else:
        with transaction.atomic():
            yield


def open_for(entrance: Entrance, envelope: Envelope, request: str) -> Opened | Accepted | Refusal:
    """Lock and load. An equal request that was accepted before gets its first answer."""
    locked = Campaign.objects.select_for_update(no_key=True)
    campaign = locked.filter(pk=entrance.campaign.pk, deleted_at=None).first()
    seats = read_seats(entrance.campaign.pk)
    seat = seats.by_key.get(entrance.seat.key)
    if campaign is None or seat is None or not seat.is_live or seat.user_id != entrance.seat.user_id:
        return answers.NOT_FOUND
    viewer = viewer_of(seat, seats.heroes_of(seat.key))
    state, earlier = _load(campaign, entrance.ruleset, seat, envelope.key)
    if earlier is not None:
        return _first_answer(campaign, entrance.ruleset, viewer, earlier, request)
    if envelope.if_match not in (None, campaign.version):
        return answers.stale(campaign.version)
    return Opened(
        campaign=campaign, ruleset=entrance.ruleset, seats=seats, seat=seat, viewer=viewer, state=state
    )


def read_seats(campaign_id: UUID) -> Seats:
    """Seats and owners by one query."""
    columns = ("id", "key", "name", "role", "owner", "user_id", "removed_at")
    rows = Seat.objects.filter(campaign_id=campaign_id).values_list(*columns, "heroes__hero")
    by_key: dict[str, Seat] = {}
    owners: dict[str, str] = {}
    for *values, hero in rows:
        seat = Seat(campaign_id=campaign_id, **dict(zip(columns, values, strict=True)))
        by_key.setdefault(seat.key, seat)
        if hero:
            owners[hero] = seat.key
    return Seats(by_key=by_key, owners=owners)


def _load(campaign: Campaign, ruleset: Ruleset[Any], seat: Seat, key: str) -> tuple[Any, int | None]:
    """The state, and the entry this seat wrote with this key, if any; one query where a snapshot is there."""
    same = Entry.objects.filter(campaign=campaign, seat_key=seat.key, idempotency_key=key).values("seq")[:1]
    kept = CurrentState.objects.filter(campaign=campaign).annotate(earlier=Subquery(same))
    row = kept.values_list("seq", "schema", "state", "earlier").first()
    if row is None:
        return snapshots.refold(campaign.pk, ruleset), same.values_list("seq", flat=True).first()
    seq, schema, text, earlier = row
    state = snapshots.readable(ruleset, schema, text) if seq == campaign.version else None
    return (snapshots.refold(campaign.pk, ruleset) if state is None else state), earlier


def _first_answer(
    campaign: Campaign, ruleset: Ruleset[Any], viewer: Viewer, seq: int, request: str
) -> Accepted | Refusal:
    entry = Entry.objects.get(campaign=campaign, seq=seq)
    if entry.request_hash != request:
        return answers.KEY_REUSED
    record = records.decode(ruleset, entry.body)
    undone = UndoneAct.objects.filter(campaign=campaign, seq=seq).exists()
    said = ledger.sentences_of(campaign.pk, ruleset, viewer, [record])[seq]
    return ledger.answer(ruleset, record, viewer, said, created=False, undone=undone)


def request_hash(envelope: Envelope, content: bytes) -> str:
    """Two requests are equal when their commands mean the same and bring the same dice for the same seat."""
    rolls = [[thrown.purpose, [str(face) for face in thrown.faces]] for thrown in envelope.rolls]
    around = msgspec.json.encode([envelope.on_behalf_of or "", envelope.app_dice, rolls])
    return hashlib.sha256(content + b"\n" + around).hexdigest()


def check_invariants(ruleset: Ruleset[Any], state: Any) -> None:
    """In tests and with DEBUG after every act; the nightly audit does it elsewhere."""
    if getattr(settings, "QUESTKEEP_AUDIT_EVERY_ACT", settings.DEBUG):
        broken = ruleset.audit(state)
        if broken:
            raise BrokenInvariantError("; ".join(broken))
