"""Who sits in a campaign: invitations, roles, heroes and campaigns handed over, leaving. None of it is of the game.

Whoever runs the table may invite and seat: a game master, and the owner of a game that needs none. What concerns the owner's seat,
another game master's or the campaign itself is the owner's.
"""

from __future__ import annotations

import hashlib
import secrets
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import UUID

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from campaigns import answers
from campaigns.access import Entrance
from campaigns.answers import Refusal, unprocessable
from campaigns.live import hints
from campaigns.models import Campaign, HeroOwner, HeroRow, Invitation, Role, Seat
from campaigns.seats import delete_campaign, restore_campaign, seat_person, table_name
from jobs.queue import leave_new
from jobs.transactions import writing
from rules.kernel.text import Text

if TYPE_CHECKING:
    from accounts.models import User

SEATING = "seating"
"""The kind of the job left where a seat was given something by somebody else, or its person was removed."""
DAY = 24 * 60 * 60
SECONDS_LEAST, SECONDS_DEFAULT, SECONDS_MOST = 60, 14 * DAY, 90 * DAY
USES_MOST = 50
RESTORABLE = timedelta(days=30)

NO_SEAT = Text("Cette place n’existe pas.", "There is no such seat.")
NOBODY_THERE = Text("Personne n’est assis à cette place.", "Nobody sits in this seat.")
NO_HERO = Text("Ce héros n’est pas de cette campagne.", "This hero is not of this campaign.")
LAST_GM = Text(
    "Il faut un maître du jeu : donnez d’abord ce rôle à quelqu’un d’autre.",
    "A game master is needed: give the role to somebody else first.",
)
OWNER_STAYS = Text(
    "La campagne appartient à cette place : remettez-la d’abord à quelqu’un d’autre, ou supprimez-la.",
    "The campaign belongs to this seat: hand it over first, or delete it.",
)
NOT_VACANT = Text("Cette place n’est pas à pourvoir.", "This seat is not to be filled.")
WATCHES_ONLY = Text("Un spectateur n’a pas de héros.", "A spectator has no hero.")
NO_GM_HERE = Text("Ce jeu n’a pas de maître du jeu.", "This game has no game master.")
WRONG_NAME = Text("Recopiez le nom de la campagne pour confirmer.", "Type the campaign’s name to confirm.")


@dataclass(frozen=True)
class Invited:
    """An invitation, with its token for the one moment at which it can be read."""

    invitation: Invitation
    token: str


def runs_table(entrance: Entrance) -> bool:
    return entrance.seat.role == Role.GM or (entrance.seat.owner and not entrance.ruleset.needs_gm)


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


@contextmanager
def locked(campaign_id: UUID) -> Iterator[None]:
    """The campaign's row, so that two changes of who sits there come one after the other; pages are to be made anew."""
    with writing():
        Campaign.objects.filter(pk=campaign_id).update(seating=F("seating") + 1)
        hints.announce(campaign_id)
        yield


def tell(giver: Entrance, seat: Seat, what: str, hero: str = "") -> None:
    """Leaves word of what somebody else has done about this seat, in the transaction that did it."""
    if giver.seat.pk != seat.pk or what == "removed":
        arguments = {"seat": seat.key, "what": what, "hero": hero}
        leave_new(SEATING, f"{SEATING} {uuid.uuid4().hex}", arguments, subject=str(seat.campaign_id))


# Invitations


def invite(
    entrance: Entrance,
    role: str,
    hero: str = "",
    seconds: int = SECONDS_DEFAULT,
    uses: int = 1,
    seat: str = "",
) -> Invited | Refusal:
    """A new link; whoever follows it sits in `role`, plays `hero`, or takes the vacant `seat` with all its heroes."""
    vacant = vacant_seats(entrance.campaign).filter(key=seat).first() if seat else None
    wrong = _wrong_invitation(entrance, role, hero, seconds, uses)
    if not wrong and seat and (vacant is None or hero):
        wrong = unprocessable("unknown_seat", NOT_VACANT, field="seat", seat=seat[:20])
    if wrong:
        return wrong
    token = f"inv_{secrets.token_urlsafe(24)}"
    invitation = Invitation.objects.create(
        campaign=entrance.campaign,
        token_hash=hashed(token),
        role=role,
        hero=hero,
        seat=vacant,
        created_by=entrance.seat,
        expires_at=timezone.now() + timedelta(seconds=seconds),
        uses_left=1 if hero or vacant else uses,
    )
    return Invited(invitation, token)


def _wrong_invitation(entrance: Entrance, role: str, hero: str, seconds: int, uses: int) -> Refusal | None:
    if not runs_table(entrance):
        return answers.FORBIDDEN
    if role == Role.GM and not entrance.ruleset.needs_gm:
        return unprocessable("no_gm_here", NO_GM_HERE, field="role")
    if hero and role == Role.SPECTATOR:
        return unprocessable("watches_only", WATCHES_ONLY, field="role")
    if hero and not _is_hero(entrance.campaign, hero):
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


