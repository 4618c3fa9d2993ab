"""Where news of a campaign goes, and what became of each message."""

from __future__ import annotations

import uuid
from collections.abc import Collection
from urllib.parse import urlsplit

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models import ONE_LINE, Campaign, Seat
from deliveries.notices.models import Digest, Notice, Watch, Wish
from deliveries.schedules.models import Occurrence, Schedule

__all__ = ["Delivery", "Digest", "Form", "Notice", "Occurrence", "Schedule", "Watch", "Webhook", "Wish"]


class Form(models.TextChoices):
    JSON = "json", _("JSON, signed")
    DISCORD = "discord", _("A message for Discord")


class Webhook(models.Model):
    """An address that is told what everybody at the table may see. `kinds` of acts, separated by spaces; empty: all.

    `failures` in a row; from `paused_at` on nothing is sent until somebody turns it on again.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="webhooks")
    name = models.CharField(_("name"), max_length=60, validators=[ONE_LINE])
    url = models.CharField(_("address"), max_length=500)
    form = models.CharField(_("form"), max_length=10, choices=Form.choices, default=Form.JSON)
    language = models.CharField(_("language"), max_length=5)
    kinds = models.TextField(blank=True, default="")
    secret = models.CharField(max_length=80)
    created_by = models.ForeignKey(Seat, models.CASCADE, related_name="+")  # seats go with the campaign only
    created_at = models.DateTimeField(default=timezone.now)
    failures = models.PositiveIntegerField(default=0)
    paused_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["created_at"]

    def __str__(self) -> str:
        return self.name

    @property
    def host(self) -> str:
        """Of its address what may be read over somebody's shoulder."""
        return urlsplit(self.url).netloc

    @property
    def is_failing(self) -> bool:
        """Turned off because nothing arrived; who turns it off by hand starts counting anew."""
        return self.paused_at is not None and self.failures > 0

    @property
    def chosen(self) -> tuple[str, ...]:
        return tuple(self.kinds.split())

    def wants(self, kinds: Collection[str]) -> bool:
        """Whether an act of one of these kinds is of interest."""
        return not self.kinds or not set(self.chosen).isdisjoint(kinds)


class Delivery(models.Model):
    """One message to one address: what was said, and the last answer. `seq` 0 is a test message."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=60)
    body = models.TextField()
    created_at = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveIntegerField(default=0)
    status = models.PositiveIntegerField(default=0)
    error = models.CharField(max_length=300, blank=True, default="")
    delivered_at = models.DateTimeField(null=True, blank=True)
    gave_up_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]
        indexes = [models.Index(fields=["webhook", "-created_at"], name="delivery_newest")]

    def __str__(self) -> str:
        return f"{self.webhook_id} {self.seq}"

    @property
    def is_trial(self) -> bool:
        return self.seq == 0
