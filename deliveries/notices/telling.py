"""Telling: a row for each person it concerns, once, where they want to hear of it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format

from campaigns.models import Campaign, Role, Seat
from deliveries.notices.models import Notice, Topic
from rules.kernel.registry import rulesets
from rules.kernel.text import LANGUAGES, Text

KEPT = timedelta(days=90)


def tell(
    seats: QuerySet[Seat], topic: Topic, key: str, text: Text, path: str, *, but: Iterable[str] = ()
) -> None:
    """Whoever sits in one of these seats now, apart from those whose keys are named in `but`."""
    now = timezone.now()
    found = seats.filter(removed_at=None, user__isnull=False).exclude(key__in=list(but))
    listening = [seat for seat in found.select_related("wish", "user") if wants(seat, topic)]
    said = {"topic": topic, "key": key, "fr": text.fr, "en": text.en, "path": path, "created_at": now}
    rows = [Notice(seat=seat, user=seat.user, **said) for seat in listening]
    Notice.objects.bulk_create(rows, ignore_conflicts=True)
    people = [row.user_id for row in rows]
    Notice.objects.filter(user__in=people, created_at__lt=now - KEPT).delete()


def wants(seat: Seat, topic: str) -> bool:
    wish = getattr(seat, "wish", None)
    return wish is None or topic not in wish.muted.split()


def masters(campaign: Campaign) -> QuerySet[Seat]:
    """Who runs the table: the game masters, and the owner of a game that needs none."""
    book = rulesets().get(campaign.ruleset)
    is_master = Q(role=Role.GM) if book is None or book.needs_gm else Q(role=Role.GM) | Q(owner=True)
    return Seat.objects.filter(is_master, campaign=campaign)


def runs_table(seat: Seat) -> bool:
    """The same of a seat at hand."""
    book = rulesets().get(seat.campaign.ruleset)
    return seat.role == Role.GM or (seat.owner and book is not None and not book.needs_gm)


def settle(keys: Iterable[str]) -> None:
    """What these told is so no more: whoever has not read it is spared it."""
    Notice.objects.filter(key__in=list(keys), read_at=None).delete()


def path(name: str, *arguments: Any) -> str:
    return reverse(name, args=arguments)


def moment(wall: datetime) -> Text:
    """A time on the wall, in words."""
    return Text(*(_said(wall, language) for language in LANGUAGES))


def _said(wall: datetime, language: str) -> str:
    pattern = {"fr": r"l j F Y \à H \h i", "en": r"l j F Y, H:i"}[language]
    with translation.override(language):
        return date_format(wall, pattern)
