"""What game masters do with webhooks, and what the jobs then do."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import time_machine
from django.utils import timezone

from deliveries.models import Delivery, Webhook
from jobs import running
from tests.api.game import Game


def tells(game: Game, url: str, **fields: Any) -> Webhook:
    """A webhook of the game's, made by its game master."""
    answer = game.gm.post(game.at("webhooks/"), {"name": "Channel", "url": url, "language": "en"} | fields)
    assert answer.status_code == 201, answer.content
    return Webhook.objects.get(pk=answer.json()["id"])


def delivers() -> int:
    """Whatever is due now, and what comes of it."""
    return running.run_due()


def later(**span: float) -> time_machine.travel:
    return time_machine.travel(timezone.now() + timedelta(**span), tick=False)


def delivery(webhook: Webhook) -> Delivery:
    return Delivery.objects.get(webhook=webhook)
