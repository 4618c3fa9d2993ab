"""When a person deletes their account: their acts stay, and their seats stay under a neutral name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from campaigns import people
from campaigns.models import Campaign, Invitation, Seat
from jobs.transactions import writing
from rules.kernel.text import Language, Text

if TYPE_CHECKING:
    from accounts.models import User

FORMER = Text("Ancien joueur {number}", "Former player {number}")


def held_back_by(user: User) -> list[Campaign]:
    """The campaigns the person owns and where others sit: to be handed over first."""
    others = Seat.objects.filter(campaign=OuterRef("campaign"), removed_at=None, user__isnull=False)
    owned = _owned(user).filter(Exists(others.exclude(user=user))).select_related("campaign")
    return [seat.campaign for seat in owned.order_by("campaign__name", "id")]


def _owned(user: User) -> QuerySet[Seat]:
    return Seat.objects.filter(user=user, owner=True, removed_at=None, campaign__deleted_at=None)


def delete_account(user: User, language: Language) -> list[Campaign]:
    """The account, and all that is the person's alone; nothing at all where a campaign holds them back."""
    with writing():
        _lock_campaigns_of(user)
        if held := held_back_by(user):
            return held
        now = timezone.now()
        people.reseat(*Seat.objects.filter(user=user).values_list("campaign", flat=True))
        Campaign.objects.filter(pk__in=_owned(user).values("campaign")).update(deleted_at=now, public_hash="")
        for seat in Seat.objects.filter(user=user):
            _make_neutral(seat, language)
        user.delete()
    return []


def _lock_campaigns_of(user: User) -> None:
    """So that nobody is seated, nor handed a campaign, in between."""
    known = Seat.objects.filter(user=user).values("campaign")
    list(
        Campaign.objects.select_for_update(no_key=True).filter(pk__in=known).order_by("pk").values_list("pk")
    )


def _make_neutral(seat: Seat, language: Language) -> None:
    """The name is the seat's number; links the person gave out stop working."""
    seat.name = FORMER(number=seat.key.removeprefix("s")).in_(language)
    seat.user, seat.removed_at = None, seat.removed_at or timezone.now()
    seat.save(update_fields=["name", "user", "removed_at"])
    Invitation.objects.filter(created_by=seat, revoked_at=None).update(revoked_at=timezone.now())
