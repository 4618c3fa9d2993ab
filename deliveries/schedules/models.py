"""Rows of the schedules. Nothing of them but a session is for anybody but the game masters before it happens."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models import ONE_LINE, Campaign, Seat, Secret
from deliveries.schedules import times
from deliveries.schedules.times import Series

if TYPE_CHECKING:
    from datetime import datetime


class Schedule(Secret):
    """What is to happen, when, and in whose name: the seat and the person who set it or changed it last.

    `acts` is JSON; none: a session, of which everybody at the table is reminded `ahead` hours before. `start` and `upcoming`
    are times on the campaign's wall, `next_at` the moment `upcoming` is acted on by the clock of `zone`. `left_at`: a job has
    been left for it.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="schedules")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    title = models.CharField(_("title"), max_length=80, validators=[ONE_LINE])
    acts = models.TextField(default="[]")
    start = models.CharField(max_length=16)
    unit = models.CharField(max_length=5, blank=True, default="")
    every = models.PositiveSmallIntegerField(default=1)
    ahead = models.PositiveSmallIntegerField(default=0)
    version = models.PositiveIntegerField(default=1)
    upcoming = models.CharField(max_length=16, blank=True, default="")
    zone = models.CharField(max_length=64, blank=True, default="")
    next_at = models.DateTimeField(null=True, blank=True)
    left_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    cancelled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["next_at", "created_at"]
        indexes = [
            models.Index(fields=["next_at"], name="schedule_due", condition=Q(next_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def series(self) -> Series:
        start = times.read(self.start)
        assert start is not None
        return Series(start, self.unit, self.every)

    @property
    def is_session(self) -> bool:
        return self.acts == "[]"

    @property
    def is_live(self) -> bool:
        return self.next_at is not None

    @property
    def upcoming_at(self) -> datetime | None:
        return times.read(self.upcoming) if self.upcoming else None


class Occurrence(Secret):
    """A time of a schedule that has come: the acts it led to, and why others were refused."""

    schedule = models.ForeignKey(Schedule, models.CASCADE, related_name="occurrences")
    time = models.CharField(max_length=16)
    happened_at = models.DateTimeField()
    seqs = models.TextField(blank=True, default="")
    refused_fr = models.TextField(blank=True, default="")
    refused_en = models.TextField(blank=True, default="")

    class Meta:
        ordering = ["-happened_at"]
        constraints = [models.UniqueConstraint(fields=["schedule", "time"], name="occurrence_once")]

    def __str__(self) -> str:
        return f"{self.schedule_id} {self.time}"

    @property
    def acts(self) -> list[int]:
        return [int(seq) for seq in self.seqs.split()]
