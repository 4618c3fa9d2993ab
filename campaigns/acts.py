"""`perform()`: the one door through which anything of a game changes."""

from __future__ import annotations

import dataclasses
import secrets
import uuid
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any
from uuid import UUID

from msgspec.structs import replace

from campaigns import answers, door, ledger, malformed, measures, projections, snapshots
from campaigns.access import Entrance
from campaigns.answers import Accepted, Envelope, Plain, Preview, Refusal
from campaigns.door import Opened
from campaigns.ledger import Draft
from campaigns.records import Record, may_see
from campaigns.rights import admit
from campaigns.spans import Span, span
from rules.kernel.dice import (
    NO_ACT,
    Act,
    AppDice,
    Dice,
    Die,
    DrawingDice,
    NoDice,
    RecordedDice,
    Recorder,
    Roll,
    TableDice,
    Thrower,
)
from rules.kernel.messages import Command, Event, Violation, heroes_of, kind_of
from rules.kernel.offers import Viewer
from rules.kernel.ruleset import Ruleset
from rules.kernel.sections import Change, changes
from rules.kernel.text import Text

__all__ = ["Accepted", "Envelope", "Preview", "Refusal", "perform", "preview"]

ROLL_NOT_NEEDED = Text("Aucun jet n’est demandé pour : {what}.", "No roll is asked for: {what}.")


@dataclass(frozen=True, kw_only=True)
class Request:
    """A well-formed request: the command, its exact bytes, and the hash of all that matters of it."""

    command: Command
    content: bytes
    hash: str

    @property
    def kind(self) -> str:
        return kind_of(self.command)


@dataclass(frozen=True, kw_only=True)
class Decided:
    events: tuple[Event, ...]
    rolls: tuple[Roll, ...] = ()


def perform(entrance: Entrance, plain: Plain, envelope: Envelope) -> Accepted | Refusal:
    """Decide the command and, unless it is refused, write it down. Refusals are values."""
    request = malformed.check_key(envelope) or _read(entrance.ruleset, plain, envelope)
    if isinstance(request, Refusal):
        measures.act(measures.UNREAD, request)
        return request
    carry_out = partial(_carry_out, request=request, envelope=envelope)
    outcome = door.in_turn(entrance, envelope, request.hash, carry_out)
    measures.act(request.kind, outcome)
    return outcome


def preview(entrance: Entrance, plain: Plain, envelope: Envelope) -> Preview | Refusal:
    """What `perform` would do, without writing. It never rolls, and needs no idempotency key."""
    request = _read(entrance.ruleset, plain, envelope)
    if isinstance(request, Refusal):
        return request
    if envelope.if_match not in (None, entrance.campaign.version):
        return answers.stale(entrance.campaign.version)
    seats = door.read_seats(entrance.campaign.pk)
    behalf = admit(entrance.ruleset, entrance.viewer, seats, request.command, envelope.on_behalf_of)
    if isinstance(behalf, Refusal):
        return behalf
    state = entrance.state()
    decided = _decide(
        entrance.ruleset, state, request.command, NO_ACT.id, TableDice(envelope.rolls, NoDice())
    )
    if isinstance(decided, Refusal):
        return decided
    return _previewed(entrance, state, request.command, decided.events)


def _read(ruleset: Ruleset[Any], plain: Plain, envelope: Envelope) -> Request | Refusal:
    refusal = malformed.check_envelope(envelope)
    if refusal is not None:
        return refusal
    command = malformed.read_command(ruleset, plain)
    if isinstance(command, Refusal):
        return command
    content = ruleset.codec.canonical(command)
    return Request(command=command, content=content, hash=door.request_hash(envelope, content))


def _carry_out(opened: Opened, request: Request, envelope: Envelope) -> Accepted | Refusal:
    behalf = admit(opened.ruleset, opened.viewer, opened.seats, request.command, envelope.on_behalf_of)
    if isinstance(behalf, Refusal):
        return behalf
    thrower = opened.ruleset.thrower(opened.state)
    if thrower == "app" and envelope.rolls:
        return _not_asked_for(envelope.rolls[0].purpose)
    app = _GivenBack(opened.campaign.pk, request)
    table = TableDice(envelope.rolls, _otherwise(opened.ruleset, thrower, app, asked=envelope.app_dice))
    act_id = uuid.uuid4().hex
    decided = _decide(opened.ruleset, opened.state, request.command, act_id, table)
    if isinstance(decided, Refusal):
        return decided
    draft = Draft(
        kind=request.kind,
        act_id=act_id,
        seat=opened.seat.key,
        on_behalf_of=behalf,
        command=request.content,
        events=decided.events,
        rolls=decided.rolls,
        again=app.again,
        schedule=envelope.schedule,
        key=envelope.key,
        request_hash=request.hash,
    )
    record, written = _write(opened, draft)
    said = ledger.sentence(opened.ruleset, record.visible(opened.viewer))
    warnings = opened.ruleset.warnings(opened.state, request.command)
    answer = ledger.answer(opened.ruleset, record, opened.viewer, said, warnings=warnings)
    return dataclasses.replace(answer, after=_after(opened, record, written))


