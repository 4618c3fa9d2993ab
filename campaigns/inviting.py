"""Invitations: links that seat whoever follows them, in a role, at a given hero or in a vacant seat."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import UUID

from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from campaigns import answers
from campaigns.access import Entrance
from campaigns.answers import Refusal, unprocessable
from campaigns.door import asking_again
from campaigns.malformed import UNSTORABLE
from campaigns.models import Campaign, HeroOwner, HeroRow, Invitation, Role, Seat
from campaigns.people import (
    NO_GM_HERE,
    NO_HERO,
    RANK,
    WATCHES_ONLY,
    hashed,
    is_hero,
    own,
    reseat,
    runs_table,
)
from campaigns.samples import limits
from campaigns.seats import seat_person, table_name
from jobs.transactions import writing
from rules.kernel.text import Text

if TYPE_CHECKING:
    from accounts.models import User

DAY = 24 * 60 * 60
SECONDS_LEAST, SECONDS_DEFAULT, SECONDS_MOST = 60, 14 * DAY, 90 * DAY
USES_MOST = 50

LETTERS, LENGTH = "ABCDEFGHJKMNPQRSTVWXYZ", 8
"""Of a code: none that is taken for another when it is read out or written down."""
SALT = "questkeep.invitation-code"

NOT_VACANT = Text("Cette place n’est pas à pourvoir.", "This seat is not to be filled.")


@dataclass(frozen=True)
class Invited:
    """An invitation, with its token and its code for the one moment at which they can be read."""

    invitation: Invitation
    token: str
    code: str


@asking_again
def invite(
    entrance: Entrance,
    role: str,
    hero: str = "",
    seconds: int = SECONDS_DEFAULT,
    uses: int = 1,
    seat: str = "",
) -> Invited | Refusal:
    """A new link; whoever follows it sits in `role`, plays `hero`, or takes the vacant `seat` with all its heroes."""
    vacant = (
        vacant_seats(entrance.campaign).filter(key=seat).first()
        if seat and not UNSTORABLE.search(seat)
        else None
    )
    wrong = _wrong_invitation(entrance, role, hero, seconds, uses)
    if not wrong and seat and (vacant is None or hero):
        wrong = unprocessable("unknown_seat", NOT_VACANT, field="seat", seat=seat[:20])
    if wrong:
        return wrong
    token, code = f"inv_{secrets.token_urlsafe(24)}", "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    invitation = Invitation.objects.create(
        campaign=entrance.campaign,
        token_hash=hashed(token),
        code_hash=hashed_code(code),
        role=role,
        hero=hero,
        seat=vacant,
        created_by=entrance.seat,
        expires_at=timezone.now() + timedelta(seconds=seconds),
        uses_left=1 if hero or vacant else uses,
    )
    return Invited(invitation, token, f"{code[:4]}-{code[4:]}")


def read_code(text: str) -> str:
    """A code as somebody types it: small letters, spaces and dashes change nothing."""
    return "".join(
        letter for letter in text.upper()[:40] if letter not in " -\N{EN DASH}\N{NO-BREAK SPACE}\t"
    )


def hashed_code(code: str) -> str:
    """With the site's key: a code is short, and whoever has the rows alone is not to find it by trying."""
    return salted_hmac(SALT, code, algorithm="sha256").hexdigest()


def opened_by(token: str) -> QuerySet[Invitation]:
    """The invitation of a token or a code, whether it still works or not."""
    code = read_code(token)
    is_code = len(code) == LENGTH and set(code) <= set(LETTERS)
    wanted = Q(code_hash=hashed_code(code)) if is_code else Q(token_hash=hashed(token))
    return Invitation.objects.filter(wanted, campaign__deleted_at=None)


def _wrong_invitation(entrance: Entrance, role: str, hero: str, seconds: int, uses: int) -> Refusal | None:
    if not runs_table(entrance):
        return answers.FORBIDDEN
    if refusal := limits.refused(entrance):
        return refusal
    if role == Role.GM and not entrance.ruleset.needs_gm:
        return unprocessable("no_gm_here", NO_GM_HERE, field="role")
    if hero and role == Role.SPECTATOR:
        return unprocessable("watches_only", WATCHES_ONLY, field="role")
    if hero and not is_hero(entrance.campaign, hero):
        return unprocessable("unknown_hero", NO_HERO, field="hero", hero=hero)
    return _out_of("expires_in", seconds, SECONDS_LEAST, SECONDS_MOST) or _out_of("uses", uses, 1, USES_MOST)


