"""A sample begins, is kept or goes; whoever tries it is a visitor, who has nothing else here."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

from django.conf import settings
from django.contrib.auth import get_user_model
from django.utils import timezone

from campaigns.inviting import LETTERS
from campaigns.models import Campaign, Seat
from campaigns.purge import purge_campaign
from campaigns.samples.limits import visitors
from campaigns.samples.playing import GAME_MASTER, story
from campaigns.transfer import importing
from jobs.transactions import writing

if TYPE_CHECKING:
    from accounts.models import User

LASTS = timedelta(hours=24)
NAME = "visitor-"
AT_ONCE = 5
"""So many that are over are thrown away when somebody begins another."""


def begin(language: str) -> User | None:
    """A visitor with a played campaign of their own; None where there are as many as the site has room for."""
    told, now = story(), timezone.now()
    clear_away(now, AT_ONCE)
    if told is None or visitors().count() >= settings.SAMPLES:
        return None
    found = importing.read(told.file(now))
    with writing():
        visitor = _visitor(now + LASTS, language)
        campaign = importing.write(visitor, found, uuid4())
        _seat(visitor, campaign)
    return visitor


def _visitor(until: datetime, language: str) -> User:
    """Nobody can sign in as one: there is no password."""
    name = NAME + "".join(secrets.choice(LETTERS) for _ in range(10)).lower()
    visitor = get_user_model()(username=name, sample_until=until, language=language)
    visitor.set_unusable_password()
    visitor.save()
    return visitor


def _seat(visitor: User, campaign: Campaign) -> None:
    """Behind the screen, in the seat that has told the story so far; the players’ stand there as theirs, with nobody in them."""
    seats = Seat.objects.filter(campaign=campaign)
    seats.filter(user=visitor).delete()
    seats.update(removed_at=None)
    seats.filter(key=GAME_MASTER).update(user=visitor, owner=True, vacant=False)


def campaigns_of(visitor: User) -> list[UUID]:
    """The newest first, those that were deleted too."""
    found = Campaign.objects.filter(seats__user=visitor).order_by("-created_at")
    return list(found.values_list("pk", flat=True))


def throw_away(visitor: User) -> None:
    """All of it, for good: through the one door by which entries ever go."""
    for campaign_id in campaigns_of(visitor):
        purge_campaign(campaign_id)
    visitor.delete()


def clear_away(now: datetime, most: int | None = None) -> None:
    """Those whose time is over."""
    for visitor in visitors().filter(sample_until__lt=now).order_by("sample_until")[:most]:
        throw_away(visitor)
