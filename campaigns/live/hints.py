"""After an act has been committed, whoever may be listening is told to look: in this process, and by Redis in others."""

from __future__ import annotations

import json
import logging
import time
from functools import cache, partial
from typing import Any
from uuid import UUID

import redis
from django.conf import settings
from django.db import transaction

from campaigns.live import hub
from campaigns.live.relay import CHANNEL

PATIENCE = 0.25
"""Seconds that an act may wait for Redis."""
PAUSE = 5.0
"""Seconds in which nothing is asked of a Redis that did not answer."""

log = logging.getLogger(__name__)
_silent_until = 0.0


def announce(campaign_id: UUID) -> None:
    """Once the transaction is committed: an act, or who may be there. A hint that is lost costs a moment, never an act."""
    transaction.on_commit(partial(tell, campaign_id), robust=True)


def tell(campaign_id: UUID) -> None:
    hub.hint(campaign_id)
    if settings.LIVE_REDIS_URL:
        publish({"campaign": str(campaign_id), "from": hub.process()})


def publish(message: dict[str, Any]) -> None:
    """To every process; never an error, and never a long wait."""
    global _silent_until  # noqa: PLW0603
    if time.monotonic() < _silent_until:
        return
    try:
        _redis().publish(CHANNEL, json.dumps(message))
    except redis.RedisError as error:
        _silent_until = time.monotonic() + PAUSE
        log.warning("no hint by Redis: %s", type(error).__name__)


@cache
def _redis() -> redis.Redis:
    return redis.Redis.from_url(
        settings.LIVE_REDIS_URL, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE, retry=None
    )
