"""What lies on the table: the state of the campaign, and what may be done now."""

from __future__ import annotations

from uuid import UUID

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from campaigns.access import enter
from campaigns.api import documented
from campaigns.api.paging import LONG, page
from campaigns.api.reading import read, word
from campaigns.api.shapes import StateAnswer
from campaigns.forms import flatten, read_form
from campaigns.localising import localised
from rules.kernel.messages import Command
from rules.kernel.offers import Given


class State(APIView):
    @documented.state
    def get(self, request: Request, campaign_id: UUID) -> Response:
        entrance = enter(request.user, campaign_id)
        board = entrance.ruleset.board(entrance.state(), entrance.viewer)
        version = entrance.campaign.version
        answer = StateAnswer(version=version, scope=board.scope, sections=board.sections)
        return Response(localised(board.facts) | localised(answer))


class Offers(APIView):
    @documented.offers
    def get(self, request: Request, campaign_id: UUID) -> Response:
        entrance = enter(request.user, campaign_id)
        hero, kind = word(request, "hero"), word(request, "kind")
        given = given_of(request, entrance.ruleset.codec.commands.get(kind or ""))
        offers = entrance.ruleset.offers(entrance.state(), entrance.viewer, hero=hero, kind=kind, given=given)
        return page(request, offers, localised, LONG)


def given_of(request: Request, command: type[Command] | None) -> Given:
    """The values already chosen, of the types the command gives them; without a kind there are none."""
    if command is None:
        return {}
    plain = read_form(command, request.query_params)
    types = {field.encode_name: field.type for field in msgspec.structs.fields(command)}
    for name, value in plain.items():
        read({name: value}, msgspec.defstruct("Given", [(name, types[name])]))
    return flatten(plain)
