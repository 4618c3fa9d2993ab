"""Entries as values: the exact bytes of an act, and what they say."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import msgspec
from django.db.models import CharField, QuerySet
from django.db.models.functions import Cast

from campaigns.models import Entry
from rules.kernel.dice import Roll
from rules.kernel.history import Recorded
from rules.kernel.messages import RESERVED, Command, Event
from rules.kernel.offers import Viewer
from rules.kernel.ruleset import Ruleset

UNDO = "undo"
BATCH = 1024
REPEATED = ("seq", "act_id", "kind", "seat_key", "on_behalf_of", "quest", "ruleset_version")
"""The columns that repeat what the body says; `repeated` gives what they should be."""
TEXTS = Entry.objects.order_by("seq").values_list("seq", "body")
HASHED = Entry.objects.order_by("seq").values_list("seq", "body", "hash")
WRITTEN = Cast("created_at", CharField())
ROWS = Entry.objects.order_by("seq").values_list(*REPEATED, WRITTEN, "body", "previous_hash", "hash")
Row = tuple[Any, ...]
Undos = list[tuple[int, tuple[int, ...]]]


class Told(msgspec.Struct, frozen=True):
    """An event and its audience: `all`, `gm` or a seat's key."""

    to: str
    event: msgspec.Raw


class Body(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is hashed and kept. `versions` are those above 1; `again` names the act whose dice fell again; `schedule` the
    plan that sent the act when its time had come, in the name of the game master whose seat it is.
    """

    seq: int
    act_id: str
    kind: str
    seat: str
    on_behalf_of: str = ""
    time: str
    quest: str = ""
    ruleset: str
    command: msgspec.Raw
    events: tuple[Told, ...] = ()
    versions: dict[str, int] = {}
    rolls: tuple[Roll, ...] = ()
    takes: tuple[int, ...] = ()
    again: int = 0
    schedule: str = ""


class Undo(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag=UNDO, omit_defaults=True):
    """The command of an undo. `of` is the act that `seq` comes down to; `back`: that act is redone."""

    seq: int
    of: int
    through: bool = False
    back: bool = False


_encoder = msgspec.json.Encoder(order="deterministic")
_decoder = msgspec.json.Decoder(Body)


@dataclass(frozen=True, slots=True)
class Record:
    """One entry, read."""

    body: Body
    events: tuple[Event, ...]

    @property
    def seq(self) -> int:
        return self.body.seq

    @property
    def is_undo(self) -> bool:
        return self.body.kind == UNDO

    @property
    def owner_seat(self) -> str:
        """The seat that comes by what the act brings: whoever it was done for, else whoever did it."""
        return self.body.on_behalf_of or self.body.seat

    @property
    def command(self) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.json.decode(self.body.command)
        return plain

    @property
    def undo(self) -> Undo:
        return msgspec.json.decode(self.body.command, type=Undo)

    def told(self) -> Iterator[tuple[str, Event]]:
        """Each event with its audience."""
        return zip((told.to for told in self.body.events), self.events, strict=True)

    def visible(self, viewer: Viewer) -> tuple[Event, ...]:
        return tuple(event for to, event in self.told() if may_see(viewer, to))

    def recorded(self, ruleset: Ruleset[Any]) -> Recorded:
        return Recorded(
            seq=self.seq,
            act_id=self.body.act_id,
            command=self._command(ruleset),
            events=self.events,
            rolls=self.body.rolls,
            takes=self.body.takes,
        )

    def _command(self, ruleset: Ruleset[Any]) -> Command | None:
        """None too where today's rulebook no longer knows the command: its events stand all the same."""
        if self.body.kind in RESERVED:
            return None
        try:
            return ruleset.codec.command(self.command)
        except msgspec.ValidationError:
            return None


def repeated(body: Body) -> Row:
    return (body.seq, body.act_id, body.kind, body.seat, body.on_behalf_of, body.quest, body.ruleset)


def may_see(viewer: Viewer, to: str) -> bool:
    return to == "all" or (to == "gm" and viewer.role == "gm") or (to == viewer.seat)


def encode(body: Body) -> str:
    return _encoder.encode(body).decode()


def encode_undo(undo: Undo) -> bytes:
    return _encoder.encode(undo)


def decode_body(text: str) -> Body:
    return _decoder.decode(text)


def decode(ruleset: Ruleset[Any], text: str) -> Record:
    """A record from an entry's text; raises msgspec.ValidationError where the rulebook cannot read it."""
    return read_events(ruleset, decode_body(text))


def read_events(ruleset: Ruleset[Any], body: Body) -> Record:
    return Record(body, ruleset.codec.decode_events(event_bytes(body), body.versions))


def event_bytes(body: Body) -> bytes:
    """The events as one JSON array."""
    return b"[" + b",".join([bytes(told.event) for told in body.events]) + b"]"


def tell(ruleset: Ruleset[Any], events: tuple[Event, ...]) -> tuple[Told, ...]:
    return tuple(Told(event.audience, msgspec.Raw(ruleset.codec.encode(event))) for event in events)


def chain(previous_hash: str, text: str) -> str:
    """sha256 over the previous hash and the exact bytes."""
    return hashlib.sha256((previous_hash + text).encode()).hexdigest()


def time_of(body: Body) -> datetime:
    return datetime.fromisoformat(body.time)


def is_time_of(body: Body, written: str) -> bool:
    """Whether the database's time is the body's. Most often the digits are the same: to read them all takes long."""
    if written[:10] == body.time[:10] and written[11:26] == body.time[11:26] and written[26:] in ("", "+00"):
        return True
    try:
        found = datetime.fromisoformat(written)
    except ValueError:
        return False
    return (found if found.tzinfo else found.replace(tzinfo=UTC)) == time_of(body)


def read(
    campaign_id: UUID, ruleset: Ruleset[Any], *, after: int = 0, upto: int | None = None
) -> Iterator[Record]:
    """The records of a campaign in order, streamed: `after < seq <= upto`."""
    return (decode(ruleset, text) for _, text in _streamed(TEXTS, campaign_id, after, upto))


def texts(campaign_id: UUID, *, upto: int) -> Iterator[tuple[str, str]]:
    """The exact bytes of every entry with their hash, in order, streamed."""
    return ((text, hash_) for _, text, hash_ in _streamed(HASHED, campaign_id, 0, upto))


def rows(campaign_id: UUID) -> Iterator[Row]:
    """The entries of a campaign in order, every column, streamed; the time as the database writes it."""
    return _streamed(ROWS, campaign_id, 0, None)


def _streamed(
    entries: QuerySet[Any, Any], campaign_id: UUID, after: int, upto: int | None
) -> Iterator[tuple[Any, ...]]:
    """A batch at a time, so that memory stays flat on either database; `seq` comes first."""
    entries = entries.filter(campaign_id=campaign_id)
    if upto is not None:
        entries = entries.filter(seq__lte=upto)
    while batch := list(entries.filter(seq__gt=after)[:BATCH]):
        yield from batch
        after = batch[-1][0]


def undos(campaign_id: UUID, *, after: int = 0, upto: int | None = None) -> Undos:
    """`(seq, takes)` of every undo: `after < seq <= upto`."""
    entries = Entry.objects.filter(campaign_id=campaign_id, kind=UNDO, seq__gt=after).order_by("seq")
    if upto is not None:
        entries = entries.filter(seq__lte=upto)
    bodies = (decode_body(text) for text in entries.values_list("body", flat=True))
    return [(body.seq, body.takes) for body in bodies]


def taken_by(undos: Iterable[tuple[int, tuple[int, ...]]]) -> dict[int, int]:
    """Each seq taken back, with the undo that took it; an undo taken back itself counts no more."""
    taken: dict[int, int] = {}
    for seq, takes in sorted(undos, reverse=True):
        if seq not in taken:
            taken.update({act: seq for act in takes if act not in taken})
    return taken
