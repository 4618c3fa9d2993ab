"""Entries of a file, one after the other: the chain, the columns, what an undo takes back, what the rulebook reads."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

import msgspec

from campaigns import records
from campaigns.records import UNDO, Body, Record, Undo
from campaigns.transfer.format import EntryLine, Header, is_moment
from campaigns.transfer.reading import UnreadableError, why
from rules.kernel.messages import LINE, Event, heroes_of
from rules.kernel.offers import Viewer
from rules.kernel.ruleset import Ruleset
from rules.kernel.text import Text

KIND, ACT_ID = re.compile(r"[a-z][a-z0-9_]{0,59}"), re.compile(r"[0-9a-f]{32}")
ONE_LINE = re.compile(LINE)
LONGEST = {"quest": 80, "ruleset": 30, "schedule": 80}
LONGEST_KEY = 80

GAP = Text(
    "L’acte n° {seq} est attendu ici, et non le n° {found}.",
    "Act no. {seq} is expected here, not no. {found}.",
)
BROKEN = Text(
    "La chaîne est rompue : l’empreinte ne suit pas de ce qui précède.",
    "The chain is broken: the hash does not follow from what is before it.",
)
NOT_AS_WRITTEN = Text(
    "Cet acte n’est pas écrit comme Questkeep l’écrit : un champ lui est inconnu.",
    "This act is not written the way Questkeep writes it: it has a field that is unknown here.",
)
ODD = Text("« {field} » ne tient pas.", "“{field}” does not hold.")
NO_SEAT = Text("Aucune place ne s’appelle « {key} ».", "No seat is called “{key}”.")
UNREADABLE = Text(
    "Le livre de règles d’ici ne lit pas cet acte. {why}", "The rulebook here cannot read this act. {why}"
)
UNFOLDABLE = Text(
    "Le livre de règles d’ici ne peut pas rejouer cet acte.", "The rulebook here cannot play this act again."
)
INVALID = Text(
    "Après cet acte, la partie ne tient pas : {what}", "After this act the game does not hold: {what}"
)


@dataclass
class Chain:
    """The entries so far. `written` are the exact bytes and what they say."""

    seats: frozenset[str]
    hash: str = ""
    written: list[tuple[str, Body]] = field(default_factory=list)
    undos: dict[int, Undo] = field(default_factory=dict)
    act_ids: set[str] = field(default_factory=set)

    @classmethod
    def below(cls, header: Header) -> Chain:
        return cls(frozenset(seat.key for seat in header.seats))

    def take(self, line: int, entry: EntryLine) -> None:
        """The next one; raises UnreadableError."""
        text = bytes(entry.body).decode()
        body = _read(line, text)
        seq = len(self.written) + 1
        if body.seq != seq:
            raise UnreadableError(line, "gap", GAP(seq=seq, found=body.seq))
        self.hash = records.chain(self.hash, text)
        if self.hash != entry.hash:
            raise UnreadableError(line, "broken_chain", BROKEN)
        if odd := self._odd(body):
            raise UnreadableError(line, "malformed", ODD(field=odd))
        if strange := {body.seat, body.on_behalf_of} - self.seats - {""}:
            raise UnreadableError(line, "no_such_seat", NO_SEAT(key=min(strange)[:20]))
        self.act_ids.add(body.act_id)
        self.written.append((text, body))

    def _odd(self, body: Body) -> str | None:
        """The field that no entry of a ledger could have this way."""
        if not body.seat:
            return "seat"
        if not KIND.fullmatch(body.kind):
            return "kind"
        if not ACT_ID.fullmatch(body.act_id) or body.act_id in self.act_ids:
            return "act_id"
        if not _is_time(body):
            return "time"
        if not 0 <= body.again < body.seq:
            return "again"
        if body.schedule and not ONE_LINE.match(body.schedule):
            return "schedule"
        too_long = (name for name, most in LONGEST.items() if len(getattr(body, name)) > most)
        return next(too_long, None) or (
            self._odd_undo(body) if body.kind == UNDO else _odd_act(body, self.seats)
        )

    def _odd_undo(self, body: Body) -> str | None:
        """An undo says which act it comes down to, and takes that one or all since."""
        try:
            undo = msgspec.json.decode(body.command, type=Undo)
        except msgspec.DecodeError:
            return "command"
        if not 1 <= undo.seq < body.seq:
            return "command"
        known = self.undos.get(undo.seq)
        of, back = (known.of, not known.back) if known else (undo.seq, False)
        wanted = Undo(seq=undo.seq, of=of, through=undo.through, back=back)
        if records.encode_undo(wanted) != bytes(body.command):
            return "command"
        if body.takes != (tuple(range(undo.seq, body.seq)) if undo.through else (undo.seq,)):
            return "takes"
        self.undos[body.seq] = undo
        return "events" if body.events or body.rolls or body.versions or body.again else None


def _read(line: int, text: str) -> Body:
    try:
        body = records.decode_body(text)
    except msgspec.DecodeError as error:
        raise UnreadableError(line, "malformed", why(error)) from None
    if records.encode(body) != text:
        raise UnreadableError(line, "unknown_field", NOT_AS_WRITTEN)
    return body


def _odd_act(body: Body, seats: Collection[str]) -> str | None:
    command = msgspec.json.decode(body.command)
    if not isinstance(command, dict) or command.get("kind") != body.kind:
        return "command"
    if body.takes:
        return "takes"
    audiences = {told.to for told in body.events}
    return None if audiences <= {"all", "gm", *seats} else "events"


def _is_time(body: Body) -> bool:
    try:
        return is_moment(records.time_of(body))
    except ValueError:
        return False


# What it means


def readers(ruleset: Ruleset[Any]) -> tuple[Callable[[Event], Any], ...]:
    """All that projections, pages and papers ask of an event alone."""
    shown = ruleset.tell, ruleset.movements, ruleset.runs, ruleset.departures
    return (*shown, ruleset.counts, ruleset.milestones, ruleset.brought, ruleset.sums)


def read_events(line: int, ruleset: Ruleset[Any], body: Body) -> Record:
    """The act as the rulebook of this server reads it, and tells it."""
    try:
        record = records.read_events(ruleset, body)
        for event in record.events:
            for read in readers(ruleset):
                read(event)
    except msgspec.DecodeError as error:
        raise UnreadableError(line, "unreadable_act", UNREADABLE(why=why(error))) from None
    except Exception as error:  # upcasters and tables of the rulebook, given what no rulebook wrote
        raise UnreadableError(line, "unreadable_act", UNREADABLE(why=type(error).__name__)) from None
    if any(len(hero) > LONGEST_KEY for event in record.events for hero in heroes_of(event)):
        raise UnreadableError(line, "malformed", ODD(field="events"))
    return record


def evolve(line: int, ruleset: Ruleset[Any], state: Any, record: Record) -> Any:
    """The state after the act. What a forged one may do to a rulebook nobody can list."""
    try:
        return ruleset.evolve_all(state, record.events)
    except Exception:
        raise UnreadableError(line, "unfoldable", UNFOLDABLE) from None


def check_state(line: int, ruleset: Ruleset[Any], state: Any) -> None:
    """It holds by the rulebook's own audit, and can be shown."""
    try:
        broken = ruleset.audit(state)
        heroes = ruleset.heroes(state)
        for viewer in (Viewer("gm"), Viewer("player"), Viewer("spectator")):
            ruleset.board(state, viewer)
            for hero in heroes:
                ruleset.sheet(state, hero.key, viewer)
        ruleset.offers(state, Viewer("gm"))
    except Exception:
        raise UnreadableError(line, "unfoldable", UNFOLDABLE) from None
    if broken:
        raise UnreadableError(line, "broken_invariant", INVALID(what="; ".join(broken)))