def _otherwise(ruleset: Ruleset[Any], thrower: Thrower, app: Dice, *, asked: bool) -> Dice:
    """What is thrown where the table has not: nothing is, where that is the table's own affair."""
    if thrower == "table":
        return NoDice()
    if thrower == "app" or asked:
        return app
    return DrawingDice({pile.key for pile in ruleset.piles}, app, NoDice())


def _after(opened: Opened, record: Record, written: Span) -> Entrance | None:
    """What the actor would find on entering again; a new hero may be theirs, that is for the door to say."""
    if written.heroes_after.keys() - opened.seats.owners.keys():
        return None
    return Entrance.knowing(written.after, opened.campaign, opened.seat, opened.viewer, record)


def _write(opened: Opened, draft: Draft) -> tuple[Record, Span]:
    """The entry, the state after it, and what is derived from both."""
    ruleset, campaign = opened.ruleset, opened.campaign
    after = ruleset.evolve_all(opened.state, draft.events)
    door.check_invariants(ruleset, after)
    quest = ruleset.scope(after) or ruleset.scope(opened.state)
    record = ledger.append(campaign, ruleset, replace(draft, quest=quest))
    snapshots.save(campaign, ruleset, after)
    written = span(campaign.pk, ruleset, opened.state, (record,))
    projections.refresh(written, opened.seats.ids)
    return record, written


def _decide(
    ruleset: Ruleset[Any], state: Any, command: Command, act_id: str, table: TableDice
) -> Decided | Refusal:
    """The rulebook's answer. A roll that was thrown and not asked for is refused."""
    recorder = Recorder(table)
    decision = ruleset.decide(state, command, Act(act_id, recorder))
    if isinstance(decision, Violation):
        return answers.by_the_rules(decision)
    if table.unused:
        return _not_asked_for(table.unused[0])
    return Decided(events=decision, rolls=tuple(recorder.rolls))


def _not_asked_for(what: str) -> Refusal:
    params = {"for": what}
    return answers.unprocessable("roll_not_needed", ROLL_NOT_NEEDED(what=what), field="rolls", **params)


class _GivenBack:
    """The app's dice. Faces of the same command that were taken back fall again, those of act `again`.

    Not a card that somebody else has drawn in the meantime: it is none of the pile's faces now.
    """

    def __init__(self, campaign_id: UUID, request: Request) -> None:
        self.campaign_id, self.request = campaign_id, request
        self.again = 0
        self.fresh = AppDice(secrets.randbelow)

    @cached_property
    def earlier(self) -> Record | None:
        return ledger.taken_back(self.campaign_id, self.request.kind, self.request.content)

    @cached_property
    def recorded(self) -> dict[tuple[str, str], Roll]:
        rolls = self.earlier.body.rolls if self.earlier else ()
        return RecordedDice(tuple(roll for roll in rolls if roll.origin == "app")).rolls

    def roll(self, purpose: str, number: int, die: Die) -> Roll:
        found = self.recorded.get((purpose, f"{number}{die.key}"))
        if found is None or self.earlier is None or not set(found.faces) <= set(die.faces):
            return self.fresh.roll(purpose, number, die)
        self.again = self.earlier.seq
        return found


def _previewed(entrance: Entrance, state: Any, command: Command, events: tuple[Event, ...]) -> Preview:
    ruleset, viewer = entrance.ruleset, entrance.viewer
    seen = tuple(event for event in events if may_see(viewer, event.audience))
    return Preview(
        events=ledger.plain_events(seen),
        sections=ruleset.receipts(state, seen),
        changes=differences(ruleset, viewer, state, ruleset.evolve_all(state, events), seen),
        warnings=ruleset.warnings(state, command),
        version=entrance.campaign.version,
    )


def differences(
    ruleset: Ruleset[Any], viewer: Viewer, before: Any, after: Any, events: tuple[Event, ...]
) -> tuple[Change, ...]:
    """The numbers of every hero the events are about, then of everybody in play, before and after."""
    found: tuple[Change, ...] = ()
    named = [key for event in events for key in heroes_of(event)]
    for hero in dict.fromkeys([*named, *(one.key for one in ruleset.heroes(before) if one.in_play)]):
        sheet = ruleset.sheet(after, hero, viewer)
        if sheet is not None:
            found += changes(ruleset.sheet(before, hero, viewer), sheet)
    return found
