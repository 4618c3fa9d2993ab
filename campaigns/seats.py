"""Founding a campaign and seating people. Nothing here is of the game, hence none of it is in the ledger."""

from __future__ import annotations

import uuid
from contextlib import suppress
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import IntegrityError
from django.utils import timezone

from campaigns import answers, snapshots
from campaigns.access import Entrance
from campaigns.answers import Refusal
from campaigns.door import asking_again
from campaigns.live import hints
from campaigns.models import Campaign, Role, Seat
from jobs.transactions import writing
from rules.kernel.registry import ruleset

if TYPE_CHECKING:
    from accounts.models import User

NAME_LENGTH = 60


def id_of(user: User, name: str, ruleset: str, key: UUID | None) -> UUID:
    """It follows from what is sent and by whom; without a key it is any."""
    return uuid.uuid5(key or uuid.uuid4(), f"{user.pk} {ruleset} {name}")


def found_once(
    user: User, name: str, ruleset: str, key: UUID | None, campaign_id: UUID | None = None
) -> UUID:
    """The campaign of what is sent: pressed twice, it is founded once."""
    known = campaign_id or id_of(user, name, ruleset, key)
    if not Campaign.objects.filter(pk=known).exists():
        with suppress(IntegrityError):
            found(user, name, ruleset, campaign_id=known)
    return known


def found(
    user: User, name: str, ruleset_key: str, seat_name: str | None = None, campaign_id: UUID | None = None
) -> Campaign:
    """A new campaign; its founder owns it and is its game master, or a player where the game has none.

    Names come validated from a form; a bad one raises ValidationError, an unknown ruleset KeyError.
    """
    rules = ruleset(ruleset_key)
    campaign = Campaign(id=campaign_id or uuid.uuid4(), name=name.strip(), ruleset=ruleset_key)
    campaign.full_clean()
    with writing():
        campaign.save(force_insert=True)
        snapshots.save(campaign, rules, rules.initial())
        role = Role.GM if rules.needs_gm else Role.PLAYER
        _seat(campaign, 1, user, seat_name or table_name(user), role, owner=True)
    return campaign


def table_name(user: User) -> str:
    """What a person is called at the table until they say otherwise; of an e-mail address nothing behind the @."""
    name = user.get_username()
    return name.partition("@")[0] or name


def add_seat(campaign: Campaign, user: User, name: str, role: str) -> Seat:
    """Seat a person who has no live seat here."""
    with writing():
        Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
        return seat_person(campaign, user, name, role)


def seat_person(campaign: Campaign, user: User, name: str, role: str) -> Seat:
    """A new seat, while the campaign is locked."""
    return _seat(campaign, Seat.objects.filter(campaign=campaign).count() + 1, user, name, role)


def _seat(campaign: Campaign, number: int, user: User, name: str, role: str, *, owner: bool = False) -> Seat:
    seat = Seat(
        campaign=campaign,
        key=f"s{number}",
        user=user,
        name=name.strip()[:NAME_LENGTH],
        role=role,
        owner=owner,
    )
    seat.full_clean()
    seat.save(force_insert=True)
    return seat


def remove_seat(seat: Seat) -> None:
    """The person goes, the seat stays: the history names it."""
    Seat.objects.filter(pk=seat.pk, removed_at=None).update(removed_at=timezone.now())


@asking_again
def delete_campaign(entrance: Entrance) -> Refusal | None:
    """The owner's, and soft: nobody enters any more, nothing is lost."""
    if not entrance.seat.owner:
        return answers.FORBIDDEN
    Campaign.objects.filter(pk=entrance.campaign.pk, deleted_at=None).update(deleted_at=timezone.now())
    hints.announce(entrance.campaign.pk)
    return None


def restore_campaign(campaign: Campaign) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(deleted_at=None)
