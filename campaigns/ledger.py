"""The ledger: the one place that writes entries, and the history people read."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any
from uuid import UUID

import msgspec
from django.db import IntegrityError
from django.db.models import OuterRef, QuerySet, Subquery

from campaigns import records
from campaigns.answers import Accepted, Plain
from campaigns.models import ActHero, Campaign, Entry, Seat, UndoneAct
from campaigns.records import Body, Record
from campaigns.snapshots import state_at
from jobs import clock
from jobs.queue import leave_new
from rules.kernel.dice import Roll
from rules.kernel.messages import Event, heroes_of
from rules.kernel.offers import Viewer
from rules.kernel.ruleset import Ruleset
from rules.kernel.text import Text

if TYPE_CHECKING:
    from campaigns.access import Entrance

__all__ = ["Draft", "HistoryLine", "answer", "append", "history", "sentence", "state_at", "taken_back"]

DELIVERY = "entry"
"""The kind of the job that an entry leaves: what must be delivered of it."""
LIMIT = 200
BATCH = 500
HIDDEN = Text("Un acte dont le détail est caché.", "An act whose details are hidden.")
UNDONE = Text("Repris : {act}", "Taken back: {act}")
REDONE = Text("Rétabli : {act}", "Restored: {act}")
UNDONE_THROUGH = Text("Tout est repris depuis : {act}", "Everything is taken back since: {act}")


class KeyTakenError(Exception):
    """The seat has used this idempotency key before. The transaction is lost."""


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """An entry to be written, without its place in the chain."""

    kind: str
    act_id: str
    seat: str
    on_behalf_of: str = ""
    quest: str = ""
    command: bytes
    events: tuple[Event, ...] = ()
    rolls: tuple[Roll, ...] = ()
    takes: tuple[int, ...] = ()
    again: int = 0
    schedule: str = ""
    key: str
    request_hash: str


def append(campaign: Campaign, ruleset: Ruleset[Any], draft: Draft) -> Record:
    """Write the next entry and move the campaign's head to it. The campaign's row must be locked."""
    entry, record = _next(campaign, ruleset, draft)
    try:
        entry.save(force_insert=True)
    except IntegrityError as error:
        raise KeyTakenError from error
    campaign.save(update_fields=["version", "head_hash"])
    leave_new(
        DELIVERY, f"{DELIVERY} {campaign.pk} {record.seq}", {"seq": record.seq}, subject=str(campaign.pk)
    )
    return record


def append_all(campaign: Campaign, ruleset: Ruleset[Any], drafts: Iterable[Draft]) -> tuple[Record, ...]:
    """Many entries at once."""
    found = [_next(campaign, ruleset, draft) for draft in drafts]
    Entry.objects.bulk_create((entry for entry, _ in found), batch_size=BATCH)
    campaign.save(update_fields=["version", "head_hash"])
    return tuple(record for _, record in found)


def adopt(campaign: Campaign, written: Iterable[tuple[str, Body]]) -> None:
    """Entries of another ledger, each by its exact bytes and as read; they lead to the campaign's head.

    Their idempotency keys stayed behind: nobody sends the same again to another campaign.
    """
    entries: list[Entry] = []
    previous = ""
    for text, body in written:
        entry = Entry(
            campaign=campaign,
            created_at=records.time_of(body),
            body=text,
            previous_hash=previous,
            hash=records.chain(previous, text),
            idempotency_key=body.act_id,
            request_hash="",
            **columns(body),
        )
        entries.append(entry)
        previous = entry.hash
    Entry.objects.bulk_create(entries, batch_size=BATCH)


def _next(campaign: Campaign, ruleset: Ruleset[Any], draft: Draft) -> tuple[Entry, Record]:
    """The entry that follows the campaign's head, which moves to it. Nothing is written yet."""
    now = clock.now()
    body = body_of(campaign.version + 1, now, ruleset, draft)
    text = records.encode(body)
    previous = campaign.head_hash
    campaign.version, campaign.head_hash = body.seq, records.chain(previous, text)
    entry = Entry(
        campaign=campaign,
        created_at=now,
        body=text,
        previous_hash=previous,
        hash=campaign.head_hash,
        idempotency_key=draft.key,
        request_hash=draft.request_hash,
        **columns(body),
    )
    return entry, Record(body, draft.events)


