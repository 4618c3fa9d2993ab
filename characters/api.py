"""Heroes by program: the roster and the sheet."""

from __future__ import annotations

from typing import Any, cast
from uuid import UUID

from django.db.models import OuterRef, Subquery
from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from campaigns.access import Entrance, enter
from campaigns.api import documented
from campaigns.api.fights import fight
from campaigns.api.paging import page
from campaigns.api.shapes import RosterAnswer, SheetAnswer
from campaigns.fights import query_of
from campaigns.localising import Plain, language, localised
from campaigns.models import HeroOwner, HeroRow
from campaigns.portraits.faces import faces_of
from campaigns.snapshots import state_at
from rules.kernel.ruleset import Status
from rules.kernel.sections import Sheet


class Heroes(APIView):
    @documented.list_heroes
    def get(self, request: Request, campaign_id: UUID) -> Response:
        entrance = enter(request.user, campaign_id)
        return page(
            request,
            roster(entrance),
            lambda row: localised(roster_answer(row, faces_of(entrance.campaign.faces))),
        )


class OneHero(APIView):
    @documented.sheet
    def get(self, request: Request, campaign_id: UUID, hero: str) -> Response:
        entrance = enter(request.user, campaign_id)
        row = roster(entrance).filter(key=hero).first()
        if row is None:
            raise Http404
        return Response(sheet_plain(entrance, row))


class Versus(APIView):
    @documented.versus
    def get(self, request: Request, campaign_id: UUID, hero: str) -> Response:
        entrance = enter(request.user, campaign_id)
        versus, state = entrance.ruleset.versus, entrance.state()
        if versus is None or all(one.key != hero for one in entrance.ruleset.heroes(state)):
            raise Http404
        return fight(versus.faced(state, hero, query_of(request.query_params)))


def roster(entrance: Entrance) -> Any:
    """Everybody who ever was of the party, each with the seat whose hero it is."""
    owner = HeroOwner.objects.filter(campaign=entrance.campaign, hero=OuterRef("key")).values("seat__key")
    everybody = HeroRow.objects.filter(campaign=entrance.campaign).annotate(seat=Subquery(owner))
    return everybody.order_by("id")


def roster_answer(row: Any, portraits: dict[str, str]) -> RosterAnswer:
    return RosterAnswer(
        key=row.key,
        name=row.name,
        title=row.title_fr if language() == "fr" else row.title_en,
        icon=row.icon,
        status=cast(Status, row.status),
        alive=row.status != "dead",
        seat=row.seat,
        level=row.level,
        xp=row.xp,
        gold=row.gold,
        in_play=row.in_play,
        is_down=row.is_down,
        portrait=portraits.get(row.key),
    )


def sheet_plain(entrance: Entrance, row: Any) -> Plain:
    """The sheet; who left the game is shown as they were before the act they left with."""
    state = entrance.state()
    if row.departed_seq is not None:
        state = state_at(entrance.campaign, row.departed_seq - 1)
    sheet = entrance.ruleset.sheet(state, row.key, entrance.viewer)
    roster_facts: Plain = localised(roster_answer(row, faces_of(entrance.campaign.faces)))
    return roster_facts if sheet is None else localised(sheet.facts) | localised(sheet_answer(sheet, row))


def sheet_answer(sheet: Sheet, row: Any) -> SheetAnswer:
    return SheetAnswer(
        key=sheet.key,
        name=sheet.name,
        seat=row.seat,
        status=cast(Status, row.status),
        subtitle=sheet.subtitle,
        icon=sheet.icon,
        badges=sheet.badges,
        sections=sheet.sections,
    )