def _is_hero(campaign: Campaign, key: str) -> bool:
    return HeroRow.objects.filter(campaign=campaign, key=key).exists()


def invitations(entrance: Entrance) -> QuerySet[Invitation] | Refusal:
    """Those that still work."""
    if not runs_table(entrance):
        return answers.FORBIDDEN
    found = Invitation.objects.filter(
        campaign=entrance.campaign, revoked_at=None, uses_left__gt=0, expires_at__gt=timezone.now()
    )
    return found.select_related("seat")


def revoke(entrance: Entrance, invitation_id: UUID) -> Refusal | None:
    if not runs_table(entrance):
        return answers.FORBIDDEN
    found = Invitation.objects.filter(campaign=entrance.campaign, pk=invitation_id)
    if not found.exists():
        return answers.NOT_FOUND
    found.filter(revoked_at=None).update(revoked_at=timezone.now())
    return None


def looked_up(token: str) -> Invitation | None:
    """The invitation of a token that still works; used, expired and revoked ones are no different from none."""
    found = (
        Invitation.objects.filter(token_hash=hashed(token), campaign__deleted_at=None)
        .select_related("campaign")
        .first()
    )
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
    known = Invitation.objects.filter(token_hash=hashed(token), campaign__deleted_at=None).first()
    if known is None:
        return None
    with locked(known.campaign_id):
        seat = last_seat(known.campaign, user)
        live = seat if seat and seat.is_live else None
        found = looked_up(token)
        if found is None or not gives(found, seat):
            return Accepted(live, False) if live else None
        seat = _seated(found, user, seat)
        Invitation.objects.filter(pk=found.pk).update(uses_left=F("uses_left") - 1)
        if found.hero:
            _own(found.campaign, found.hero, seat)
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


RANK = {Role.SPECTATOR.value: 0, Role.PLAYER.value: 1, Role.GM.value: 2}


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


# Seats


def seat_of(entrance: Entrance, key: str) -> Seat | None:
    return Seat.objects.filter(campaign=entrance.campaign, key=key).first()


def _masters(campaign: Campaign) -> int:
    return Seat.objects.filter(campaign=campaign, role=Role.GM, removed_at=None).count()


def may_change(entrance: Entrance, seat: Seat) -> bool:
    """The own seat; a player's and a spectator's for who runs the table; any for the owner."""
    if seat.pk == entrance.seat.pk or entrance.seat.owner:
        return True
    return runs_table(entrance) and seat.role != Role.GM and not seat.owner


def change_role(entrance: Entrance, key: str, role: str) -> Seat | Refusal:
    """A say is given by who runs the table; it takes effect with the next request of that person."""
    with locked(entrance.campaign.pk):
        seat = seat_of(entrance, key)
        wrong = _wrong_change(entrance, seat)
        if wrong:
            return wrong
        assert seat is not None
        rises = RANK[role] > RANK[seat.role]
        if rises and not (runs_table(entrance) or entrance.seat.owner):
            return answers.FORBIDDEN
        if role == Role.GM and not entrance.ruleset.needs_gm:
            return unprocessable("no_gm_here", NO_GM_HERE, field="role")
        if seat.role == Role.GM and role != Role.GM and _masters(entrance.campaign) == 1:
            return unprocessable("last_gm", LAST_GM, field="role")
        was, seat.role = seat.role, role
        seat.save(update_fields=["role"])
        if was != role:
            tell(entrance, seat, role)
        if was == Role.GM and role != Role.GM:
            _shut_behind(seat)
    return seat


def _shut_behind(seat: Seat) -> None:
    """The links by which a former game master could rise again: their own, and those for game masters."""
    found = Invitation.objects.filter(campaign=seat.campaign_id, revoked_at=None)
    found.filter(Q(created_by=seat) | Q(role=Role.GM)).update(revoked_at=timezone.now())


def _wrong_change(entrance: Entrance, seat: Seat | None) -> Refusal | None:
    if seat is None:
        return answers.NOT_FOUND
    if not may_change(entrance, seat):
        return answers.FORBIDDEN
    if not seat.is_live:
        return unprocessable("nobody_there", NOBODY_THERE, field="seat")
    return None


def rename_seat(entrance: Entrance, key: str, name: str) -> Seat | Refusal:
    """The name at the table; it comes validated."""
    with locked(entrance.campaign.pk):
        seat = seat_of(entrance, key)
        wrong = _wrong_change(entrance, seat)
        if wrong:
            return wrong
        assert seat is not None
        seat.name = name.strip()
        seat.full_clean(exclude=["campaign", "user"])
        seat.save(update_fields=["name"])
    return seat