def body_of(seq: int, now: datetime, ruleset: Ruleset[Any], draft: Draft) -> Body:
    return Body(
        seq=seq,
        act_id=draft.act_id,
        kind=draft.kind,
        seat=draft.seat,
        on_behalf_of=draft.on_behalf_of,
        time=now.isoformat(),
        quest=draft.quest,
        ruleset=ruleset.version,
        command=msgspec.Raw(draft.command),
        events=records.tell(ruleset, draft.events),
        versions=ruleset.codec.versions(draft.events),
        rolls=draft.rolls,
        takes=draft.takes,
        again=draft.again,
        schedule=draft.schedule,
    )


def columns(body: Body) -> dict[str, Any]:
    return dict(zip(records.REPEATED, records.repeated(body), strict=True))


def taken_back(campaign_id: UUID, kind: str, command: bytes) -> Record | None:
    """The first act of this command that was taken back and whose dice have not fallen again since."""
    waiting = UndoneAct.objects.filter(campaign_id=campaign_id, again_seq=None).values("seq")
    acts = Entry.objects.filter(campaign_id=campaign_id, kind=kind, seq__in=waiting).order_by("seq")
    for text in acts.values_list("body", flat=True):
        body = records.decode_body(text)
        if bytes(body.command) == command and any(roll.origin == "app" for roll in body.rolls):
            return Record(body, ())
    return None


def plain_events(events: Iterable[Event]) -> tuple[Plain, ...]:
    return tuple(msgspec.to_builtins(event) for event in events)


def sentence(ruleset: Ruleset[Any], events: tuple[Event, ...]) -> Text:
    """What happened, in the rulebook's words; neutral where nothing of it may be seen."""
    told = [ruleset.tell(event) for event in events]
    if not told:
        return HIDDEN
    return Text(" ".join(text.fr for text in told), " ".join(text.en for text in told))


def answer(
    ruleset: Ruleset[Any],
    record: Record,
    viewer: Viewer,
    said: Text,
    *,
    created: bool = True,
    warnings: tuple[Text, ...] = (),
    undone: bool = False,
) -> Accepted:
    """What the actor is told of an accepted act."""
    return Accepted(
        entry_seq=record.seq,
        version=record.seq,
        act_id=record.body.act_id,
        command=record.command,
        events=plain_events(record.visible(viewer)),
        created=created,
        sentence=said,
        warnings=warnings,
        undone=undone,
    )


@dataclass(frozen=True, kw_only=True)
class HistoryLine:
    """One act as a viewer may see it. `undone_by` is the entry that took it back, `told` what may be seen; `schedule` the plan
    that sent it.
    """

    seq: int
    act_id: str
    kind: str
    sentence: Text
    seat_key: str
    seat_name: str
    on_behalf_of: str
    on_behalf_name: str
    time: datetime
    undone_by: int | None
    told: tuple[Event, ...]
    schedule: str = ""

    @property
    def heroes(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(hero for event in self.told for hero in heroes_of(event)))

    @property
    def events(self) -> tuple[Plain, ...]:
        return plain_events(self.told)


def history(
    entrance: Entrance,
    *,
    hero: str | None = None,
    kind: str | None = None,
    kinds: Collection[str] | None = None,
    quest: str | None = None,
    seat: str | None = None,
    since: int | None = None,
    before: int | None = None,
    limit: int = 50,
) -> list[HistoryLine]:
    """Newest first; with `since` (acts after that seq) oldest first. At most three queries."""
    entries = Entry.objects.filter(campaign=entrance.campaign)
    wanted = {
        "kind": kind,
        "kind__in": kinds,
        "quest": quest,
        "seat_key": seat,
        "seq__gt": since,
        "seq__lt": before,
    }
    entries = entries.filter(**{name: value for name, value in wanted.items() if value is not None})
    if hero is not None:
        entries = entries.filter(seq__in=_acts_of(entrance, hero))
    order = "-seq" if since is None else "seq"
    rows = list(with_undone(entries.order_by(order))[: max(1, min(limit, LIMIT))])
    found = [records.decode(entrance.ruleset, text) for text, _ in rows]
    return lines(entrance, found, {record.seq: by for record, (_, by) in zip(found, rows, strict=True)})


def with_undone(entries: QuerySet[Entry]) -> QuerySet[Any, Any]:
    """Bodies, each with the entry that took it back."""
    undone = UndoneAct.objects.filter(campaign=OuterRef("campaign"), seq=OuterRef("seq"))
    return entries.values_list("body", Subquery(undone.values("by_seq")[:1]))


def _acts_of(entrance: Entrance, hero: str) -> Any:
    audiences = [to for to in ("all", "gm", entrance.seat.key) if records.may_see(entrance.viewer, to)]
    about = ActHero.objects.filter(campaign=entrance.campaign, hero=hero, to__in=audiences)
    return about.values("seq")


