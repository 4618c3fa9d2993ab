"""The webhooks of a campaign: made, changed, tried and turned off by whoever may settle the campaign.

Whether somebody may is asked again behind the campaign's lock. An address is looked up before: that may take its time.
"""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, TypedDict
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from campaigns import answers, people
from campaigns.access import Entrance
from campaigns.answers import Refusal, unprocessable
from campaigns.models import Campaign, Seat
from campaigns.samples import limits
from deliveries.models import Delivery, Webhook
from deliveries.webhooks import sending
from deliveries.webhooks.guard import FORBIDDEN, UNKNOWN_NAME, ForbiddenError, check
from deliveries.webhooks.messages import trial
from jobs.models import Job
from jobs.transactions import writing
from rules.kernel.messages import kind_of
from rules.kernel.ruleset import Ruleset
from rules.kernel.text import Language, Text

MOST = 10
"""Webhooks of a campaign."""
TRIAL = "test"
"""The kind of a test message, which is about no act."""

NO_WEBHOOK = Refusal(
    status=404, code="not_found", message=Text("Ce webhook n’existe pas.", "There is no such webhook.")
)
NO_DELIVERY = Refusal(
    status=404, code="not_found", message=Text("Cet envoi n’existe pas.", "There is no such delivery.")
)
TOO_MANY = Text("Pas plus de {most} webhooks par campagne.", "At most {most} webhooks in a campaign.")
UNKNOWN_KIND = Text("Ce jeu n’a pas d’acte « {kind} ».", "This game has no act “{kind}”.")
ON_ITS_WAY = Text(
    "Un message d’essai est déjà en route : attendez sa réponse.",
    "A test message is on its way already: wait for its answer.",
)
TURNED_OFF = Text("Ce webhook est inactif : activez-le d’abord.", "This webhook is off: turn it on first.")
HELLO = Text("Ceci est un message d’essai de Questkeep.", "This is a test message from Questkeep.")


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """A webhook as it is to be; name, form and language come validated. No `kinds`: all acts."""

    name: str
    url: str
    form: str
    language: str
    kinds: tuple[str, ...] = ()


def webhooks(entrance: Entrance) -> QuerySet[Webhook] | Refusal:
    if not people.may_settle(entrance):
        return answers.FORBIDDEN
    return Webhook.objects.filter(campaign=entrance.campaign)


def webhook_of(entrance: Entrance, webhook_id: UUID) -> Webhook | Refusal:
    """Who may not settle the campaign does not learn whether there is one."""
    found = webhooks(entrance)
    if isinstance(found, Refusal):
        return found
    return found.filter(pk=webhook_id).first() or NO_WEBHOOK


def wanted_of(webhook: Webhook) -> Wanted:
    return Wanted(
        name=webhook.name,
        url=webhook.url,
        form=webhook.form,
        language=webhook.language,
        kinds=webhook.chosen,
    )


def add(entrance: Entrance, wanted: Wanted) -> Webhook | Refusal:
    """A new one, turned on. Its secret is in it: the one moment at which a person is shown it."""
    if wrong := _refusal(entrance) or limits.refused(entrance):
        return wrong
    if wrong := _wrong_kinds(entrance, wanted.kinds) or _wrong_url(wanted.url):
        return wrong
    with _settling(entrance) as refusal:
        if refusal:
            return refusal
        if Webhook.objects.filter(campaign=entrance.campaign).count() >= MOST:
            return unprocessable("too_many", TOO_MANY(most=MOST), most=MOST)
        made = Webhook(campaign=entrance.campaign, created_by=entrance.seat, secret=_new_secret())
        _fill(made, wanted)
        made.save(force_insert=True)
    return made


class Changes(TypedDict, total=False):
    """What is left out stays as it is."""

    name: str
    url: str
    form: str
    language: str
    kinds: tuple[str, ...]


def change(
    entrance: Entrance, webhook_id: UUID, changes: Changes, *, on: bool | None = None
) -> Webhook | Refusal:
    """As it is to be from now on. What waits to be sent goes to the address it has by then."""
    before = webhook_of(entrance, webhook_id)
    if isinstance(before, Refusal):
        return before
    kinds = set(changes.get("kinds", ())) - set(before.chosen)  # what a newer rulebook no longer has may stay
    url = changes.get("url", before.url).strip()
    if wrong := _wrong_kinds(entrance, kinds) or (_wrong_url(url) if url != before.url else None):
        return wrong
    with _opened(entrance, webhook_id) as webhook:
        if isinstance(webhook, Refusal):
            return webhook
        wanted = replace(wanted_of(webhook), **changes)
        _fill(webhook, wanted)
        webhook.save(update_fields=list(Wanted.__dataclass_fields__))
        _turn(webhook, on)
    return webhook


def turn(entrance: Entrance, webhook_id: UUID, *, on: bool) -> Webhook | Refusal:
    """What happens while it is off is not told later."""
    with _opened(entrance, webhook_id) as webhook:
        if not isinstance(webhook, Refusal):
            _turn(webhook, on)
        return webhook