def vacant_seats(campaign: Campaign) -> QuerySet[Seat]:
    """Those that came with an import and where nobody has sat yet."""
    return Seat.objects.filter(campaign=campaign, vacant=True, user=None)


def _out_of(field: str, value: int, low: int, high: int) -> Refusal | None:
    if low <= value <= high:
        return None
    text = Text("De {low} à {high}.", "From {low} to {high}.")(low=low, high=high)
    return unprocessable("out_of_bounds", text, field=field, low=low, high=high)


def invitations(entrance: Entrance) -> QuerySet[Invitation] | Refusal:
    """Those that still work."""
    if not runs_table(entrance):
        return answers.FORBIDDEN
    found = Invitation.objects.filter(
        campaign=entrance.campaign, revoked_at=None, uses_left__gt=0, expires_at__gt=timezone.now()
    )
    return found.select_related("seat")


@asking_again
def revoke(entrance: Entrance, invitation_id: UUID) -> Refusal | None:
    if not runs_table(entrance):
        return answers.FORBIDDEN
    found = Invitation.objects.filter(campaign=entrance.campaign, pk=invitation_id)
    if not found.exists():
        return answers.NOT_FOUND
    found.filter(revoked_at=None).update(revoked_at=timezone.now())
    return None


def looked_up(token: str) -> Invitation | None:
    """The invitation of a token or code that still works; used, expired and revoked ones are no different from none."""
    found = opened_by(token).select_related("campaign", "created_by").first()
    return found if found and found.is_live else None


def hero_name(invitation: Invitation) -> str | None:
    """The hero of an invitation, as the roster knows them."""
    if not invitation.hero:
        return None
    found = HeroRow.objects.filter(campaign=invitation.campaign, key=invitation.hero)
    return found.values_list("name", flat=True).first()


@dataclass(frozen=True)
class Accepted:
    """The person's seat, and whether the invitation has just given it or more of it."""

    seat: Seat
    is_new: bool


def accept(user: User, token: str) -> Accepted | None:
    """The person's seat by this invitation; None where it does not work (any more).

    Who sits there already keeps the seat, and the invitation its use, unless it gives more: a hero, or a say for a spectator. So
    the same answer comes however often it is sent. Whoever was removed comes back by a link made since.
    """
    known = opened_by(token).first()
    if known is None or user.is_visitor:
        return None
    with writing():
        reseat(known.campaign_id)  # the lock: two who follow it come one after the other
        seat = last_seat(known.campaign, user)
        live = seat if seat and seat.is_live else None
        found = looked_up(token)
        if found is None or not gives(found, seat):
            return Accepted(live, False) if live else None
        seat = _seated(found, user, seat)
        Invitation.objects.filter(pk=found.pk).update(uses_left=F("uses_left") - 1)
        if found.hero:
            own(found.campaign, found.hero, seat)
    return Accepted(seat, True)


def last_seat(campaign: Campaign, user: User) -> Seat | None:
    """The seat the person has there, or had last."""
    return Seat.objects.filter(campaign=campaign, user=user).order_by("-id").first()


def gives(invitation: Invitation, seat: Seat | None) -> bool:
    """Whether it would give whoever has this seat anything they have not."""
    if seat is None:
        return True
    if seat.removed_at is not None:
        return seat.removed_at < invitation.created_at
    if invitation.hero:
        owned = HeroOwner.objects.filter(campaign=invitation.campaign, hero=invitation.hero, seat=seat)
        return not owned.exists()
    return RANK[invitation.role] > RANK[seat.role]


def _seated(invitation: Invitation, user: User, seat: Seat | None) -> Seat:
    """The seat the person has, had before, or is given."""
    if seat is None and (vacant := _vacant(invitation)):
        return _filled(vacant, user, invitation.role)
    if seat is None:
        return seat_person(invitation.campaign, user, table_name(user), invitation.role)
    back = seat.removed_at is not None
    seat.removed_at = None
    seat.role = invitation.role if back or RANK[invitation.role] > RANK[seat.role] else seat.role
    seat.save(update_fields=["removed_at", "role"])
    return seat


def _vacant(invitation: Invitation) -> Seat | None:
    """The seat it offers; None where somebody was faster by another link."""
    return (
        vacant_seats(invitation.campaign).filter(pk=invitation.seat_id).first()
        if invitation.seat_id
        else None
    )


def _filled(seat: Seat, user: User, role: str) -> Seat:
    """The seat keeps its name and its heroes: the history names it."""
    seat.user, seat.role, seat.vacant, seat.removed_at = user, role, False, None
    seat.save(update_fields=["user", "role", "vacant", "removed_at"])
    return seat
