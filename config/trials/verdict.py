"""What is true in the end, whatever was killed: compared with what was answered, heard and told."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Iterator, Sequence

from django.db.models import QuerySet

from campaigns import records
from campaigns.audit import audit_campaign, audit_database
from campaigns.models import Campaign, Entry
from config.trials.acting import Intent, Log
from config.trials.listening import Listener
from config.trials.receiving import Receiver
from config.trials.tables import Laid
from deliveries.entries import News
from deliveries.models import Webhook
from deliveries.webhooks.messages import is_telling
from jobs.models import WAITING, Job

MOST = 10
"""Of one kind are named; the rest is counted."""
LOOK = 0.5


def of_tables(tables: Sequence[Laid]) -> QuerySet[Job]:
    return Job.objects.filter(subject__in=[table.id for table in tables])


def drained(tables: Sequence[Laid], patience: float, say: Callable[[str], None]) -> float | None:
    """Seconds until no job about them waits any more; None where one still does."""
    begun = said = time.monotonic()
    while (waiting := of_tables(tables).filter(WAITING).count()) and time.monotonic() < begun + patience:
        if time.monotonic() > said + 5:
            said = time.monotonic()
            say(f"{waiting} jobs are waiting")
        time.sleep(LOOK)
    return None if waiting else time.monotonic() - begun


def of_jobs(tables: Sequence[Laid]) -> Iterator[str]:
    for job in of_tables(tables).filter(WAITING)[:MOST]:
        yield f"job {job.key} is still {job.state} after {job.attempts} attempts: {job.error}"
    for job in of_tables(tables).filter(gave_up_at__isnull=False)[:MOST]:
        yield f"job {job.key} was given up: {job.error}"


def of_ledgers(tables: Sequence[Laid], log: Log) -> Iterator[str]:
    """Every acknowledged act once, what was refused never, what nobody heard of at most once."""
    by_campaign: dict[str, list[Intent]] = {}
    for intent in log.intents:
        by_campaign.setdefault(intent.person.campaign, []).append(intent)
    for table in tables:
        yield from _of_ledger(table, by_campaign.get(table.id, []))
    for finding in audit_database():
        yield str(finding)


def _of_ledger(table: Laid, intents: list[Intent]) -> Iterator[str]:
    new = Entry.objects.filter(campaign_id=table.id, seq__gt=table.version).order_by("seq")
    rows = list(new.values_list("seq", "seat_key", "idempotency_key", "act_id"))
    if [row[0] for row in rows] != list(range(table.version + 1, table.version + 1 + len(rows))):
        yield f"campaign {table.id}: acts do not follow one another"
    written: dict[tuple[str, str], list[tuple[int, str]]] = {}
    for seq, seat, key, act_id in rows:
        written.setdefault((seat, key), []).append((seq, act_id))
    for intent in intents:
        found = written.pop((intent.person.seat, intent.key), [])
        yield from _of_intent(table, intent, found)
    for (seat, key), found in written.items():
        yield f"campaign {table.id}: {found} of {seat} was sent by nobody (key {key})"
    for finding in audit_campaign(uuid.UUID(table.id)):
        yield str(finding)


def _of_intent(table: Laid, intent: Intent, found: list[tuple[int, str]]) -> Iterator[str]:
    what = f"campaign {table.id}: {intent.body or intent.path}"
    if intent.seq and found != [(intent.seq, intent.act_id)]:
        yield f"{what} was acknowledged as {intent.seq}, and the ledger has {found}"
    if intent.refused and found:
        yield f"{what} was refused ({intent.refused}), and the ledger has {found}"
    if len(found) > 1:
        yield f"{what} is in the ledger {len(found)} times"


def versions(tables: Sequence[Laid]) -> dict[str, int]:
    rows = Campaign.objects.filter(pk__in=[table.id for table in tables])
    return {str(pk): version for pk, version in rows.values_list("pk", "version")}


def of_streams(
    tables: Sequence[Laid], listeners: dict[str, list[Listener]], ends: dict[str, int]
) -> Iterator[str]:
    """Every act, in order, none missed, none twice."""
    for table in tables:
        wanted = list(range(table.version + 1, ends[table.id] + 1))
        for listener in listeners.get(table.id, []):
            yield from listener.faults
            missed, extra = set(wanted) - set(listener.seen), len(listener.seen) - len(set(listener.seen))
            if listener.seen != wanted:
                yield (
                    f"a stream of campaign {table.id} saw {len(listener.seen)} of {len(wanted)} acts:"
                    f" missed {sorted(missed)[:MOST]}, {extra} twice, in order: {listener.seen == sorted(listener.seen)}"
                )


def of_webhooks(tables: Sequence[Laid], receiver: Receiver) -> Iterator[str]:
    """Every act of which everybody may see something was told, by one number and with one body however often."""
    wanted: set[str] = set()
    for hook in Webhook.objects.filter(campaign__in=[table.id for table in tables]).select_related(
        "campaign"
    ):
        start = next(table.version for table in tables if table.id == str(hook.campaign_id))
        for text in Entry.objects.filter(campaign=hook.campaign, seq__gt=start).values_list(
            "body", flat=True
        ):
            news = News(hook.campaign, records.decode_body(text))
            if is_telling(news):
                wanted.add(str(uuid.uuid5(hook.pk, str(news.seq))))
    told = set(receiver.told)
    if wanted - told:
        yield f"{len(wanted - told)} of {len(wanted)} acts never reached their webhook"
    if told - wanted:
        yield f"{len(told - wanted)} messages reached a webhook that are about no act"
    if receiver.differing:
        yield f"{len(receiver.differing)} messages came again with another body"