def roll_secret(entrance: Entrance, webhook_id: UUID) -> Webhook | Refusal:
    """The old one no longer signs anything from this moment on."""
    with _opened(entrance, webhook_id) as webhook:
        if not isinstance(webhook, Refusal):
            webhook.secret = _new_secret()
            webhook.save(update_fields=["secret"])
        return webhook


def delete(entrance: Entrance, webhook_id: UUID) -> Refusal | None:
    """With its log, and with what waits to be sent."""
    with _opened(entrance, webhook_id) as webhook:
        if isinstance(webhook, Refusal):
            return webhook
        deliveries = webhook.deliveries.values_list("pk", flat=True)
        Job.objects.filter(key__in=list(map(sending.key_of, deliveries))).delete()
        webhook.delete()
    return None


def try_out(entrance: Entrance, webhook_id: UUID) -> Delivery | Refusal:
    """A message that tells nothing, sent once; also to one that is off."""
    with _opened(entrance, webhook_id) as webhook:
        if isinstance(webhook, Refusal):
            return webhook
        under_way = webhook.deliveries.filter(seq=0, delivered_at=None, gave_up_at=None)
        if under_way.exists():
            return unprocessable("on_its_way", ON_ITS_WAY)
        known = uuid.uuid4()
        language: Language = "fr" if webhook.language == "fr" else "en"
        body = trial(webhook, known, HELLO.in_(language))
        delivery = Delivery(id=known, webhook=webhook, seq=0, kind=TRIAL, body=body)
        sending.queue(delivery)
    return delivery


def deliveries(entrance: Entrance, webhook_id: UUID) -> QuerySet[Delivery] | Refusal:
    """What was said there, the newest first."""
    webhook = webhook_of(entrance, webhook_id)
    return webhook if isinstance(webhook, Refusal) else Delivery.objects.filter(webhook=webhook)


def resend(entrance: Entrance, webhook_id: UUID, delivery_id: UUID) -> Delivery | Refusal:
    """The very same message once more, by the same number."""
    with _opened(entrance, webhook_id) as webhook:
        if isinstance(webhook, Refusal):
            return webhook
        delivery = Delivery.objects.select_related("webhook").filter(webhook=webhook, pk=delivery_id).first()
        if delivery is None:
            return NO_DELIVERY
        if webhook.paused_at and not delivery.is_trial:
            return unprocessable("turned_off", TURNED_OFF)
        sending.send_again(delivery)
        delivery.refresh_from_db()
    return delivery


def kinds_of(ruleset: Ruleset[Any]) -> list[tuple[str, Text]]:
    """The acts of a game that may be chosen, with their labels."""
    return [(kind_of(command), command.label) for command in ruleset.commands]


def _refusal(entrance: Entrance) -> Refusal | None:
    return None if people.may_settle(entrance) else answers.FORBIDDEN


@contextmanager
def _settling(entrance: Entrance) -> Iterator[Refusal | None]:
    """Behind the campaign's lock: whether the person still may."""
    with writing():
        list(
            Campaign.objects.select_for_update(no_key=True).filter(pk=entrance.campaign.pk).values_list("pk")
        )
        sits = Seat.objects.filter(pk=entrance.seat.pk, removed_at=None, campaign__deleted_at=None).first()
        yield _refusal(replace(entrance, seat=sits)) if sits else answers.NOT_FOUND


@contextmanager
def _opened(entrance: Entrance, webhook_id: UUID) -> Iterator[Webhook | Refusal]:
    """The webhook as it is now, to be changed."""
    with _settling(entrance) as refusal:
        yield refusal or webhook_of(entrance, webhook_id)


def _fill(webhook: Webhook, wanted: Wanted) -> None:
    webhook.name, webhook.url = wanted.name.strip(), wanted.url.strip()
    webhook.form, webhook.language = wanted.form, wanted.language
    webhook.kinds = " ".join(dict.fromkeys(wanted.kinds))


def _turn(webhook: Webhook, on: bool | None) -> None:
    """One that is on, or off, stays as it is."""
    if on is None or on == (webhook.paused_at is None):
        return
    webhook.paused_at = None if on else timezone.now()
    webhook.failures = 0
    webhook.save(update_fields=["paused_at", "failures"])


def _wrong_kinds(entrance: Entrance, kinds: Collection[str]) -> Refusal | None:
    known = {kind for kind, _label in kinds_of(entrance.ruleset)}
    strange = next((kind for kind in kinds if kind not in known), None)
    if strange is None:
        return None
    shown = strange[:60]
    return unprocessable("unknown_kind", UNKNOWN_KIND(kind=shown), field="kinds", kind=shown)


def _wrong_url(url: str) -> Refusal | None:
    """Of an inner network it says no more than that it is one, whatever is there."""
    try:
        check(url.strip())
    except ForbiddenError as error:
        return unprocessable(error.code, FORBIDDEN[error.code], field="url")
    except OSError:
        return unprocessable("unknown_name", UNKNOWN_NAME, field="url")
    return None


def _new_secret() -> str:
    return f"whsec_{secrets.token_urlsafe(32)}"
