"""May this person enter? The one question every page and every call asks first."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.http import Http404

from campaigns import snapshots
from campaigns.models import Campaign, HeroOwner, Seat
from rules.kernel.offers import Role, Viewer
from rules.kernel.registry import ruleset
from rules.kernel.ruleset import Ruleset

if TYPE_CHECKING:
    from accounts.models import User


@dataclass(frozen=True)
class Entrance:
    """A person at their seat. The viewer carries the own heroes."""

    campaign: Campaign
    seat: Seat
    viewer: Viewer
    ruleset: Ruleset[Any]

    def state(self) -> Any:
        """The state of the campaign, read once and only when asked for."""
        return self._state

    @cached_property
    def _state(self) -> Any:
        return snapshots.current(self.campaign.id, self.ruleset)


def enter(user: User | AnonymousUser, campaign_id: UUID | str) -> Entrance:
    """The person's entrance; raises Http404 for strangers, and where there is no such campaign (any more)."""
    seat = _seat(user, campaign_id)
    if seat is None:
        raise Http404("no such campaign")
    heroes = HeroOwner.objects.filter(campaign_id=seat.campaign_id, seat=seat)
    viewer = viewer_of(seat, frozenset(heroes.values_list("hero", flat=True)))
    return Entrance(seat.campaign, seat, viewer, ruleset(seat.campaign.ruleset))


def _seat(user: User | AnonymousUser, campaign_id: UUID | str) -> Seat | None:
    try:
        known = campaign_id if isinstance(campaign_id, UUID) else UUID(campaign_id)
    except ValueError:
        return None
    if not user.is_authenticated:
        return None
    found: Seat | None = seats_of(user).filter(campaign_id=known).first()
    return found


def seats_of(user: User) -> Any:
    """The live seats of a person, with their campaigns: the list of the own campaigns."""
    live = Seat.objects.filter(user=user, removed_at=None, campaign__deleted_at=None)
    return live.select_related("campaign")


def viewer_of(seat: Seat, heroes: frozenset[str]) -> Viewer:
    return Viewer(cast(Role, seat.role), seat.key, heroes)
