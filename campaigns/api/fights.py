"""Fights worked out by the rulebook, for programs."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from campaigns.access import enter
from campaigns.answers import by_the_rules
from campaigns.api import documented
from campaigns.api.refusals import Refused
from campaigns.api.shapes import FightAnswer
from campaigns.fights import room_of
from campaigns.localising import localised
from rules.kernel.messages import Violation
from rules.kernel.versus import Faced


class Room(APIView):
    """Pairs of opponent and count, in order."""

    @documented.fights
    def get(self, request: Request, campaign_id: UUID) -> Response:
        entrance = enter(request.user, campaign_id)
        versus = entrance.ruleset.versus
        if versus is None:
            raise Http404
        return fight(versus.room(entrance.state(), room_of(request.query_params, versus)))


def fight(found: Faced | Violation) -> Response:
    """What came of it, in the caller's language, or the refusal that names the field."""
    if isinstance(found, Violation):
        raise Refused(by_the_rules(found))
    return Response(localised(found.facts) | localised(FightAnswer(sections=found.sections)))
