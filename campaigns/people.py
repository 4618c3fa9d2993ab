"""Who sits in a campaign: roles, heroes and campaigns handed over, leaving. None of it is of the game.

Whoever runs the table may invite (`inviting`) and seat: a game master, and the owner of a game that needs none. What concerns the owner's seat,
another game master's or the campaign itself is the owner's.
"""

from __future__ import annotations

import hashlib
import secrets
import uuid
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import UUID

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from campaigns import answers
from campaigns.access import Entrance
from campaigns.answers import Refusal, unprocessable
from campaigns.door import asking_again
from campaigns.live import hints
from campaigns.malformed import UNSTORABLE
from campaigns.models import Campaign, HeroOwner, HeroRow, Invitation, Role, Seat
from campaigns.samples import limits
from campaigns.seats import delete_campaign, restore_campaign
from jobs.queue import leave_new
from rules.kernel.text import Text

if TYPE_CHECKING:
    from accounts.models import User

SEATING = "seating"
"""The kind of the job left where a seat was given something by somebody else, or its person was removed."""
RANK = {Role.SPECTATOR.value: 0, Role.PLAYER.value: 1, Role.GM.value: 2}
RESTORABLE = timedelta(days=30)

NO_SEAT = Text("Cette place n’existe pas.", "There is no such seat.")
NOBODY_THERE = Text("Personne n’est assis à cette place.", "Nobody sits in this seat.")
NO_HERO = Text("Ce héros n’est pas de cette campagne.", "This hero is not of this campaign.")
LAST_GM = Text(
    "Il faut un maître du jeu : donnez d’abord ce rôle à quelqu’un d’autre.",
    "A game master is needed: give the role to somebody else first.",
)
OWNER_STAYS = Text(
    "La campagne appartient à cette place : confiez-la d’abord à quelqu’un d’autre, ou supprimez-la.",
    "The campaign belongs to this seat: hand it over first, or delete it.",
)
WATCHES_ONLY = Text("Un spectateur n’a pas de héros.", "A spectator has no hero.")
HAS_HERO = Text(
    "Choisir un héros est pour qui joue et n’en a pas encore.",
    "To take a hero is for who plays and has none yet.",
)
HERO_TAKEN = Text("Ce héros n’attend personne.", "This hero waits for nobody.")
NO_GM_HERE = Text("Ce jeu n’a pas de maître du jeu.", "This game has no game master.")
WRONG_NAME = Text("Recopiez le nom de la campagne pour confirmer.", "Type the campaign’s name to confirm.")


def runs_table(entrance: Entrance) -> bool:
    return entrance.seat.role == Role.GM or (entrance.seat.owner and not entrance.ruleset.needs_gm)


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def reseat(*campaigns: UUID) -> None:
    """Who sits there, or whose a hero is, has changed: no act tells of it, and pages are to be made anew."""
    Campaign.objects.filter(pk__in=campaigns).update(seating=F("seating") + 1)
    for campaign_id in campaigns:
        hints.announce(campaign_id)


def tell(giver: Entrance, seat: Seat, what: str, hero: str = "") -> None:
    """Leaves word of what somebody else has done about this seat, in the transaction that did it."""
    if giver.seat.pk != seat.pk or what == "removed":
        arguments = {"seat": seat.key, "what": what, "hero": hero}
        leave_new(SEATING, f"{SEATING} {uuid.uuid4().hex}", arguments, subject=str(seat.campaign_id))


def is_hero(campaign: Campaign, key: str) -> bool:
    return not UNSTORABLE.search(key) and HeroRow.objects.filter(campaign=campaign, key=key).exists()


# Seats


def seat_of(entrance: Entrance, key: str) -> Seat | None:
    if UNSTORABLE.search(key):  # PostgreSQL does not look for what it cannot keep
        return None
    return Seat.objects.filter(campaign=entrance.campaign, key=key).first()


def _masters(campaign: Campaign) -> int:
    return Seat.objects.filter(campaign=campaign, role=Role.GM, removed_at=None).count()


def may_change(entrance: Entrance, seat: Seat) -> bool:
    """The own seat; a player's and a spectator's for who runs the table; any for the owner."""
    if seat.pk == entrance.seat.pk or entrance.seat.owner:
        return True
    return runs_table(entrance) and seat.role != Role.GM and not seat.owner


@asking_again
def change_role(entrance: Entrance, key: str, role: str) -> Seat | Refusal:
    """A say is given by who runs the table; it takes effect with the next request of that person."""
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
    reseat(entrance.campaign.pk)
    if was != role:
        tell(entrance, seat, role)
    if was == Role.GM and role != Role.GM:
        _shut_behind(seat)
    return seat


def _shut_behind(seat: Seat) -> None:
    """The links by which who ran the table could rise again: their own, and those for game masters."""
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


