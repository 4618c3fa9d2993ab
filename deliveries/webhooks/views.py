"""The pages of the webhooks. Their addresses let one write there: no page about them is kept anywhere."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from campaigns import showing
from campaigns.access import Entrance
from campaigns.answers import Refusal
from campaigns.people_forms import refuse
from campaigns.people_views import seen_at, settled
from campaigns.showing import found, of_campaign, show_secret
from deliveries.models import Webhook
from deliveries.webhooks import managing
from deliveries.webhooks.forms import WebhookForm, initial
from deliveries.webhooks.telling import told

LOG = 20
"""Deliveries on a page."""


@of_campaign
@require_safe
def webhooks(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    entrance = settled(request, campaign_id)
    hooks = list(found(managing.webhooks(entrance)))
    context = {"webhooks": hooks, "may_add": len(hooks) < managing.MOST, "most": managing.MOST}
    return show_secret(request, entrance, "webhooks/webhooks.html", context)


@of_campaign
@require_safe
def new(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    entrance = settled(request, campaign_id)
    form = WebhookForm(entrance.ruleset, initial={"language": get_language()})
    return show_secret(request, entrance, "webhooks/new.html", {"form": form})


@of_campaign
@require_POST
def add(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """The only moment, but for a new one, at which the secret can be read."""
    entrance = settled(request, campaign_id)
    form = WebhookForm(entrance.ruleset, request.POST)
    made = managing.add(entrance, form.wanted) if form.is_valid() else None
    if isinstance(made, Refusal):
        refuse(form, made)
    if not isinstance(made, Webhook):
        return show_secret(request, entrance, "webhooks/new.html", {"form": form}, status=422)
    return page(request, entrance, made, 201, secret=made.secret)


@of_campaign
@require_safe
def webhook(request: HttpRequest, campaign_id: UUID, webhook: UUID) -> HttpResponse:
    entrance = settled(request, campaign_id)
    return page(request, entrance, found(managing.webhook_of(entrance, webhook)))


def page(
    request: HttpRequest,
    entrance: Entrance,
    webhook: Webhook,
    status: int = 200,
    *,
    form: WebhookForm | None = None,
    secret: str = "",
) -> HttpResponse:
    """One of them with its log; with a secret that is shown this once, or a form that was refused."""
    log = Paginator(found(managing.deliveries(entrance, webhook.pk)), LOG).get_page(request.GET.get("page"))
    labels = dict(managing.kinds_of(entrance.ruleset))
    context = {
        "webhook": webhook,
        "form": form or WebhookForm(entrance.ruleset, initial=initial(managing.wanted_of(webhook))),
        "secret": secret,
        "log": log,
        "deliveries": told(list(log.object_list), labels),
    }
    return show_secret(request, entrance, "webhooks/webhook.html", context, status=status)


def back(
    request: HttpRequest, entrance: Entrance, webhook_id: UUID, outcome: object, done: str
) -> HttpResponse:
    """On its page again: with what was refused, or with a word that it is done."""
    if isinstance(outcome, Refusal) and outcome.status == 422:
        request.refused = showing.Refused(refusal=outcome, url=request.path)  # type: ignore[attr-defined]
        return page(request, entrance, found(managing.webhook_of(entrance, webhook_id)), outcome.status)
    found(outcome)
    messages.success(request, done)
    return seen_at("webhook", entrance.campaign.id, webhook_id)


@of_campaign
@require_POST
def change(request: HttpRequest, campaign_id: UUID, webhook: UUID) -> HttpResponse:
    entrance = settled(request, campaign_id)
    before = found(managing.webhook_of(entrance, webhook))
    form = WebhookForm(entrance.ruleset, request.POST)
    outcome = managing.change(entrance, webhook, form.changes) if form.is_valid() else None
    if isinstance(outcome, Refusal) and outcome.errors:
        refuse(form, outcome)
    if form.errors:
        return page(request, entrance, before, 422, form=form)
    return back(request, entrance, webhook, outcome, _("Saved."))


@of_campaign
@require_POST
def turn(request: HttpRequest, campaign_id: UUID, webhook: UUID) -> HttpResponse:
    entrance, on = settled(request, campaign_id), request.POST.get("on") == "true"
    done = _("The webhook is on.") if on else _("The webhook is off.")
    return back(request, entrance, webhook, managing.turn(entrance, webhook, on=on), done)


@of_campaign
@require_POST
def test(request: HttpRequest, campaign_id: UUID, webhook: UUID) -> HttpResponse:
    entrance = settled(request, campaign_id)
    done = _("A test message is on its way: what becomes of it stands in the log.")
    return back(request, entrance, webhook, managing.try_out(entrance, webhook), done)


@of_campaign
@require_POST
def secret(request: HttpRequest, campaign_id: UUID, webhook: UUID) -> HttpResponse:
    entrance = settled(request, campaign_id)
    rolled = found(managing.roll_secret(entrance, webhook))
    return page(request, entrance, rolled, 201, secret=rolled.secret)


@of_campaign
@require_POST
def delete(request: HttpRequest, campaign_id: UUID, webhook: UUID) -> HttpResponse:
    entrance = settled(request, campaign_id)
    found(managing.delete(entrance, webhook) or True)
    messages.success(request, _("The webhook is deleted."))
    return seen_at("webhooks", campaign_id)


@of_campaign
@require_POST
def resend(request: HttpRequest, campaign_id: UUID, webhook: UUID, delivery: UUID) -> HttpResponse:
    entrance = settled(request, campaign_id)
    outcome = managing.resend(entrance, webhook, delivery)
    return back(request, entrance, webhook, outcome, _("The message is on its way once more."))