def remove(entrance: Entrance, key: str) -> Refusal | None:
    """The person goes, at once; the seat and its heroes stay, and the history names it. One's own seat: one leaves."""
    with locked(entrance.campaign.pk):
        seat = seat_of(entrance, key)
        wrong = _wrong_change(entrance, seat)
        if wrong:
            return wrong
        assert seat is not None
        if seat.owner:
            return unprocessable("owner_stays", OWNER_STAYS, field="seat")
        if seat.role == Role.GM and _masters(entrance.campaign) == 1:
            return unprocessable("last_gm", LAST_GM, field="seat")
        Seat.objects.filter(pk=seat.pk).update(removed_at=timezone.now())
        tell(entrance, seat, "removed")
        if seat.role == Role.GM:
            _shut_behind(seat)
    return None


# Handing over


def may_hand_over(entrance: Entrance, hero: str) -> bool:
    return runs_table(entrance) or entrance.viewer.may_act_for(hero)


def hand_over_hero(entrance: Entrance, hero: str, key: str) -> Seat | Refusal:
    """To another seat: by who runs the table, or by the hero's own player."""
    if not may_hand_over(entrance, hero):
        return answers.FORBIDDEN
    if not _is_hero(entrance.campaign, hero):
        return answers.NOT_FOUND
    with locked(entrance.campaign.pk):
        seat = seat_of(entrance, key)
        if seat is None or not seat.is_live:
            return unprocessable("unknown_seat", NOBODY_THERE, field="seat", seat=key[:20])
        if seat.role == Role.SPECTATOR:
            return unprocessable("watches_only", WATCHES_ONLY, field="seat")
        _own(entrance.campaign, hero, seat)
        tell(entrance, seat, "hero", hero)
    return seat


def _own(campaign: Campaign, hero: str, seat: Seat) -> None:
    HeroOwner.objects.update_or_create(campaign=campaign, hero=hero, defaults={"seat": seat})


def hand_over_campaign(entrance: Entrance, key: str) -> Seat | Refusal:
    """The owner's alone: another seat owns it from now on."""
    if not entrance.seat.owner:
        return answers.FORBIDDEN
    with locked(entrance.campaign.pk):
        seat = seat_of(entrance, key)
        if seat is None or not seat.is_live:
            return unprocessable("unknown_seat", NOBODY_THERE, field="seat", seat=key[:20])
        if not Seat.objects.filter(pk=entrance.seat.pk, owner=True).update(owner=False):
            return answers.FORBIDDEN  # handed over a moment ago
        Seat.objects.filter(pk=seat.pk).update(owner=True)
        seat.owner = True
        tell(entrance, seat, "owner")
    return seat


# The campaign itself


def may_settle(entrance: Entrance) -> bool:
    """Its name, time zone and public link: the owner's, and of who runs the table."""
    return entrance.seat.owner or runs_table(entrance)


def settle(entrance: Entrance, name: str | None, zone: str | None) -> Campaign | Refusal:
    """Its name, its time zone, or both; they come validated."""
    if not may_settle(entrance):
        return answers.FORBIDDEN
    campaign = entrance.campaign
    campaign.name = campaign.name if name is None else name.strip()
    campaign.timezone = campaign.timezone if zone is None else zone
    campaign.clean_fields(exclude=["ruleset", "head_hash"])
    campaign.save(update_fields=["name", "timezone"])
    return campaign


def delete(entrance: Entrance, typed: str) -> Refusal | None:
    """The owner's, after typing its name; for 30 days it can be brought back."""
    if entrance.seat.owner and typed.strip() != entrance.campaign.name.strip():
        return unprocessable("wrong_name", WRONG_NAME, field="name")
    return delete_campaign(entrance)


def deleted_of(user: User) -> QuerySet[Seat]:
    """The seats of campaigns the person may bring back."""
    since = timezone.now() - RESTORABLE
    return Seat.objects.filter(
        user=user, owner=True, removed_at=None, campaign__deleted_at__gt=since
    ).select_related("campaign")


def restore(user: User, campaign_id: UUID) -> Campaign | None:
    seat = deleted_of(user).filter(campaign_id=campaign_id).first()
    if seat is None:
        return None
    restore_campaign(seat.campaign)
    seat.campaign.deleted_at = None
    return seat.campaign


def opened_by(token: str) -> Campaign | None:
    """The campaign of a public link that works."""
    return Campaign.objects.filter(public_hash=hashed(token), deleted_at=None).first()


def open_to_public(entrance: Entrance) -> str | Refusal:
    """A new read-only link; an older one stops working. It shows what a spectator may see."""
    if not may_settle(entrance):
        return answers.FORBIDDEN
    token = f"pub_{secrets.token_urlsafe(24)}"
    Campaign.objects.filter(pk=entrance.campaign.pk).update(public_hash=hashed(token))
    hints.announce(entrance.campaign.pk)
    return token


def close_to_public(entrance: Entrance) -> Refusal | None:
    if not may_settle(entrance):
        return answers.FORBIDDEN
    Campaign.objects.filter(pk=entrance.campaign.pk).update(public_hash="")
    hints.announce(entrance.campaign.pk)
    return None
