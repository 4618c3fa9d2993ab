"""What an address is told of an act: what the history tells a spectator, as JSON or as a message for Discord."""

from __future__ import annotations

import hashlib
import hmac
import json
from typing import Any
from uuid import UUID

import msgspec
from django.db.models import Q
from django.utils import translation

from campaigns import ledger
from campaigns.api.past import history_answer
from campaigns.localising import localised
from campaigns.models import Entry, Seat
from deliveries.entries import News
from deliveries.models import Form, Webhook
from rules.kernel.offers import Viewer

ONLOOKER = Viewer("spectator")
LONGEST = 900
"""Of a sentence. Discord takes 2000 characters, and each of these may take two."""
WITHOUT_EMBEDS = 4
MARKS = str.maketrans({mark: f"\\{mark}" for mark in "\\*_~`|[]<>@#:"})


def message(webhook: Webhook, delivery: UUID, news: News) -> str:
    """The body; the same however often it is sent."""
    with translation.override(webhook.language):
        line = localised(history_answer(line_of(news)))
    if webhook.form == Form.DISCORD:
        return discord(news.campaign.name, line["sentence"])
    campaign = {"id": str(news.campaign.pk), "name": news.campaign.name}
    body = {"delivery": str(delivery), "campaign": campaign, "act": line}
    return msgspec.json.encode(body).decode()


def is_telling(news: News) -> bool:
    """Whether everybody may see something of it. An undo is told where the act that it takes back was."""
    record = news.record
    if not record.is_undo or record.undo.through:
        return record.is_undo or bool(record.visible(ONLOOKER))
    about = ledger.with_abouts(news.campaign.pk, news.ruleset, [record])
    return bool(about[record.undo.of].visible(ONLOOKER))


def kinds_of(news: News) -> set[str]:
    """What it is of interest to: its own kind; of an undo the kinds of the acts that it takes back or restores."""
    record = news.record
    if not record.is_undo:
        return {news.body.kind}
    undo, entries = record.undo, Entry.objects.filter(campaign=news.campaign)
    about = Q(seq__gte=undo.seq, seq__lt=news.seq) if undo.through else Q(seq__in=news.body.takes)
    return set(entries.filter(about | Q(seq=undo.of)).values_list("kind", flat=True).distinct())


def line_of(news: News) -> ledger.HistoryLine:
    names = dict(Seat.objects.filter(campaign=news.campaign).values_list("key", "name"))
    said = ledger.sentences_of(news.campaign.pk, news.ruleset, ONLOOKER, [news.record])[news.seq]
    return ledger.line(news.record, ONLOOKER, names, None, said)


def discord(campaign: str, sentence: str) -> str:
    """Nobody is called by it, no name in it is markup, and no address in it is shown as a picture."""
    content = f"**{campaign.translate(MARKS)}** — {sentence[:LONGEST].translate(MARKS)}"
    told = {"content": content, "allowed_mentions": {"parse": []}, "flags": WITHOUT_EMBEDS}
    return json.dumps(told, ensure_ascii=False)


def trial(webhook: Webhook, delivery: UUID, sentence: str) -> str:
    if webhook.form == Form.DISCORD:
        return discord(webhook.campaign.name, sentence)
    campaign = {"id": str(webhook.campaign_id), "name": webhook.campaign.name}
    body: dict[str, Any] = {"delivery": str(delivery), "campaign": campaign, "act": None, "test": sentence}
    return json.dumps(body, ensure_ascii=False)


def signature(secret: str, moment: int, body: str) -> str:
    """`t=<seconds>,v1=<HMAC-SHA256 of "<seconds>.<body>">`: who knows the secret can tell that it is ours, and of now."""
    digest = hmac.new(secret.encode(), f"{moment}.{body}".encode(), hashlib.sha256).hexdigest()
    return f"t={moment},v1={digest}"