@asking_again
def rename_seat(entrance: Entrance, key: str, name: str) -> Seat | Refusal:
    """The name at the table; it comes validated."""
    seat = seat_of(entrance, key)
    wrong = _wrong_change(entrance, seat)
    if wrong:
        return wrong
    assert seat is not None
    seat.name = name.strip()
    seat.full_clean(exclude=["campaign", "user"])
    seat.save(update_fields=["name"])
    reseat(entrance.campaign.pk)
    return seat


@asking_again
def remove(entrance: Entrance, key: str) -> Refusal | None:
    """The person goes, at once; the seat and its heroes stay, and the history names it. One's own seat: one leaves."""
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
    reseat(entrance.campaign.pk)
    tell(entrance, seat, "removed")
    if seat.role == Role.GM:
        _shut_behind(seat)
    return None


# Handing over


def may_hand_over(entrance: Entrance, hero: str) -> bool:
    return runs_table(entrance) or entrance.viewer.may_act_for(hero)


@asking_again
def hand_over_hero(entrance: Entrance, hero: str, key: str) -> Seat | Refusal:
    """To another seat: by who runs the table, or by the hero's own player."""
    if not may_hand_over(entrance, hero):
        return answers.FORBIDDEN
    if not is_hero(entrance.campaign, hero):
        return answers.NOT_FOUND
    seat = seat_of(entrance, key)
    if seat is None or not seat.is_live:
        return unprocessable("unknown_seat", NOBODY_THERE, field="seat", seat=key[:20])
    if seat.role == Role.SPECTATOR:
        return unprocessable("watches_only", WATCHES_ONLY, field="seat")
    own(entrance.campaign, hero, seat)
    reseat(entrance.campaign.pk)
    tell(entrance, seat, "hero", hero)
    return seat


def free_heroes(entrance: Entrance) -> QuerySet[HeroRow]:
    """Those that wait for a player: whoever runs the table has made them, or nobody sits where they belong."""
    waiting = Q(seat__user=None) | Q(seat__removed_at__isnull=False)
    if entrance.ruleset.needs_gm:
        waiting |= Q(seat__role=Role.GM)
    theirs = HeroOwner.objects.filter(waiting, campaign=entrance.campaign).values("hero")
    return HeroRow.objects.filter(campaign=entrance.campaign, departed_seq=None, key__in=theirs)


@asking_again
def take_hero(entrance: Entrance, hero: str) -> str | Refusal:
    """A player who has no hero yet takes one that waits for somebody."""
    if entrance.seat.role == Role.SPECTATOR:
        return answers.FORBIDDEN
    if entrance.seat.role != Role.PLAYER or entrance.viewer.heroes:
        return unprocessable("has_hero", HAS_HERO)
    if UNSTORABLE.search(hero) or not free_heroes(entrance).filter(key=hero).exists():
        return unprocessable("hero_taken", HERO_TAKEN, field="hero")
    own(entrance.campaign, hero, entrance.seat)
    reseat(entrance.campaign.pk)
    return hero


def own(campaign: Campaign, hero: str, seat: Seat) -> None:
    HeroOwner.objects.update_or_create(campaign=campaign, hero=hero, defaults={"seat": seat})


@asking_again
def hand_over_campaign(entrance: Entrance, key: str) -> Seat | Refusal:
    """The owner's alone: another seat owns it from now on."""
    if not entrance.seat.owner:
        return answers.FORBIDDEN
    seat = seat_of(entrance, key)
    if seat is None:
        return answers.NOT_FOUND
    if not seat.is_live or seat.user_id is None:
        return unprocessable("unknown_seat", NOBODY_THERE, field="seat", seat=key[:20])
    Seat.objects.filter(pk=entrance.seat.pk).update(owner=False)
    Seat.objects.filter(pk=seat.pk).update(owner=True)
    reseat(entrance.campaign.pk)
    tell(entrance, seat, "owner")
    if not entrance.ruleset.needs_gm and seat.pk != entrance.seat.pk:
        _shut_behind(entrance.seat)
    seat.owner = True
    return seat


# The campaign itself


def may_settle(entrance: Entrance) -> bool:
    """Its name, time zone and public link: the owner's, and of who runs the table."""
    return entrance.seat.owner or runs_table(entrance)


@asking_again
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


@asking_again
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


@asking_again
def open_to_public(entrance: Entrance) -> str | Refusal:
    """A new read-only link; an older one stops working. It shows what a spectator may see."""
    if not may_settle(entrance):
        return answers.FORBIDDEN
    if refusal := limits.refused(entrance):
        return refusal
    token = f"pub_{secrets.token_urlsafe(24)}"
    Campaign.objects.filter(pk=entrance.campaign.pk).update(public_hash=hashed(token))
    hints.announce(entrance.campaign.pk)
    return token


@asking_again
def close_to_public(entrance: Entrance) -> Refusal | None:
    if not may_settle(entrance):
        return answers.FORBIDDEN
    Campaign.objects.filter(pk=entrance.campaign.pk).update(public_hash="")
    hints.announce(entrance.campaign.pk)
    return None
