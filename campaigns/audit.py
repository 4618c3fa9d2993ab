"""Proof that the ledger is whole and that everything derived from it says the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec
from django.db import connection

from campaigns import door, records, snapshots, triggers
from campaigns.ledger import columns
from campaigns.models import Campaign, Checkpoint, CurrentState, Entry
from campaigns.reconciliation import Reconciliation
from campaigns.records import Body, Undos
from campaigns.spans import Span, walk
from rules.kernel.history import undone
from rules.kernel.registry import rulesets
from rules.kernel.ruleset import Ruleset

ATTEMPTS = 3


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


def audit_campaign(campaign_id: UUID) -> list[Finding]:
    """Everything wrong with one campaign. Nothing is locked: if somebody acts meanwhile, it begins again."""
    for _ in range(ATTEMPTS):
        campaign = Campaign.objects.get(pk=campaign_id)
        findings = list(_audit(campaign))
        if Campaign.objects.filter(pk=campaign_id, version=campaign.version).exists():
            return findings
    return [
        Finding(code="busy", detail="people act faster than this reads; try again", campaign_id=campaign_id)
    ]


def _audit(campaign: Campaign) -> Iterator[Finding]:
    broken = False
    for finding in _audit_entries(campaign):
        broken = broken or finding.code == "unreadable"
        yield finding
    ruleset = rulesets().get(campaign.ruleset)
    if ruleset is None:
        yield _finding(campaign, "ruleset_missing", campaign.ruleset)
    elif not broken:
        yield from _audit_meaning(campaign, ruleset)


def _audit_entries(campaign: Campaign) -> Iterator[Finding]:
    """The chain of hashes, the columns beside the bodies, the head."""
    seats = door.read_seats(campaign.pk).by_key
    previous, seq = "", 0
    for entry in records.rows(campaign.pk):
        seq += 1
        if entry.seq != seq:
            yield _finding(campaign, "gap", f"expected {seq}", entry.seq)
        if entry.previous_hash != previous or entry.hash != records.chain(previous, entry.body):
            yield _finding(
                campaign, "chain_broken", "the hash does not follow from what is before it", entry.seq
            )
        yield from _audit_columns(campaign, entry, set(seats))
        previous, seq = entry.hash, entry.seq
    if (campaign.version, campaign.head_hash) != (seq, previous):
        yield _finding(campaign, "head", f"the campaign is at {campaign.version}, its ledger at {seq}")


def _audit_columns(campaign: Campaign, entry: Entry, seats: set[str]) -> Iterator[Finding]:
    try:
        body = records.decode_body(entry.body)
    except msgspec.DecodeError as error:
        yield _finding(campaign, "unreadable", str(error), entry.seq)
        return
    odd = [name for name, value in columns(body).items() if getattr(entry, name) != value]
    if records.time_of(body) != entry.created_at:
        odd.append("created_at")
    if odd:
        yield _finding(campaign, "columns", f"not as in the body: {', '.join(odd)}", entry.seq)
    yield from _audit_seats(campaign, body, seats)


def _audit_seats(campaign: Campaign, body: Body, seats: set[str]) -> Iterator[Finding]:
    for key in {body.seat, body.on_behalf_of} - seats - {""}:
        yield _finding(campaign, "unreadable", f"no such seat: {key}", body.seq)


def _audit_meaning(campaign: Campaign, ruleset: Ruleset[Any]) -> Iterator[Finding]:
    """Fold everything again and compare. Whatever stops the fold is a finding, not the end of the audit."""
    try:
        yield from _refold(campaign, ruleset)
    except Exception as error:
        yield _finding(campaign, "unfoldable", f"{type(error).__name__}: {error}")


def _refold(campaign: Campaign, ruleset: Ruleset[Any]) -> Iterator[Finding]:
    undos = records.undos(campaign.pk, upto=campaign.version)
    work = Reconciliation(campaign.pk, door.read_seats(campaign.pk).ids, undos)
    state = ruleset.initial()
    entries = records.read(campaign.pk, ruleset, upto=campaign.version)
    for span in walk(campaign.pk, ruleset, entries, undone(undos)):
        for difference in work.take(span):
            yield _finding(campaign, "projection", f"{difference.table} of {difference.group}")
        yield from _audit_checkpoint(campaign, ruleset, span, undos)
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


def _audit_checkpoint(
    campaign: Campaign, ruleset: Ruleset[Any], span: Span, undos: Undos
) -> Iterator[Finding]:
    kept = Checkpoint.objects.filter(campaign=campaign, seq=span.last_seq, schema=ruleset.schema).first()
    if kept is None:
        return
    if snapshots.holds(kept.seq, undos):
        state = span.after
    else:
        state = snapshots.refold(campaign.pk, ruleset, kept.seq, from_the_start=True)
    if kept.state != ruleset.codec.encode(state).decode():
        yield _finding(campaign, "checkpoint", "not what was known then", kept.seq)


def _finding(campaign: Campaign, code: str, detail: str, seq: int | None = None) -> Finding:
    return Finding(campaign_id=campaign.pk, code=code, detail=detail, seq=seq)
