"""Webhooks by program. Their addresses let one write there: no answer about them is kept anywhere."""

from __future__ import annotations

from typing import Any, cast
from uuid import UUID

from django.urls import reverse
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from campaigns.access import Entrance, enter
from campaigns.api import documented
from campaigns.api.paging import page
from campaigns.api.reading import NewWebhook, WebhookChanges, body, read
from campaigns.api.refusals import unless_refused
from campaigns.api.shapes import DeliveryAnswer, WebhookAnswer, WebhookForm
from campaigns.localising import Plain, language, localised
from deliveries.models import Webhook
from deliveries.webhooks import managing
from deliveries.webhooks.managing import Changes, Wanted
from deliveries.webhooks.telling import Told, told
from rules.kernel.text import Language


class Unkept(APIView):
    """Answers that no cache keeps."""

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        answer = super().finalize_response(request, response, *args, **kwargs)
        answer["Cache-Control"] = "private, no-store"
        return answer


class Webhooks(Unkept):
    @documented.list_webhooks
    def get(self, request: Request, campaign_id: UUID) -> Response:
        return page(request, unless_refused(managing.webhooks(enter(request.user, campaign_id))), plain)

    @documented.add_webhook
    def post(self, request: Request, campaign_id: UUID) -> Response:
        entrance = gate(request, campaign_id)
        wanted = read(body(request), NewWebhook)
        made = unless_refused(
            managing.add(
                entrance,
                Wanted(
                    name=wanted.name,
                    url=wanted.url,
                    form=wanted.form,
                    language=wanted.language or language(),
                    kinds=wanted.kinds,
                ),
            )
        )
        address = reverse("api-webhook", args=[campaign_id, made.pk])
        return Response(plain(made, made.secret), status.HTTP_201_CREATED, headers={"Location": address})


class OneWebhook(Unkept):
    @documented.read_webhook
    def get(self, request: Request, campaign_id: UUID, webhook: UUID) -> Response:
        return Response(plain(unless_refused(managing.webhook_of(enter(request.user, campaign_id), webhook))))

    @documented.change_webhook
    def patch(self, request: Request, campaign_id: UUID, webhook: UUID) -> Response:
        entrance = gate(request, campaign_id)
        unless_refused(managing.webhook_of(entrance, webhook))
        wanted = read(body(request), WebhookChanges)
        outcome = managing.change(entrance, webhook, changes_of(wanted), on=wanted.on)
        return Response(plain(unless_refused(outcome)))

    @documented.delete_webhook
    def delete(self, request: Request, campaign_id: UUID, webhook: UUID) -> Response:
        unless_refused(managing.delete(enter(request.user, campaign_id), webhook))
        return Response(status=status.HTTP_204_NO_CONTENT)


class Secret(Unkept):
    @documented.roll_secret
    def post(self, request: Request, campaign_id: UUID, webhook: UUID) -> Response:
        found = unless_refused(managing.roll_secret(enter(request.user, campaign_id), webhook))
        return Response(plain(found, found.secret), status.HTTP_201_CREATED)


class Test(Unkept):
    @documented.try_webhook
    def post(self, request: Request, campaign_id: UUID, webhook: UUID) -> Response:
        sent = unless_refused(managing.try_out(enter(request.user, campaign_id), webhook))
        return Response(delivery_plain(*told([sent])), status.HTTP_202_ACCEPTED)


class Deliveries(Unkept):
    @documented.list_deliveries
    def get(self, request: Request, campaign_id: UUID, webhook: UUID) -> Response:
        found = unless_refused(managing.deliveries(enter(request.user, campaign_id), webhook))
        return page(request, told(list(found)), delivery_plain)


class Resending(Unkept):
    @documented.resend
    def post(self, request: Request, campaign_id: UUID, webhook: UUID, delivery: UUID) -> Response:
        entrance = enter(request.user, campaign_id)
        sent = unless_refused(managing.resend(entrance, webhook, delivery))
        return Response(delivery_plain(*told([sent])), status.HTTP_202_ACCEPTED)


def gate(request: Request, campaign_id: UUID) -> Entrance:
    """Who may not is told so before anything that was sent is read."""
    entrance = enter(request.user, campaign_id)
    unless_refused(managing.webhooks(entrance))
    return entrance


def changes_of(wanted: WebhookChanges) -> Changes:
    given = {name: getattr(wanted, name) for name in Changes.__annotations__}
    return cast(Changes, {name: value for name, value in given.items() if value is not None})


def plain(webhook: Webhook, secret: str | None = None) -> Plain:
    answer = WebhookAnswer(
        id=webhook.pk,
        name=webhook.name,
        url=webhook.url,
        form=cast(WebhookForm, webhook.form),
        language=cast(Language, webhook.language),
        kinds=webhook.chosen,
        on=webhook.paused_at is None,
        failing=webhook.is_failing,
        failures=webhook.failures,
        created_at=webhook.created_at,
        secret=secret,
    )
    found: Plain = localised(answer)
    return found


def delivery_plain(one: Told) -> Plain:
    delivery = one.delivery
    answer = DeliveryAnswer(
        id=delivery.pk,
        seq=delivery.seq,
        kind=delivery.kind,
        state=one.state,
        created_at=delivery.created_at,
        attempts=delivery.attempts,
        status=delivery.status,
        error=one.error,
        next_at=one.next_at,
        delivered_at=delivery.delivered_at,
        body=delivery.body,
    )
    found: Plain = localised(answer)
    return found
