"""What every change of a campaign begins with: the lock, the sender's seat, the earlier answer, the state.

An entrance says what its person was when they came in. Whatever is written asks again, in its transaction and behind the lock.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar
from uuid import UUID

import msgspec
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS

from campaigns import answers, ledger, records, snapshots
from campaigns.access import Entrance, enter_again, viewer_of
from campaigns.answers import Accepted, Envelope, Refusal
from campaigns.live import hints
from campaigns.models import Campaign, Entry, Seat, UndoneAct
from jobs.transactions import writing
from rules.kernel.offers import Viewer
from rules.kernel.ruleset import Ruleset

OF_NOW = ("version", "head_hash", "timezone", "seating", "faces")
"""What may have changed since the sender came in."""
CAMPAIGN = ("id", "name", "ruleset", *OF_NOW)
LIVING = Campaign.objects.filter(deleted_at=None)
LOCKED = LIVING.select_for_update(no_key=True).values_list(*OF_NOW)
OF_SEAT = ("id", "name", "role", "owner", "user_id", "removed_at")
SEATED = Seat.objects.values_list(*OF_SEAT, "key", "heroes__hero")

P = ParamSpec("P")
T = TypeVar("T")


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


def asking_again(
    change: Callable[Concatenate[Entrance, P], T],
) -> Callable[Concatenate[Entrance, P], T | Refusal]:
    """A change beside the game in its transaction, given the entrance as it is once the campaign is locked.

    So whoever was removed, or given another role, since they came in does not finish what they began.
    """

    @wraps(change)
    def changed(entrance: Entrance, /, *args: P.args, **kwargs: P.kwargs) -> T | Refusal:
        if entrance.looker is not None:
            return answers.ONLY_LOOKING
        with writing():
            now = enter_again(entrance) if _lock(entrance.campaign) else None
            return answers.NOT_FOUND if now is None else change(now, *args, **kwargs)

    return changed


Outcome: TypeAlias = Accepted | Refusal


def in_turn(
    entrance: Entrance, envelope: Envelope, request: str, change: Callable[[Opened], Outcome]
) -> Outcome:
    """One change in its transaction. A request that was accepted before gets its first answer.

    That is looked up where the change is refused or its key is taken: to ask each time would cost every act. Only
    where the app is to roll it comes first, so that nothing is thrown for an act that has been.
    """
    try:
        with writing():
            opened = _open(entrance)
            if isinstance(opened, Refusal):
                return opened
            first = _first_answer(opened, envelope.key, request) if envelope.app_dice else None
            outcome = first or _stale(opened, envelope) or change(opened)
            if isinstance(outcome, Accepted) and outcome.created:
                hints.announce(opened.campaign.pk)
            if isinstance(outcome, Refusal) and not envelope.app_dice:
                return _first_answer(opened, envelope.key, request) or outcome
            return outcome
    except ledger.KeyTakenError:
        with writing():
            opened = _open(entrance)
            found = opened if isinstance(opened, Refusal) else _first_answer(opened, envelope.key, request)
            assert found is not None
            return found


def _open(entrance: Entrance) -> Opened | Refusal:
    """Lock and load."""
    if entrance.looker is not None:
        return answers.ONLY_LOOKING
    campaign = _lock(entrance.campaign)
    seats = read_seats(entrance.campaign.pk)
    seat = seats.by_key.get(entrance.seat.key)
    if campaign is None or seat is None or not seat.is_live or seat.user_id != entrance.seat.user_id:
        return answers.NOT_FOUND
    viewer = viewer_of(seat, seats.heroes_of(seat.key))
    state = snapshots.current(campaign, entrance.ruleset)
    return Opened(
        campaign=campaign, ruleset=entrance.ruleset, seats=seats, seat=seat, viewer=viewer, state=state
    )


def _stale(opened: Opened, envelope: Envelope) -> Refusal | None:
    version = opened.campaign.version
    return None if envelope.if_match in (None, version) else answers.stale(version)


def _lock(campaign: Campaign) -> Campaign | None:
    """The campaign as it is now; nobody else changes it until this transaction ends."""
    for now in LOCKED.filter(pk=campaign.pk):
        values = (campaign.pk, campaign.name, campaign.ruleset, *now)
        return Campaign.from_db(DEFAULT_DB_ALIAS, CAMPAIGN, values)
    return None


def read_seats(campaign_id: UUID) -> Seats:
    """Seats and owners by one query."""
    by_key: dict[str, Seat] = {}
    owners: dict[str, str] = {}
    for *values, key, hero in SEATED.filter(campaign_id=campaign_id):
        if key not in by_key:
            of_seat = dict(zip(OF_SEAT, values, strict=True))
            by_key[key] = Seat(campaign_id=campaign_id, key=key, **of_seat)
        if hero:
            owners[hero] = key
    return Seats(by_key=by_key, owners=owners)


def _first_answer(opened: Opened, key: str, request: str) -> Outcome | None:
    """What this seat was answered when it first used the key."""
    campaign, ruleset, viewer = opened.campaign, opened.ruleset, opened.viewer
    entry = Entry.objects.filter(campaign=campaign, seat_key=opened.seat.key, idempotency_key=key).first()
    if entry is None:
        return None
    if entry.request_hash != request:
        return answers.KEY_REUSED
    record = records.decode(ruleset, entry.body)
    undone = UndoneAct.objects.filter(campaign=campaign, seq=record.seq).exists()
    said = ledger.sentences_of(campaign.pk, ruleset, viewer, [record])[record.seq]
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
