"""May this person enter? The one question every page and every call asks first."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db import DEFAULT_DB_ALIAS
from django.http import Http404

from campaigns import snapshots
from campaigns.models import Campaign, Seat
from campaigns.records import Record
from jobs import about
from rules.kernel.offers import Role, Viewer
from rules.kernel.registry import ruleset
from rules.kernel.ruleset import Ruleset

if TYPE_CHECKING:
    from accounts.models import User


@dataclass(frozen=True)
class Entrance:
    """A person at their seat. The viewer carries the own heroes; `last` is their act that has just led here.

    A guest came by the public link and has no seat; `looker` is a game master who looks from the seat of somebody else.
    """

    campaign: Campaign
    seat: Seat
    viewer: Viewer
    ruleset: Ruleset[Any]
    last: Record | None = None
    is_guest: bool = False
    looker: Seat | None = None

    def state(self) -> Any:
        """The state of the campaign, read once and only when asked for."""
        return self._state

    @cached_property
    def _state(self) -> Any:
        return snapshots.current(self.campaign, self.ruleset)

    @classmethod
    def knowing(cls, state: Any, campaign: Campaign, seat: Seat, viewer: Viewer, last: Record) -> Entrance:
        """How the person finds the campaign after their act, without asking again."""
        entrance = cls(campaign, seat, viewer, ruleset(campaign.ruleset), last)
        entrance.__dict__["_state"] = state
        return entrance


OF_CAMPAIGN, OF_SEAT = (
    ("name", "ruleset", "version", "head_hash", "timezone", "seating", "unverified", "faces"),
    ("id", "key", "name", "role", "owner"),
)
"""What is read at the door; more of a campaign is read when somebody asks for it."""
SEAT = ("id", "campaign_id", "key", "user_id", "name", "role", "owner", "removed_at")
LIVE = Seat.objects.filter(removed_at=None, campaign__deleted_at=None)
AT_THE_DOOR = LIVE.order_by().values_list(
    *(f"campaign__{name}" for name in OF_CAMPAIGN), *OF_SEAT, "heroes__hero"
)
"""A row for each hero of a seat. Put together once: that costs more than the answer."""


def enter(user: User | AnonymousUser, campaign_id: UUID | str) -> Entrance:
    """The person's entrance; raises Http404 for strangers, and where there is no such campaign (any more)."""
    known = _as_uuid(campaign_id)
    entrance = _entrance(user.pk, known) if known and user.is_authenticated else None
    if entrance is None:
        raise Http404("no such campaign")
    return entrance


def enter_again(entrance: Entrance) -> Entrance | None:
    """The same person at the same seat, as they are now; None where they, or the campaign, have gone."""
    person = entrance.seat.user_id
    found = _entrance(person, entrance.campaign.pk) if person else None
    return found if found and found.seat.pk == entrance.seat.pk else None


def _entrance(person: Any, campaign_id: UUID) -> Entrance | None:
    about.say(user_id=person, campaign_id=str(campaign_id))
    rows = AT_THE_DOOR.filter(user=person, campaign_id=campaign_id)
    if not rows:
        return None
    *of_campaign, seat_id, key, name, role, owner, _hero = rows[0]
    campaign = Campaign.from_db(DEFAULT_DB_ALIAS, ("id", *OF_CAMPAIGN), (campaign_id, *of_campaign))
    of_seat = (seat_id, campaign_id, key, person, name, role, owner, None)
    seat = Seat.from_db(DEFAULT_DB_ALIAS, SEAT, of_seat)
    seat.campaign = campaign
    viewer = viewer_of(seat, frozenset(hero for *_, hero in rows if hero))
    return Entrance(campaign, seat, viewer, ruleset(campaign.ruleset))


def enter_as_guest(campaign_id: UUID, public_hash: str) -> Entrance:
    """By the public link, while it is the campaign's: what a spectator may see, and no seat."""
    open_ones = Campaign.objects.filter(deleted_at=None).exclude(public_hash="")
    campaign = open_ones.filter(pk=campaign_id, public_hash=public_hash).first()
    if campaign is None:
        raise Http404("no such campaign")
    nowhere = Seat(campaign=campaign, key="", name="", role="spectator")
    return Entrance(campaign, nowhere, Viewer("spectator"), ruleset(campaign.ruleset), is_guest=True)


def sit_in(entrance: Entrance, key: str) -> Entrance | None:
    """What a game master would find at the seat of somebody else."""
    seat = Seat.objects.filter(campaign=entrance.campaign, key=key, removed_at=None).first()
    if entrance.seat.role != "gm" or seat is None or seat.pk == entrance.seat.pk:
        return None
    seat.campaign = entrance.campaign
    viewer = viewer_of(seat, frozenset(seat.heroes.values_list("hero", flat=True)))
    return replace(entrance, seat=seat, viewer=viewer, looker=entrance.seat)


def _as_uuid(campaign_id: UUID | str) -> UUID | None:
    try:
        return campaign_id if isinstance(campaign_id, UUID) else UUID(campaign_id)
    except ValueError:
        return None


def seats_of(user: User) -> Any:
    """The live seats of a person, with their campaigns: the list of the own campaigns."""
    return LIVE.filter(user=user).select_related("campaign")


def viewer_of(seat: Seat, heroes: frozenset[str]) -> Viewer:
    return Viewer(cast(Role, seat.role), seat.key, heroes)
