"""Rows of the notices, and which of them somebody wants."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models import Campaign, Seat
from rules.kernel.text import Text


class Topic(models.TextChoices):
    """What a notice is about; the value is the API's."""

    DUE = "due", _("A hero has something to settle: a level, upkeep")
    QUEST = "quest", _("A quest is over")
    SESSION = "session", _("A session is coming up")
    SEAT = "seat", _("You were given a hero, a role or a campaign")
    SCHEDULE = "schedule", _("Something scheduled was refused")
    JOB = "job", _("Something could not be done and was given up")


MASTERS = (Topic.SCHEDULE, Topic.JOB)
"""What only who runs a table is told."""


class Notice(models.Model):
    """A line for one person, from one campaign. `key` says what it is about: told again it is there once."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="notices")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices")
    topic = models.CharField(max_length=10, choices=Topic.choices)
    key = models.CharField(max_length=200)
    fr = models.TextField()
    en = models.TextField()
    path = models.CharField(max_length=300)
    created_at = models.DateTimeField(default=timezone.now)
    read_at = models.DateTimeField(null=True, blank=True)
    mailed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "id"]
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="notice_once")]
        indexes = [
            models.Index(fields=["user", "-created_at"], name="notice_newest"),
            models.Index(fields=["user"], name="notice_unread", condition=Q(read_at=None)),
        ]

    def __str__(self) -> str:
        return self.en

    @property
    def text(self) -> Text:
        return Text(self.fr, self.en)


class Wish(models.Model):
    """What somebody wants to hear of at a seat; without a row: everything in the app, and no mail."""

    seat = models.OneToOneField(Seat, models.CASCADE, primary_key=True, related_name="wish")
    muted = models.CharField(max_length=100, blank=True, default="")
    mail = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.seat_id} {self.muted}"


class Digest(models.Model):
    """The daily mail of somebody who wants one: when it is due next, and the day of the last."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="digest"
    )
    due_at = models.DateTimeField(db_index=True)
    last_day = models.CharField(max_length=10, blank=True, default="")

    def __str__(self) -> str:
        return str(self.user_id)


class Watch(models.Model):
    """What the heroes of a campaign had to settle when it was last looked at, as JSON: `{hero: {words: …}}`."""

    campaign = models.OneToOneField(Campaign, models.CASCADE, primary_key=True, related_name="+")
    seq = models.PositiveIntegerField(default=0)
    dues = models.TextField(default="{}")

    def __str__(self) -> str:
        return f"{self.campaign_id} {self.seq}"