def lines(entrance: Entrance, found: list[Record], undone_by: dict[int, int | None]) -> list[HistoryLine]:
    """Records as lines, with the names of seats."""
    if not found:
        return []
    names = dict(Seat.objects.filter(campaign=entrance.campaign).values_list("key", "name"))
    sentences = sentences_of(entrance.campaign.id, entrance.ruleset, entrance.viewer, found)
    return [
        line(record, entrance.viewer, names, undone_by[record.seq], sentences[record.seq]) for record in found
    ]


@dataclass(frozen=True)
class Glance:
    """One of the newest acts, of which no more is worked out than is asked for."""

    entrance: Entrance
    body: Body
    undone_by: int | None

    @property
    def seq(self) -> int:
        return self.body.seq

    @property
    def kind(self) -> str:
        return self.body.kind

    @property
    def seat_key(self) -> str:
        return self.body.seat

    @cached_property
    def record(self) -> Record:
        return records.read_events(self.entrance.ruleset, self.body)

    @property
    def told(self) -> tuple[Event, ...]:
        return self.record.visible(self.entrance.viewer)

    @cached_property
    def sentence(self) -> Text:
        rules, viewer = self.entrance.ruleset, self.entrance.viewer
        return sentences_of(self.entrance.campaign.id, rules, viewer, [self.record])[self.seq]


NEWEST_FIRST = Entry.objects.order_by("-seq").values_list("body", flat=True)


def newest(entrance: Entrance, limit: int, *, without: Collection[str] = ()) -> list[Glance]:
    """The newest acts, newest first, some kinds left out; of whoever has just acted, that act alone."""
    if entrance.last is not None and entrance.last.body.kind not in without:
        return [Glance(entrance, entrance.last.body, None)]
    acts = NEWEST_FIRST.filter(campaign_id=entrance.campaign.id)
    texts = (acts.exclude(kind__in=without) if without else acts)[:limit]
    bodies = [records.decode_body(text) for text in texts]
    undone_by = records.taken_by((body.seq, body.takes) for body in bodies)  # by what is newer, hence here
    return [Glance(entrance, body, undone_by.get(body.seq)) for body in bodies]


def line(
    record: Record, viewer: Viewer, names: dict[str, str], undone_by: int | None, said: Text
) -> HistoryLine:
    return HistoryLine(
        seq=record.seq,
        act_id=record.body.act_id,
        kind=record.body.kind,
        sentence=said,
        seat_key=record.body.seat,
        seat_name=names.get(record.body.seat, record.body.seat),
        on_behalf_of=record.body.on_behalf_of,
        on_behalf_name=names.get(record.body.on_behalf_of, record.body.on_behalf_of),
        time=records.time_of(record.body),
        undone_by=undone_by,
        told=record.visible(viewer),
        schedule=record.body.schedule,
    )


def sentences_of(
    campaign_id: UUID, ruleset: Ruleset[Any], viewer: Viewer, found: list[Record]
) -> dict[int, Text]:
    """The sentence of each record by seq; an undo tells the act it is about."""
    return say(ruleset, viewer, found, with_abouts(campaign_id, ruleset, found))


def with_abouts(campaign_id: UUID, ruleset: Ruleset[Any], found: list[Record]) -> dict[int, Record]:
    """The records by seq, and those that the undos among them are about."""
    about = {record.undo.of for record in found if record.is_undo}
    known = {record.seq: record for record in found}
    absent = about - known.keys()
    if absent:
        texts = Entry.objects.filter(campaign_id=campaign_id, seq__in=absent).values_list("body", flat=True)
        known |= {record.seq: record for record in (records.decode(ruleset, text) for text in texts)}
    return known


def say(
    ruleset: Ruleset[Any], viewer: Viewer, found: list[Record], abouts: dict[int, Record]
) -> dict[int, Text]:
    """The sentence of each record by seq; `abouts` has what the undos among them are about."""
    known = abouts | {record.seq: record for record in found}
    told = {
        seq: sentence(ruleset, record.visible(viewer)) for seq, record in known.items() if not record.is_undo
    }
    return told | {record.seq: undo_sentence(record, told) for record in found if record.is_undo}


def undo_sentence(record: Record, told: dict[int, Text]) -> Text:
    undo = record.undo
    pattern = UNDONE_THROUGH if undo.through else REDONE if undo.back else UNDONE
    return pattern(act=told.get(undo.of, HIDDEN))
