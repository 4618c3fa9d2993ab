"""Portraits of heroes, by program."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.urls import reverse
from rest_framework.parsers import MultiPartParser
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.views import APIView

from campaigns import people
from campaigns.access import Entrance, enter
from campaigns.answers import malformed
from campaigns.api import documented
from campaigns.api.reading import body, read
from campaigns.api.refusals import Refused, unless_refused
from campaigns.api.shapes import PortraitAnswer, PortraitChoice
from campaigns.api.transfer import FILE_WANTED, UNKNOWN_FIELD
from campaigns.localising import localised
from campaigns.portraits import keeping, sending
from campaigns.portraits.pictures import LARGE, MEDIA_TYPE, SMALL
from characters import portraits


class OnePortrait(APIView):
    parser_classes: Any = [*api_settings.DEFAULT_PARSER_CLASSES, MultiPartParser]

    @documented.portrait
    def get(self, request: Request, campaign_id: UUID, hero: str) -> Response:
        return Response(localised(answer(enter(request.user, campaign_id), hero)))

    @documented.set_portrait
    def put(self, request: Request, campaign_id: UUID, hero: str) -> Response:
        entrance = enter(request.user, campaign_id)
        if (request.content_type or "").startswith("multipart/"):
            unless_refused(sending.set_portrait(entrance, hero, *sent(request)))
        else:
            unless_refused(keeping.restore(entrance, hero, read(body(request), PortraitChoice).digest))
        return Response(localised(answer(enter(request.user, campaign_id), hero)))

    @documented.remove_portrait
    def delete(self, request: Request, campaign_id: UUID, hero: str) -> Response:
        unless_refused(keeping.remove(enter(request.user, campaign_id), hero))
        return Response(status=204)


class WebP(BaseRenderer):
    """What may be asked for; the picture itself is answered as it is."""

    media_type = MEDIA_TYPE
    format = "webp"

    def render(self, data: Any, *args: Any, **kwargs: Any) -> bytes:
        return JSONRenderer().render(data)


class Picture(APIView):
    renderer_classes = [WebP, JSONRenderer]

    @documented.portrait_picture
    def get(self, request: Request, campaign_id: UUID, hero: str, digest: str, side: int) -> HttpResponse:
        return portraits.answer(enter(request.user, campaign_id), hero, digest, side)


def sent(request: Request) -> tuple[object, dict[str, str]]:
    """The one file of the form, and its fields."""
    data: Any = request.data
    known = {"file", *sending.BOUNDS}
    for name in data:
        if name not in known:
            raise Refused(malformed(name, UNKNOWN_FIELD))
    fields = {name: str(data[name]) for name in sending.BOUNDS if name in data}
    files = request.FILES.getlist("file")
    if len(files) != 1:
        raise Refused(malformed("file", FILE_WANTED))
    return files[0], fields


def answer(entrance: Entrance, hero: str) -> PortraitAnswer:
    if not people.is_hero(entrance.campaign, hero):
        raise Http404
    rows = list(keeping.portraits(entrance.campaign, hero))
    current = next((row for row in rows if row.is_current), None)
    may_change = keeping.may_change(entrance, hero)
    return PortraitAnswer(
        hero=hero,
        digest=current.digest if current else None,
        set_at=current.set_at if current else None,
        small=url_of(entrance, current, SMALL),
        large=url_of(entrance, current, LARGE),
        earlier=tuple(row.digest for row in rows if not row.is_current) if may_change else (),
    )


def url_of(entrance: Entrance, row: Any, side: int) -> str | None:
    if row is None:
        return None
    return reverse("api-portrait-picture", args=[entrance.campaign.pk, row.hero, row.digest, side])
