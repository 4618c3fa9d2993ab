"""People: seats, invitations, handing over, what is public, bringing back."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.http import Http404
from django.urls import reverse
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from campaigns import inviting, models, people
from campaigns.access import Entrance, enter
from campaigns.api import documented
from campaigns.api.campaigns import campaign_plain, seat_answer
from campaigns.api.paging import page
from campaigns.api.reading import HeroSeat, NewInvitation, SeatChanges, body, read, read_nothing, seat_changes
from campaigns.api.refusals import unless_refused
from campaigns.api.shapes import InvitationAnswer, InvitedAnswer, PublicLinkAnswer
from campaigns.localising import Plain, localised
from jobs.transactions import writing
from rules.kernel.offers import Role


def person(request: Request) -> User:
    return cast(User, request.user)


class OneSeat(APIView):
    @documented.change_seat
    def patch(self, request: Request, campaign_id: UUID, seat: str) -> Response:
        entrance = enter(request.user, campaign_id)
        wanted = seat_changes(request)
        found = changed(entrance, seat, wanted)
        return Response(localised(seat_answer(found)))

    @documented.remove_seat
    def delete(self, request: Request, campaign_id: UUID, seat: str) -> Response:
        unless_refused(people.remove(enter(request.user, campaign_id), seat))
        return Response(status=status.HTTP_204_NO_CONTENT)


def changed(entrance: Entrance, key: str, wanted: SeatChanges) -> models.Seat:
    """The seat with all that is wanted; nothing of it is done where one part is refused."""
    with writing():
        found: models.Seat | None = people.seat_of(entrance, key)
        if wanted.name is not None:
            found = unless_refused(people.rename_seat(entrance, key, wanted.name))
        if wanted.role is not None:
            found = unless_refused(people.change_role(entrance, key, wanted.role))
        if wanted.owner:
            found = unless_refused(people.hand_over_campaign(entrance, key))
    if found is None:
        raise Http404("no such seat")
    return found


class HeroOwner(APIView):
    @documented.hand_over_hero
    def put(self, request: Request, campaign_id: UUID, hero: str) -> Response:
        entrance = enter(request.user, campaign_id)
        wanted = read(body(request), HeroSeat)
        return Response(
            localised(seat_answer(unless_refused(people.hand_over_hero(entrance, hero, wanted.seat))))
        )


class Invitations(APIView):
    @documented.list_invitations
    def get(self, request: Request, campaign_id: UUID) -> Response:
        found = unless_refused(inviting.invitations(enter(request.user, campaign_id)))
        return page(request, found, invitation_plain)

    @documented.invite
    def post(self, request: Request, campaign_id: UUID) -> Response:
        entrance = enter(request.user, campaign_id)
        wanted = read(body(request), NewInvitation)
        made = unless_refused(
            inviting.invite(entrance, wanted.role, wanted.hero, wanted.expires_in, wanted.uses, wanted.seat)
        )
        url = request.build_absolute_uri(reverse("invitation", args=[made.token]))
        plain = invitation_plain(made.invitation, token=made.token, code=made.code, url=url)
        return Response(plain, status.HTTP_201_CREATED, headers={"Cache-Control": "no-store"})


class OneInvitation(APIView):
    @documented.revoke
    def delete(self, request: Request, campaign_id: UUID, invitation: UUID) -> Response:
        unless_refused(inviting.revoke(enter(request.user, campaign_id), invitation))
        return Response(status=status.HTTP_204_NO_CONTENT)


def invitation_plain(
    invitation: models.Invitation,
    token: str | None = None,
    code: str | None = None,
    url: str | None = None,
) -> Plain:
    answer = InvitationAnswer(
        id=invitation.id,
        role=cast(Role, invitation.role),
        hero=invitation.hero or None,
        seat=invitation.seat.key if invitation.seat else None,
        uses_left=invitation.uses_left,
        expires_at=invitation.expires_at,
        token=token,
        code=code,
        url=url,
    )
    plain: Plain = localised(answer)
    return plain


class Invited(APIView):
    @documented.invited
    def get(self, request: Request, token: str) -> Response:
        found = inviting.looked_up(token)
        if found is None:
            raise Http404("no such invitation")
        answer = InvitedAnswer(
            campaign=found.campaign.name,
            ruleset=found.campaign.ruleset,
            role=cast(Role, found.role),
            hero=found.hero or None,
            hero_name=inviting.hero_name(found),
        )
        return Response(localised(answer))


class Acceptance(APIView):
    @documented.accept
    def post(self, request: Request, token: str) -> Response:
        read_nothing(request)
        accepted = inviting.accept(person(request), token)
        if accepted is None:
            raise Http404("no such invitation")
        code = status.HTTP_201_CREATED if accepted.is_new else status.HTTP_200_OK
        return Response(campaign_plain(accepted.seat), code)


class Deleted(APIView):
    @documented.list_deleted
    def get(self, request: Request) -> Response:
        return page(
            request, people.deleted_of(person(request)).order_by("-campaign__deleted_at"), campaign_plain
        )


class Restoring(APIView):
    @documented.restore
    def post(self, request: Request, campaign_id: UUID) -> Response:
        read_nothing(request)
        if people.restore(person(request), campaign_id) is None:
            raise Http404("no such campaign")
        return Response(campaign_plain(enter(request.user, campaign_id).seat))


class PublicLink(APIView):
    @documented.open_link
    def put(self, request: Request, campaign_id: UUID) -> Response:
        entrance = enter(request.user, campaign_id)
        read_nothing(request)
        token = unless_refused(people.open_to_public(entrance))
        url = request.build_absolute_uri(reverse("shared", args=[token]))
        plain = localised(PublicLinkAnswer(url=url))
        return Response(plain, status.HTTP_201_CREATED, headers={"Cache-Control": "no-store"})

    @documented.close_link
    def delete(self, request: Request, campaign_id: UUID) -> Response:
        unless_refused(people.close_to_public(enter(request.user, campaign_id)))
        return Response(status=status.HTTP_204_NO_CONTENT)
