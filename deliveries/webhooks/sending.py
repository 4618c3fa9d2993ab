"""From an entry to a delivery for each address that wants it, and from there out."""

from __future__ import annotations

import time
import uuid

import urllib3
from django.db.models import F
from django.utils import timezone

from deliveries.entries import HEARERS, News
from deliveries.models import Delivery, Webhook
from deliveries.webhooks.guard import ForbiddenError
from deliveries.webhooks.messages import is_telling, message, signature
from deliveries.webhooks.posting import Answer, post
from jobs import kinds
from jobs.kinds import Kind, Retry
from jobs.models import WAITING, Job
from jobs.queue import leave
from jobs.running import AgainError, GiveUpError, Run
from jobs.transactions import writing

KIND = "webhook"
KEPT = 100
"""Deliveries of an address that can be looked at and sent again."""
MOST_FAILURES = 50
"""Messages given up in a row after which an address is told nothing more."""
AGENT = "Questkeep"


def register() -> None:
    kinds.register(Kind(KIND, send, Retry(attempts=10, first=5, longest=3600), lease=120))
    HEARERS.append(hear)


def hear(news: News) -> None:
    """A delivery, and its job, for each address that wants this kind of act."""
    hooks = [hook for hook in Webhook.objects.filter(campaign=news.campaign) if hook.wants(news.body.kind)]
    if not hooks or not is_telling(news):
        return
    for hook in hooks:
        known = uuid.uuid5(hook.pk, str(news.seq))
        if Delivery.objects.filter(pk=known).exists():
            continue
        body = message(hook, known, news)
        queue(Delivery(id=known, webhook=hook, seq=news.seq, kind=news.body.kind, body=body))


def queue(delivery: Delivery) -> None:
    """Kept, and on its way; the oldest of the address are forgotten."""
    delivery.save(force_insert=True)
    old = Delivery.objects.filter(webhook=delivery.webhook).values_list("pk", flat=True)[KEPT:]
    Delivery.objects.filter(pk__in=list(old)).delete()
    leave(
        KIND,
        f"{KIND} {delivery.pk}",
        {"delivery": str(delivery.pk)},
        subject=str(delivery.webhook.campaign_id),
    )


def send_again(delivery: Delivery) -> None:
    """The very same message once more."""
    fresh = {"attempts": 0, "status": 0, "error": "", "delivered_at": None, "gave_up_at": None}
    with writing():
        Delivery.objects.filter(pk=delivery.pk).update(**fresh)
        Job.objects.filter(key=f"{KIND} {delivery.pk}").exclude(WAITING).delete()
        leave(
            KIND,
            f"{KIND} {delivery.pk}",
            {"delivery": str(delivery.pk)},
            subject=str(delivery.webhook.campaign_id),
        )


def send(run: Run) -> None:
    """One attempt. What it came to stands in the delivery; the job says whether there will be another."""
    delivery = Delivery.objects.select_related("webhook").filter(pk=run.arguments["delivery"]).first()
    if delivery is None or delivery.delivered_at or delivery.webhook.paused_at:
        return
    answer, error = _try(delivery)
    is_last = run.attempt >= run.kind.retry.attempts
    gives_up = not answer.is_taken and (is_last or error is not None or answer.is_final)
    _note(delivery, answer, run.attempt, gives_up=gives_up)
    if answer.is_taken:
        return
    if gives_up:
        raise GiveUpError(answer.text)
    raise AgainError(f"{answer.status} {answer.text}"[:200], answer.wait)


def _try(delivery: Delivery) -> tuple[Answer, ForbiddenError | None]:
    """The answer; status 0 where there was none. An address that is none to send to is not tried again."""
    moment, hook = int(time.time()), delivery.webhook
    headers = {
        "Content-Type": "application/json",
        "User-Agent": AGENT,
        "Questkeep-Delivery": str(delivery.pk),
        "Questkeep-Signature": signature(hook.secret, moment, delivery.body),
    }
    try:
        return post(hook.url, delivery.body, headers), None
    except ForbiddenError as error:
        return Answer(0, error.message.en), error
    except (OSError, urllib3.exceptions.HTTPError) as error:
        return Answer(0, type(error).__name__), None


def _note(delivery: Delivery, answer: Answer, attempt: int, *, gives_up: bool) -> None:
    now = timezone.now()
    what = {
        "attempts": attempt,
        "status": answer.status,
        "error": "" if answer.is_taken else answer.text[:300],
    }
    hook = Webhook.objects.filter(pk=delivery.webhook_id)
    with writing():
        Delivery.objects.filter(pk=delivery.pk).update(
            **what, delivered_at=now if answer.is_taken else None, gave_up_at=now if gives_up else None
        )
        if answer.is_taken:
            hook.exclude(failures=0).update(failures=0)
        elif gives_up:
            hook.update(failures=F("failures") + 1)
            hook.filter(failures__gte=MOST_FAILURES).update(paused_at=now)
