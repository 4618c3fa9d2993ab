"""Acts: sending one, trying one, taking one back."""

from __future__ import annotations

from uuid import UUID

from django.urls import reverse
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from campaigns import acts
from campaigns.access import Entrance, enter
from campaigns.answers import Accepted, Envelope, Preview, Refusal
from campaigns.api import documented, past
from campaigns.api.reading import UndoRequest, body, idempotency_key, if_match, read, read_act
from campaigns.api.refusals import unless_refused
from campaigns.api.shapes import ActAnswer, PreviewAnswer
from campaigns.localising import localised
from campaigns.undo import undo


class Acts(APIView):
    @documented.history
    def get(self, request: Request, campaign_id: UUID) -> Response:
        return past.page(request, enter(request.user, campaign_id))

    @documented.act
    def post(self, request: Request, campaign_id: UUID) -> Response:
        entrance = enter(request.user, campaign_id)
        plain, envelope = read_act(request, idempotency_key(request))
        return answered(entrance, acts.perform(entrance, plain, envelope))


class PreviewOfAct(APIView):
    @documented.preview
    def post(self, request: Request, campaign_id: UUID) -> Response:
        entrance = enter(request.user, campaign_id)
        plain, envelope = read_act(request)
        found = unless_refused(acts.preview(entrance, plain, envelope))
        return Response(localised(preview_answer(found)))


class OneAct(APIView):
    @documented.one_act
    def get(self, request: Request, campaign_id: UUID, seq: int) -> Response:
        return Response(past.one(enter(request.user, campaign_id), seq))


class UndoOfAct(APIView):
    @documented.undo
    def post(self, request: Request, campaign_id: UUID, seq: int) -> Response:
        entrance = enter(request.user, campaign_id)
        wanted = read(body(request), UndoRequest)
        envelope = Envelope(key=idempotency_key(request), if_match=if_match(request))
        return answered(entrance, undo(entrance, seq, through=wanted.through, envelope=envelope))


def answered(entrance: Entrance, answer: Accepted | Refusal) -> Response:
    """201 for what is new, 200 for what this key was given for before."""
    accepted: Accepted = unless_refused(answer)
    code = status.HTTP_201_CREATED if accepted.created else status.HTTP_200_OK
    address = reverse("api-act", args=[entrance.campaign.id, accepted.entry_seq])
    return Response(localised(act_answer(accepted)), code, headers={"Location": address})


def act_answer(accepted: Accepted) -> ActAnswer:
    return ActAnswer(
        seq=accepted.entry_seq,
        version=accepted.version,
        act_id=accepted.act_id,
        command=accepted.command,
        events=accepted.events,
        undone=accepted.undone,
        warnings=accepted.warnings,
        sentence=accepted.sentence,
    )


def preview_answer(preview: Preview) -> PreviewAnswer:
    return PreviewAnswer(
        version=preview.version,
        events=preview.events,
        receipts=preview.sections,
        changes=preview.changes,
        warnings=preview.warnings,
    )
