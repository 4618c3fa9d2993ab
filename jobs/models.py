"""The one table of all that waits to be done."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q
from django.utils import timezone

from jobs import clock

WAITING = Q(done_at=None, gave_up_at=None, cancelled_at=None)


class Job(models.Model):
    """Something to do from `due_at` on. `key` says what it is: asked for again it is there once.

    While `claimed_until` lies ahead, the worker that wrote `claim` is at it. `subject` is what it is about (a campaign's id),
    `arguments` JSON for the kind's function. `progress` of `whole` is for people to see. `request`: the id of the request
    that it comes from, for the log.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=40)
    key = models.CharField(max_length=160, unique=True)
    subject = models.CharField(max_length=80, blank=True, default="")
    arguments = models.TextField(default="{}")
    request = models.CharField(max_length=64, blank=True, default="")
    created_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveIntegerField(default=0)
    claim = models.UUIDField(null=True, blank=True)
    claimed_until = models.DateTimeField(null=True, blank=True)
    progress = models.PositiveIntegerField(default=0)
    whole = models.PositiveIntegerField(default=0)
    error = models.CharField(max_length=300, blank=True, default="")
    done_at = models.DateTimeField(null=True, blank=True)
    gave_up_at = models.DateTimeField(null=True, blank=True)
    cancelled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["due_at"]
        indexes = [
            models.Index(fields=["due_at"], name="job_waiting", condition=WAITING),
            models.Index(fields=["subject", "kind"], name="job_subject"),
        ]

    def __str__(self) -> str:
        return self.key

    @property
    def state(self) -> str:
        ends = {"done": self.done_at, "failed": self.gave_up_at, "cancelled": self.cancelled_at}
        ended = next((name for name, at in ends.items() if at), None)
        is_held = self.claimed_until is not None and self.claimed_until > clock.now()
        return ended or ("running" if is_held else "waiting")


class Heartbeat(models.Model):
    """When a worker was last seen at work, by its name."""

    name = models.CharField(max_length=80, primary_key=True)
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
