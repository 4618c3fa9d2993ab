"""The caller's campaigns: founding, reading, renaming, deleting, and who sits in them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast
from uuid import UUID

from django.db.models import Prefetch
from django.urls import reverse
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from campaigns import people, seats, zones
from campaigns.access import enter, seats_of
from campaigns.answers import malformed, unprocessable
from campaigns.api import documented
from campaigns.api.paging import page
from campaigns.api.reading import CampaignChanges, NewCampaign, body, optional_key, read
from campaigns.api.refusals import Refused, unless_refused
from campaigns.api.shapes import CampaignAnswer, SeatAnswer
from campaigns.localising import Plain, localised
from campaigns.models import Campaign, Seat
from rules.kernel.offers import Role
from rules.kernel.registry import rulesets
from rules.kernel.text import Text

NOTHING_WANTED = Text(
    "Rien n’est à changer : un nom, un fuseau horaire.", "Nothing to change: a name, a time zone."
)
UNKNOWN_ZONE = Text("Aucun fuseau horaire ne porte ce nom.", "No time zone is called that.")
UNKNOWN_RULESET = Text("Il n’y a pas de livre de règles « {key} ».", "There is no rulebook “{key}”.")


class Campaigns(APIView):
    @documented.list_campaigns
    def get(self, request: Request) -> Response:
        everybody = Prefetch("campaign__seats", Seat.objects.order_by("id"))
        own = (
            seats_of(cast(User, request.user))
            .prefetch_related(everybody)
            .order_by("-campaign__created_at", "id")
        )
        return page(request, own, campaign_plain)

    @documented.found_campaign
    def post(self, request: Request) -> Response:
        wanted = read(body(request), NewCampaign)
        if wanted.ruleset not in rulesets():
            text = UNKNOWN_RULESET(key=wanted.ruleset)
            raise Refused(unprocessable("unknown_ruleset", text, field="ruleset", key=wanted.ruleset))
        user, key = cast(User, request.user), optional_key(request)
        known = seats.id_of(user, wanted.name, wanted.ruleset, key)
        first = founded_before(user, known)
        if first is None:
            seats.found_once(user, wanted.name, wanted.ruleset, key, known)
        return first or founded(user, known)


class OneCampaign(APIView):
    @documented.read_campaign
    def get(self, request: Request, campaign_id: UUID) -> Response:
        return Response(campaign_plain(enter(request.user, campaign_id).seat))

    @documented.change_campaign
    def patch(self, request: Request, campaign_id: UUID) -> Response:
        entrance = enter(request.user, campaign_id)
        wanted = read(body(request), CampaignChanges)
        if wanted == CampaignChanges():
            raise Refused(malformed("", NOTHING_WANTED))
        wrong_zone = wanted.timezone and wanted.timezone not in zones.names()
        if wrong_zone:
            raise Refused(unprocessable("unknown_zone", UNKNOWN_ZONE, field="timezone"))
        own = entrance.seat
        own.campaign = unless_refused(people.settle(entrance, wanted.name, wanted.timezone))
        return Response(campaign_plain(own))

    @documented.delete_campaign
    def delete(self, request: Request, campaign_id: UUID) -> Response:
        unless_refused(seats.delete_campaign(enter(request.user, campaign_id)))
        return Response(status=status.HTTP_204_NO_CONTENT)


class Seats(APIView):
    @documented.list_seats
    def get(self, request: Request, campaign_id: UUID) -> Response:
        everybody = enter(request.user, campaign_id).campaign.seats.order_by("id")
        return page(request, everybody, lambda seat: localised(seat_answer(seat)))


def founded_before(user: User, campaign_id: UUID) -> Response | None:
    """What was answered the first time; None where this is the first time."""
    if not Campaign.objects.filter(pk=campaign_id).exists():
        return None
    return Response(campaign_plain(enter(user, campaign_id).seat))


def founded(user: User, campaign_id: UUID) -> Response:
    address = reverse("api-campaign", args=[campaign_id])
    plain = campaign_plain(enter(user, campaign_id).seat)
    return Response(plain, status.HTTP_201_CREATED, headers={"Location": address})


def campaign_plain(own: Seat) -> Plain:
    """A campaign as the person of this seat sees it."""
    plain: Plain = localised(campaign_answer(own.campaign, own, own.campaign.seats.all()))
    return plain


def campaign_answer(campaign: Campaign, own: Seat, everybody: Iterable[Seat]) -> CampaignAnswer:
    return CampaignAnswer(
        id=campaign.id,
        name=campaign.name,
        ruleset=campaign.ruleset,
        version=campaign.version,
        created_at=campaign.created_at,
        timezone=campaign.timezone,
        unverified=campaign.unverified,
        seat=own.key,
        role=cast(Role, own.role),
        owner=own.owner,
        seats=tuple(map(seat_answer, everybody)),
    )


def seat_answer(seat: Seat) -> SeatAnswer:
    return SeatAnswer(
        key=seat.key,
        name=seat.name,
        role=cast(Role, seat.role),
        owner=seat.owner,
        live=seat.is_live,
        vacant=seat.vacant,
    )
