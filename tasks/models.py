"""Rows of the long work, and the bytes that go in and come out."""

from __future__ import annotations

import json
import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models import Campaign
from jobs.models import Job
from rules.kernel.text import Text


class Kind(models.TextChoices):
    """The value is the API's, and the name of the job's kind."""

    EXPORT = "export", _("Campaign as a file")
    IMPORT = "import", _("Campaign from a file")
    AUDIT = "audit", _("Audit of the ledger")
    SHEETS = "sheets", _("Hero sheets as PDF")
    PARTY = "quarters", _("The party on one page")
    BLANKS = "blanks", _("Empty sheets")
    PRICES = "prices", _("Price list")
    CARDS = "cards", _("Cards to cut out")
    CHRONICLE = "chronicle", _("Chronicle of the campaign")


class PageSize(models.TextChoices):
    """Of a page of paper, as CSS names it."""

    A4 = "a4", "A4"
    LETTER = "letter", _("US Letter")


class Task(models.Model):
    """Whose a job is and what it is about; then what came of it.

    `sent` and `made` name the parts (see `Chunk`) that came along and that came out. `role` and `heroes` tell who the
    person was when that was made: it may show what they no longer may see. `refused_*` say why it could not be done.
    `page_size`, `choice` and `secrets` are of what goes on paper: which rows, and whether a game master's secrets stand in it.
    """

    job = models.OneToOneField(Job, models.CASCADE, primary_key=True, related_name="task")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="tasks")
    campaign = models.ForeignKey(Campaign, models.CASCADE, null=True, blank=True, related_name="tasks")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    title = models.CharField(max_length=200)
    hero = models.CharField(max_length=80, blank=True, default="")
    language = models.CharField(max_length=5)
    page_size = models.CharField(max_length=6, choices=PageSize.choices, default=PageSize.A4)
    choice = models.CharField(max_length=120, blank=True, default="")
    secrets = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now)
    sent = models.UUIDField(null=True, blank=True)
    made = models.UUIDField(null=True, blank=True)
    size = models.PositiveBigIntegerField(default=0)
    filename = models.CharField(max_length=200, blank=True, default="")
    media_type = models.CharField(max_length=60, blank=True, default="")
    role = models.CharField(max_length=10, blank=True, default="")
    heroes = models.TextField(blank=True, default="")
    refused_code = models.CharField(max_length=40, blank=True, default="")
    refused_fr = models.TextField(blank=True, default="")
    refused_en = models.TextField(blank=True, default="")
    report = models.TextField(blank=True, default="")
    founded = models.UUIDField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "job_id"]
        indexes = [models.Index(fields=["user", "-created_at"], name="task_newest")]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    @property
    def state(self) -> str:
        """The job's; `failed` too where it was done and there is a reason why nothing came of it."""
        state = self.job.state
        return "failed" if state == "done" and self.refused_code else state

    @property
    def is_over(self) -> bool:
        return self.state not in ("waiting", "running")

    @property
    def refused(self) -> Text | None:
        return Text(self.refused_fr, self.refused_en) if self.refused_code else None

    @property
    def findings(self) -> list[dict[str, object]]:
        """What an audit found."""
        found: list[dict[str, object]] = json.loads(self.report) if self.report else []
        return found


class Chunk(models.Model):
    """A piece of what was sent or made. What a worker makes is a part by its claim: one that is taken over leaves its
    part behind, and nobody takes it for the whole.
    """

    task = models.ForeignKey(Task, models.CASCADE, related_name="chunks")
    part = models.UUIDField(default=uuid.uuid4)
    number = models.PositiveIntegerField()
    content = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["task", "part", "number"], name="chunk_once")]

    def __str__(self) -> str:
        return f"{self.part} {self.number}"
