"""Proof that the ledger is whole and that everything derived from it says the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec
from django.db import connection

from campaigns import door, records, triggers
from campaigns.checkpoints import Checkpoints
from campaigns.models import Campaign, CurrentState
from campaigns.reconciliation import Reconciliation
from campaigns.records import Body, Row, taken_by
from campaigns.spans import walk
from campaigns.watching import Watch, unwatched
from jobs.running import LostError, StoppingError
from rules.kernel.history import undone
from rules.kernel.registry import rulesets
from rules.kernel.ruleset import Ruleset

ATTEMPTS = 3
SAID = len(records.REPEATED)
"""So many columns of a row repeat what the body says; the time comes next."""


@dataclass(frozen=True, kw_only=True)
class Finding:
    """What is wrong, for whoever runs the site. `seq` where one entry is at fault."""

    code: str
    detail: str
    campaign_id: UUID | None = None
    seq: int | None = None

    def __str__(self) -> str:
        where = f"campaign {self.campaign_id}" if self.campaign_id else "database"
        return f"{where}{f', entry {self.seq}' if self.seq else ''}: {self.code}: {self.detail}"


def audit_database() -> list[Finding]:
    return [
        Finding(code="trigger_missing", detail=f"{name} on {triggers.TABLE}")
        for name in triggers.missing(connection)
    ]


def audit_campaign(campaign_id: UUID, watch: Watch = unwatched) -> list[Finding]:
    """Everything wrong with one campaign. Nothing is locked: if somebody acts meanwhile, it begins again."""
    for _ in range(ATTEMPTS):
        campaign = Campaign.objects.get(pk=campaign_id)
        findings = list(_audit(campaign, watch))
        if Campaign.objects.filter(pk=campaign_id, version=campaign.version).exists():
            return findings
    return [
        Finding(code="busy", detail="people act faster than this reads; try again", campaign_id=campaign_id)
    ]


def _audit(campaign: Campaign, watch: Watch) -> Iterator[Finding]:
    """One pass: while the entries are checked one by one, they are folded."""
    chain = Chain(campaign, watch)
    ruleset = rulesets().get(campaign.ruleset)
    if ruleset is None:
        meaning = [_finding(campaign, "ruleset_missing", campaign.ruleset)]
    else:
        meaning = list(_audit_meaning(campaign, ruleset, chain))
    chain.finish()
    yield from chain.findings
    yield from () if chain.is_broken and ruleset else meaning


class Chain:
    """The entries in order: the chain of hashes, the columns beside the bodies, the head."""

    def __init__(self, campaign: Campaign, watch: Watch = unwatched) -> None:
        self.campaign, self.watch = campaign, watch
        self.seats = door.read_seats(campaign.pk).by_key
        self.findings: list[Finding] = []
        self.seq, self.hash = 0, ""
        self.is_broken = False
        self.bodies = self._read()

    def _read(self) -> Iterator[Body]:
        """Those that are whole. There is no going on from one that cannot be read, but what follows is checked."""
        for row in records.rows(self.campaign.pk):
            seq, (text, previous, hash_) = row[0], row[-3:]
            if seq != self.seq + 1:
                self._note("gap", f"expected {self.seq + 1}", seq)
            if previous != self.hash or hash_ != records.chain(previous, text):
                self._note("chain_broken", "the hash does not follow from what is before it", seq)
            self.seq, self.hash = seq, hash_
            self.watch(seq, self.campaign.version)
            body = self._body(row, text)
            if not self.is_broken and body is not None:
                yield body

    def _body(self, row: Row, text: str) -> Body | None:
        try:
            body = records.decode_body(text)
        except msgspec.DecodeError as error:
            self._broken(str(error), row[0])
            return None
        if row[:SAID] != records.repeated(body) or not records.is_time_of(body, row[SAID]):
            self._note("columns", f"not as in the body: {', '.join(_odd(row, body))}", row[0])
        if body.seat not in self.seats or (body.on_behalf_of and body.on_behalf_of not in self.seats):
            strange = {body.seat, body.on_behalf_of} - self.seats.keys() - {""}
            self._broken(f"no such seat: {', '.join(sorted(strange))}", row[0])
        return body

    def finish(self) -> None:
        """Check the rest, and the head."""
        for _ in self.bodies:
            pass
        if (self.campaign.version, self.campaign.head_hash) != (self.seq, self.hash):
            self._note("head", f"the campaign is at {self.campaign.version}, its ledger at {self.seq}")

    def _broken(self, detail: str, seq: int) -> None:
        self.is_broken = True
        self._note("unreadable", detail, seq)

    def _note(self, code: str, detail: str, seq: int | None = None) -> None:
        self.findings.append(_finding(self.campaign, code, detail, seq))


def _odd(row: Row, body: Body) -> list[str]:
    """The columns that say something else than the body."""
    beside = zip(records.REPEATED, row, records.repeated(body), strict=False)
    odd = [name for name, value, said in beside if value != said]
    return odd if records.is_time_of(body, row[SAID]) else [*odd, "created_at"]


def _audit_meaning(campaign: Campaign, ruleset: Ruleset[Any], chain: Chain) -> Iterator[Finding]:
    """Fold everything again and compare. Whatever stops the fold is a finding, not the end of the audit."""
    try:
        yield from _refold(campaign, ruleset, chain)
    except (LostError, StoppingError):
        raise
    except Exception as error:
        yield _finding(campaign, "unfoldable", f"{type(error).__name__}: {error}")


def _refold(campaign: Campaign, ruleset: Ruleset[Any], chain: Chain) -> Iterator[Finding]:
    undos = records.undos(campaign.pk)
    work = Reconciliation(campaign.pk, door.read_seats(campaign.pk).ids, undos)
    checkpoints, taken = Checkpoints(campaign, ruleset, undone(undos)), taken_by(undos)
    state = ruleset.initial()
    entries = (records.read_events(ruleset, body) for body in chain.bodies)
    for span in walk(campaign.pk, ruleset, entries, taken):
        for difference in work.take(span):
            yield _finding(campaign, "projection", f"{difference.table} of {difference.group}")
        if checkpoints.differs(span):
            yield _finding(campaign, "checkpoint", "not what was known then", span.last_seq)
        state = span.after
    for difference in work.finish():
        yield _finding(campaign, "projection", f"{difference.table} of {difference.group}")
    yield from _audit_current(campaign, ruleset, state)
    for broken in ruleset.audit(state):
        yield _finding(campaign, "invariant", broken)


def _audit_current(campaign: Campaign, ruleset: Ruleset[Any], state: Any) -> Iterator[Finding]:
    """A missing snapshot and one of another schema are no fault: they are folded anew."""
    kept = CurrentState.objects.filter(campaign=campaign).first()
    if kept is None or kept.schema != ruleset.schema:
        return
    if kept.seq != campaign.version or kept.state != ruleset.codec.encode(state).decode():
        yield _finding(campaign, "state", f"the snapshot after {kept.seq} is not the folded ledger")


def _finding(campaign: Campaign, code: str, detail: str, seq: int | None = None) -> Finding:
    return Finding(campaign_id=campaign.pk, code=code, detail=detail, seq=seq)
