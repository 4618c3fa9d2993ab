"""The ledger: the one place that writes entries, and the history people read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

import msgspec

from campaigns import records
from campaigns.answers import Accepted, Plain
from campaigns.models import ActHero, Campaign, Entry, Seat, UndoneAct
from campaigns.records import Body, Record
from campaigns.snapshots import state_at
from rules.kernel.dice import Roll
from rules.kernel.messages import Event, heroes_of
from rules.kernel.offers import Viewer
from rules.kernel.ruleset import Ruleset
from rules.kernel.text import Text

if TYPE_CHECKING:
    from campaigns.access import Entrance

__all__ = ["Draft", "HistoryLine", "answer", "append", "history", "sentence", "state_at", "taken_back"]

LIMIT = 200
HIDDEN = Text("Un acte dont le détail est caché.", "An act whose details are hidden.")
UNDONE = Text("Repris : {act}", "Taken back: {act}")
REDONE = Text("Rétabli : {act}", "Restored: {act}")
UNDONE_THROUGH = Text("Tout est repris depuis : {act}", "Everything is taken back since: {act}")


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
    key: str
    request_hash: str


def append(campaign: Campaign, ruleset: Ruleset[Any], draft: Draft) -> Record:
    """Write the next entry and move the campaign's head to it. The campaign's row must be locked."""
    now = datetime.now(UTC)
    body = Body(
        seq=campaign.version + 1,
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
    )
    _write(campaign, body, now, draft)
    return Record(body, draft.events)


def _write(campaign: Campaign, body: Body, now: datetime, draft: Draft) -> None:
    text = records.encode(body)
    previous = campaign.head_hash
    campaign.version, campaign.head_hash = body.seq, records.chain(previous, text)
    Entry.objects.create(
        campaign=campaign,
        created_at=now,
        body=text,
        previous_hash=previous,
        hash=campaign.head_hash,
        idempotency_key=draft.key,
        request_hash=draft.request_hash,
        **columns(body),
    )
    campaign.save(update_fields=["version", "head_hash"])


def columns(body: Body) -> dict[str, Any]:
    """The columns that repeat what the body says."""
    return {
        "seq": body.seq,
        "act_id": body.act_id,
        "kind": body.kind,
        "seat_key": body.seat,
        "on_behalf_of": body.on_behalf_of,
        "quest": body.quest,
        "ruleset_version": body.ruleset,
    }


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
    """One act as a viewer may see it. `undone_by` is the entry that took it back, `events` plain values."""

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
    heroes: tuple[str, ...]
    events: tuple[Plain, ...]


def history(
    entrance: Entrance,
    *,
    hero: str | None = None,
    kind: str | None = None,
    quest: str | None = None,
    since: int | None = None,
    before: int | None = None,
    limit: int = 50,
) -> list[HistoryLine]:
    """Newest first; with `since` (acts after that seq) oldest first. At most five queries."""
    entries = Entry.objects.filter(campaign=entrance.campaign)
    wanted = {"kind": kind, "quest": quest, "seq__gt": since, "seq__lt": before}
    entries = entries.filter(**{name: value for name, value in wanted.items() if value is not None})
    if hero is not None:
        entries = entries.filter(seq__in=_acts_of(entrance, hero))
    order = "-seq" if since is None else "seq"
    texts = entries.order_by(order).values_list("body", flat=True)[: max(1, min(limit, LIMIT))]
    return lines(entrance, [records.decode(entrance.ruleset, text) for text in texts])


def _acts_of(entrance: Entrance, hero: str) -> Any:
    audiences = [to for to in ("all", "gm", entrance.seat.key) if records.may_see(entrance.viewer, to)]
    about = ActHero.objects.filter(campaign=entrance.campaign, hero=hero, to__in=audiences)
    return about.values("seq")


def lines(entrance: Entrance, found: list[Record]) -> list[HistoryLine]:
    """Records as lines, with the names of seats and what became of each act."""
    if not found:
        return []
    campaign = entrance.campaign
    names = dict(Seat.objects.filter(campaign=campaign).values_list("key", "name"))
    undone = UndoneAct.objects.filter(campaign=campaign, seq__in=[record.seq for record in found])
    undone_by = dict(undone.values_list("seq", "by_seq"))
    sentences = sentences_of(entrance.campaign.id, entrance.ruleset, entrance.viewer, found)
    return [
        _line(record, entrance.viewer, names, undone_by.get(record.seq), sentences[record.seq])
        for record in found
    ]


def _line(
    record: Record, viewer: Viewer, names: dict[str, str], undone_by: int | None, said: Text
) -> HistoryLine:
    events = record.visible(viewer)
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
        heroes=tuple(dict.fromkeys(hero for event in events for hero in heroes_of(event))),
        events=plain_events(events),
    )


def sentences_of(
    campaign_id: UUID, ruleset: Ruleset[Any], viewer: Viewer, found: list[Record]
) -> dict[int, Text]:
    """The sentence of each record by seq; an undo tells the act it is about."""
    about = {record.undo.of for record in found if record.is_undo}
    known = {record.seq: record for record in found}
    absent = about - known.keys()
    if absent:
        texts = Entry.objects.filter(campaign_id=campaign_id, seq__in=absent).values_list("body", flat=True)
        known |= {record.seq: record for record in (records.decode(ruleset, text) for text in texts)}
    told = {
        seq: sentence(ruleset, record.visible(viewer)) for seq, record in known.items() if not record.is_undo
    }
    return told | {record.seq: undo_sentence(record, told) for record in found if record.is_undo}


def undo_sentence(record: Record, told: dict[int, Text]) -> Text:
    undo = record.undo
    pattern = UNDONE_THROUGH if undo.through else REDONE if undo.back else UNDONE
    return pattern(act=told.get(undo.of, HIDDEN))
