"""From an entry to a delivery for each address that wants it, and from there out."""

from __future__ import annotations

import json
import uuid
from datetime import timedelta

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Greatest

from deliveries.entries import HEARERS, News
from deliveries.models import Delivery, Webhook
from deliveries.webhooks.guard import ForbiddenError
from deliveries.webhooks.messages import is_telling, kinds_of, message, signature
from deliveries.webhooks.posting import Answer, post
from jobs import clock, kinds, running
from jobs.kinds import Kind, Retry
from jobs.models import WAITING, Job
from jobs.queue import leave
from jobs.running import AgainError, GiveUpError, Run
from jobs.transactions import writing

KIND = "webhook"
KEPT = 100
"""Deliveries of an address that can be looked at and sent again; what is still on its way is kept beside."""
MOST_FAILURES = 20
"""Messages given up in a row after which an address is told nothing more."""
AGENT = "Questkeep"
ENDED = Q(delivered_at__isnull=False) | Q(gave_up_at__isnull=False)


def register() -> None:
    kinds.register(Kind(KIND, send, Retry(attempts=10, first=5, longest=3600), lease=60))
    HEARERS.append(hear)
    running.at_giving_up(give_up)


def hear(news: News) -> None:
    """A delivery, and its job, for each address that wants this kind of act."""
    hooks = list(Webhook.objects.filter(campaign=news.campaign, paused_at=None))
    if not hooks or not is_telling(news):
        return
    told = kinds_of(news)
    for hook in hooks:
        known = uuid.uuid5(hook.pk, str(news.seq))
        if hook.wants(told) and not Delivery.objects.filter(pk=known).exists():
            body = message(hook, known, news)
            queue(Delivery(id=known, webhook=hook, seq=news.seq, kind=news.body.kind, body=body))


def queue(delivery: Delivery) -> None:
    """Kept, and on its way; the oldest of the address are forgotten."""
    delivery.save(force_insert=True)
    ended = Delivery.objects.filter(ENDED, webhook=delivery.webhook_id)
    old = list(ended.values_list("pk", flat=True)[KEPT:])
    Delivery.objects.filter(pk__in=old).delete()
    Job.objects.filter(key__in=map(key_of, old)).delete()
    _leave(delivery)


def key_of(delivery_id: uuid.UUID) -> str:
    """Of the job that sends it."""
    return f"{KIND} {delivery_id}"


def _leave(delivery: Delivery) -> None:
    about = str(delivery.webhook.campaign_id)
    leave(KIND, key_of(delivery.pk), {"delivery": str(delivery.pk)}, subject=about)


def send_again(delivery: Delivery) -> None:
    """The very same message once more, now; where a worker is at it this moment, that is the once more."""
    fresh = {"attempts": 0, "status": 0, "error": "", "delivered_at": None, "gave_up_at": None}
    with writing():
        Delivery.objects.filter(pk=delivery.pk).update(**fresh)
        _free(Job.objects.filter(key=key_of(delivery.pk))).delete()
        _leave(delivery)


def _free(jobs: QuerySet[Job]) -> QuerySet[Job]:
    return jobs.exclude(WAITING, claimed_until__gt=clock.now())


def send(run: Run) -> None:
    """One attempt. What it came to stands in the delivery; the job says whether there will be another."""
    rows = Delivery.objects.select_related("webhook__campaign")
    delivery = rows.filter(pk=run.arguments["delivery"], delivered_at=None).first()
    if delivery is None:
        return
    if silenced := _silenced(delivery):
        _note(delivery, Answer(0, silenced), gives_up=True, is_tried=False)
        return
    answer, is_forbidden = _try(delivery)
    is_last = delivery.is_trial or run.attempt >= run.kind.retry.attempts
    gives_up = not answer.is_taken and (is_last or is_forbidden or answer.is_final)
    _note(delivery, answer, gives_up=gives_up)
    if answer.is_taken or delivery.is_trial:  # whoever tries it looks at the log
        return
    said = f"{answer.status} {answer.text}".strip()
    if gives_up:
        raise GiveUpError(said)
    retry = run.kind.retry
    wait = retry.wait(run.attempt).total_seconds() if answer.wait is None else answer.wait
    _hold(delivery, min(wait, retry.longest), run.attempt if answer.wait is None else 0)
    raise AgainError(said, wait)


def give_up(job: Job) -> None:
    """One that ran into errors of ours, or died with its workers, is on its way no more: its log says so."""
    if job.kind == KIND:
        waiting = Delivery.objects.filter(
            pk=json.loads(job.arguments)["delivery"], delivered_at=None, gave_up_at=None
        )
        waiting.update(gave_up_at=clock.now(), error="failed_here")


def _silenced(delivery: Delivery) -> str:
    """Why nothing is to be sent there any more. A test is sent to an address that is turned off too."""
    if delivery.webhook.campaign.deleted_at:
        return "campaign_deleted"
    return "turned_off" if delivery.webhook.paused_at and not delivery.is_trial else ""


def _try(delivery: Delivery) -> tuple[Answer, bool]:
    """The answer, and whether the address is one that nothing is ever sent to."""
    moment, hook = int(clock.now().timestamp()), delivery.webhook
    headers = {
        "Content-Type": "application/json",
        "User-Agent": AGENT,
        "Questkeep-Delivery": str(delivery.pk),
        "Questkeep-Signature": signature(hook.secret, moment, delivery.body),
    }
    try:
        return post(hook.url, delivery.body, headers), False
    except ForbiddenError as error:
        return Answer(0, error.code), True


def _note(delivery: Delivery, answer: Answer, *, gives_up: bool, is_tried: bool = True) -> None:
    """What came of it. A worker that comes late takes nothing back of what another one has delivered."""
    now = clock.now()
    what = {
        "attempts": F("attempts") + int(is_tried),
        "status": answer.status,
        "error": "" if answer.is_taken else answer.text[:300],
        "delivered_at": now if answer.is_taken else None,
        "gave_up_at": now if gives_up else None,
    }
    hook = Webhook.objects.filter(pk=delivery.webhook_id)
    with writing():
        if not Delivery.objects.filter(pk=delivery.pk, delivered_at=None).update(**what):
            return
        if answer.is_taken:
            hook.exclude(failures=0).update(failures=0)
        elif gives_up and is_tried and not delivery.is_trial:
            hook.filter(paused_at=None).update(failures=F("failures") + 1)
            hook.filter(paused_at=None, failures__gte=MOST_FAILURES).update(paused_at=now)


def _hold(delivery: Delivery, wait: float, attempts: int) -> None:
    """Whatever else waits for this address waits as long: it does not answer, or has asked us to.

    The rest counts as tried as often: a server that is down is given up for all that waits at once, not for one after the other.
    """
    others = Delivery.objects.filter(webhook=delivery.webhook_id, delivered_at=None, gave_up_at=None)
    keys = [key_of(pk) for pk in others.exclude(pk=delivery.pk).values_list("pk", flat=True)]
    then = clock.now() + timedelta(seconds=wait)
    with writing():
        waiting = _free(Job.objects.filter(WAITING, key__in=keys, due_at__lt=then))
        waiting.update(due_at=then, attempts=Greatest(F("attempts"), attempts))
