"""Taking back. An undo is an entry of its own; taking back an undo is redo."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from campaigns import answers, door, ledger, malformed, measures, records, snapshots
from campaigns.access import Entrance
from campaigns.answers import Accepted, Envelope, Refusal
from campaigns.door import Opened
from campaigns.ledger import Draft
from campaigns.reconciliation import rebuild
from campaigns.records import UNDO, Record, Undo, Undos
from rules.kernel.history import fold, obstacle, undone
from rules.kernel.text import Text

NO_SUCH_ACT = Refusal(
    status=404, code="no_such_act", message=Text("Cet acte n’existe pas.", "There is no such act.")
)
ALREADY_UNDONE = Text("C’est déjà repris.", "This is already taken back.")
NOT_YOURS = Refusal(
    status=403,
    code="not_yours_to_undo",
    message=Text(
        "Un joueur reprend le dernier acte, si c’est le sien. Demandez au meneur.",
        "A player takes back the last act if it is their own. Ask the game master.",
    ),
)
BLOCKED = Text("Reprenez d’abord l’acte n° {seq} : {act}", "Take back act no. {seq} first: {act}")
GONE = Text(
    "L’acte n° {seq} ne peut plus être rétabli tel quel, ce dont il dépendait a changé : {act}",
    "Act no. {seq} can no longer be restored as it was, what it depended on has changed: {act}",
)
BREAKS = Text(
    "Sans cet acte, la partie ne tient plus : {what}", "Without this act the game does not hold: {what}"
)


@dataclass(frozen=True, kw_only=True)
class Past:
    """The whole ledger of a campaign, for once: an undo may cost what an act may not."""

    entries: dict[int, Record]
    undos: Undos
    taken: frozenset[int]

    def standing(self, *, since: int = 0) -> list[Record]:
        return [record for seq, record in self.entries.items() if seq >= since and seq not in self.taken]

    def taken_with(self, takes: tuple[int, ...]) -> frozenset[int]:
        """What is taken back once the next entry takes these."""
        return undone([*self.undos, (len(self.entries) + 1, takes)])

    def toggled(self, takes: tuple[int, ...]) -> set[int]:
        """The acts that would go or come back."""
        odd = self.taken ^ self.taken_with(takes)
        return {seq for seq in odd if not self.entries[seq].is_undo}


def undo(entrance: Entrance, seq: int, *, through: bool = False, envelope: Envelope) -> Accepted | Refusal:
    """Take back act `seq`, or with `through` all since. Refused where something later depended on it."""
    refusal = malformed.check_key(envelope) or malformed.check_envelope(envelope)
    if refusal is not None:
        measures.act(UNDO, refusal)
        return refusal
    content = msgspec.json.encode({UNDO: seq, "through": through})
    request = door.request_hash(envelope, content)
    take_back = partial(_in_turn, seq=seq, through=through, envelope=envelope, request=request)
    outcome = door.in_turn(entrance, envelope, request, take_back)
    measures.act(UNDO, outcome)
    return outcome


def _in_turn(
    opened: Opened, *, seq: int, through: bool, envelope: Envelope, request: str
) -> Accepted | Refusal:
    past = _past(opened)
    takes = _takes(opened, past, seq, through=through)
    if isinstance(takes, Refusal):
        return takes
    draft = Draft(
        kind=UNDO,
        act_id=uuid.uuid4().hex,
        seat=opened.seat.key,
        command=records.encode_undo(_command(past, seq, through=through)),
        takes=takes,
        key=envelope.key,
        request_hash=request,
    )
    return _take_back(opened, past, draft, ask=not through)


def _past(opened: Opened) -> Past:
    found = {record.seq: record for record in records.read(opened.campaign.pk, opened.ruleset)}
    undos = [(record.seq, record.body.takes) for record in found.values() if record.is_undo]
    return Past(entries=found, undos=undos, taken=undone(undos))


def _takes(opened: Opened, past: Past, seq: int, *, through: bool) -> tuple[int, ...] | Refusal:
    """What this would take back, or why this person may not, or there is nothing to take back.

    Through takes what is taken already too: else it would come back with the undo that took it.
    """
    target = past.entries.get(seq)
    if target is None:
        return NO_SUCH_ACT
    takes = tuple(number for number in past.entries if number >= seq) if through else (seq,)
    toggled = past.toggled(takes)
    if not toggled or (not through and seq in past.taken):
        return answers.unprocessable("already_undone", ALREADY_UNDONE, seq=seq)
    if _may_take_any(opened) or (_is_last_and_own(opened, past, target) and len(toggled) == 1):
        return takes
    return answers.FORBIDDEN if opened.viewer.role == "spectator" else NOT_YOURS


def _may_take_any(opened: Opened) -> bool:
    role = opened.viewer.role
    return role == "gm" or (role == "player" and not opened.ruleset.needs_gm)


def _is_last_and_own(opened: Opened, past: Past, target: Record) -> bool:
    """An act is the last when only undos came after it; an undo, when nothing did. Throws that change nothing are passed over."""
    if opened.viewer.role != "player" or target.body.seat != opened.viewer.seat:
        return False
    standing = past.standing(since=target.seq + 1)
    later = [record for record in standing if record.body.kind not in opened.ruleset.asides]
    return not later or (not target.is_undo and all(record.is_undo for record in later))


def _command(past: Past, seq: int, *, through: bool) -> Undo:
    target = past.entries[seq]
    if not target.is_undo:
        return Undo(seq=seq, of=seq, through=through)
    return Undo(seq=seq, of=target.undo.of, through=through, back=not target.undo.back)


def _take_back(opened: Opened, past: Past, draft: Draft, *, ask: bool) -> Accepted | Refusal:
    ruleset, campaign = opened.ruleset, opened.campaign
    state = _without(opened, past, past.taken_with(draft.takes), ask=ask)
    if isinstance(state, Refusal):
        return state
    quest = ruleset.scope(state) or ruleset.scope(opened.state)
    record = ledger.append(campaign, ruleset, replace(draft, quest=quest))
    snapshots.save(campaign, ruleset, state)
    undos = [*past.undos, (record.seq, draft.takes)]
    everything, seats = [*past.entries.values(), record], opened.seats.ids
    rebuild(campaign.pk, ruleset, everything, seats, undos, since=min(past.toggled(draft.takes)))
    about = record.undo.of
    told = {about: ledger.sentence(ruleset, past.entries[about].visible(opened.viewer))}
    return ledger.answer(ruleset, record, opened.viewer, ledger.undo_sentence(record, told))


def _without(opened: Opened, past: Past, after: frozenset[int], *, ask: bool) -> Any | Refusal:
    """The state without what is taken back, or what stands in the way."""
    ruleset = opened.ruleset
    entries = [record.recorded(ruleset) for record in past.entries.values()]
    in_the_way = obstacle(ruleset, entries, past.taken, after) if ask else None
    if in_the_way is not None:
        told = ledger.sentence(ruleset, past.entries[in_the_way].visible(opened.viewer))
        pattern, code = (GONE, "redo_blocked") if in_the_way in past.taken else (BLOCKED, "undo_blocked")
        return answers.unprocessable(code, pattern(seq=in_the_way, act=told), seq=in_the_way)
    state = fold(ruleset, entries, after)
    broken = ruleset.audit(state)
    if broken:
        return answers.unprocessable("undo_breaks", BREAKS(what="; ".join(broken)))
    return state
