"""What the pages about people show, as plain values."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from campaigns import inviting, people
from campaigns.access import Entrance
from campaigns.answers import Refusal
from campaigns.models import HeroOwner, HeroRow, Invitation, Role, Seat
from campaigns.people_forms import InviteForm, SeatNameForm, roles, uses_words

if TYPE_CHECKING:
    from accounts.models import User


@dataclass(frozen=True, kw_only=True)
class Person:
    """A seat, and what this viewer may do about it."""

    seat: Seat
    is_you: bool
    heroes: tuple[HeroRow, ...]
    roles: tuple[tuple[str, Any], ...]
    may_rename: bool
    may_remove: bool
    may_own: bool
    may_look: bool
    form: SeatNameForm

    @property
    def is_open(self) -> bool:
        """Whether a refused name waits to be put right."""
        return self.form.is_bound

    @property
    def may_any(self) -> bool:
        return self.may_rename or self.may_remove or self.may_own or len(self.roles) > 1


@dataclass(frozen=True, kw_only=True)
class Invited:
    """An invitation that works."""

    invitation: Invitation
    hero: str
    uses: str


@dataclass(frozen=True, kw_only=True)
class Handing:
    """A hero that this viewer may hand over, and to whom."""

    hero: HeroRow
    owner: Seat | None
    seats: tuple[Seat, ...]


@dataclass(frozen=True, kw_only=True)
class PeoplePage:
    here: tuple[Person, ...]
    gone: tuple[Person, ...]
    handings: tuple[Handing, ...]
    invitations: tuple[Invited, ...]
    invite: InviteForm | None


def people_page(
    entrance: Entrance, *, invite: InviteForm | None = None, naming: tuple[str, SeatNameForm] | None = None
) -> PeoplePage:
    """With the forms that were refused in place of the fresh ones."""
    seats = list(Seat.objects.filter(campaign=entrance.campaign))
    heroes = list(HeroRow.objects.filter(campaign=entrance.campaign, departed_seq=None))
    owners = dict(HeroOwner.objects.filter(campaign=entrance.campaign).values_list("hero", "seat_id"))
    own: dict[int, list[HeroRow]] = defaultdict(list)
    for hero in heroes:
        own[owners.get(hero.key, 0)].append(hero)
    named = dict([naming] if naming else [])
    persons = [_person(entrance, seat, seats, own[seat.pk], named.get(seat.key)) for seat in seats]
    return PeoplePage(
        here=tuple(one for one in persons if one.seat.is_live),
        gone=tuple(one for one in persons if not one.seat.is_live),
        handings=_handings(entrance, seats, heroes, owners),
        invitations=_invitations(entrance, heroes),
        invite=(invite or InviteForm(entrance, heroes)) if people.runs_table(entrance) else None,
    )


def _person(
    entrance: Entrance, seat: Seat, seats: Sequence[Seat], heroes: list[HeroRow], form: SeatNameForm | None
) -> Person:
    is_you, may = seat.pk == entrance.seat.pk, seat.is_live and people.may_change(entrance, seat)
    is_last = seat.role == Role.GM and sum(one.is_live and one.role == Role.GM for one in seats) == 1
    return Person(
        seat=seat,
        is_you=is_you,
        heroes=tuple(heroes),
        roles=_roles(entrance, seat) if may and not is_last else (),
        may_rename=may,
        may_remove=may and not seat.owner and not is_last,
        may_own=entrance.seat.owner and seat.is_live and not is_you,
        may_look=entrance.seat.role == Role.GM and seat.is_live and not is_you,
        form=form or SeatNameForm(instance=seat, auto_id=f"{seat.key}-%s"),
    )


def _roles(entrance: Entrance, seat: Seat) -> tuple[tuple[str, Any], ...]:
    """What the seat may become: a say is given by who runs the table or owns it, and laid down by oneself."""
    gives = people.runs_table(entrance) or entrance.seat.owner
    rank = people.RANK[seat.role]
    return tuple(pair for pair in roles(entrance) if gives or people.RANK[pair[0]] <= rank)


def _handings(
    entrance: Entrance, seats: Sequence[Seat], heroes: Sequence[HeroRow], owners: dict[str, int]
) -> tuple[Handing, ...]:
    players = tuple(seat for seat in seats if seat.is_live and seat.role != Role.SPECTATOR)
    by_id = {seat.pk: seat for seat in seats}
    return tuple(
        Handing(hero=hero, owner=by_id.get(owners.get(hero.key, 0)), seats=players)
        for hero in heroes
        if people.may_hand_over(entrance, hero.key)
    )


def _invitations(entrance: Entrance, heroes: Sequence[HeroRow]) -> tuple[Invited, ...]:
    found, names = inviting.invitations(entrance), {hero.key: hero.name for hero in heroes}
    if isinstance(found, Refusal):
        return ()
    return tuple(
        Invited(invitation=one, hero=names.get(one.hero, ""), uses=uses_words(one.uses_left)) for one in found
    )


@dataclass(frozen=True)
class Restorable:
    """A deleted campaign that can still be brought back."""

    seat: Seat
    until: datetime


def restorable(user: User) -> tuple[Restorable, ...]:
    """The newest first."""
    found = people.deleted_of(user).order_by("-campaign__deleted_at")
    return tuple(
        Restorable(seat, seat.campaign.deleted_at + people.RESTORABLE)
        for seat in found
        if seat.campaign.deleted_at
    )
