"""Heroes as files, by program."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.views import APIView

from campaigns.access import enter
from campaigns.api import documented
from campaigns.api.reading import body
from campaigns.api.refusals import unless_refused
from campaigns.api.transfer import TooLarge, file_in
from campaigns.transfer.heroes import HeroFile
from characters import hero_files


class Export(APIView):
    @documented.export_hero
    def get(self, request: Request, campaign_id: UUID, hero: str) -> HttpResponse:
        entrance = enter(request.user, campaign_id)
        return download(unless_refused(hero_files.hero_file(entrance, hero)))


def download(file: HeroFile) -> HttpResponse:
    response = HttpResponse(msgspec.json.encode(file), content_type=hero_files.MEDIA_TYPE)
    response["Content-Disposition"] = f'attachment; filename="{hero_files.filename(file)}"'
    return response


class HeroFiles(APIView):
    parser_classes: Any = [*api_settings.DEFAULT_PARSER_CLASSES, MultiPartParser]

    @documented.read_hero_file
    def post(self, request: Request, campaign_id: UUID) -> Response:
        entrance = enter(request.user, campaign_id)
        command = unless_refused(hero_files.enrolment(entrance, sent(request)))
        return Response({"command": command})


def sent(request: Request) -> bytes:
    """The JSON of the body, or of the one file of a form."""
    if not (request.content_type or "").startswith("multipart/"):
        return msgspec.json.encode(body(request))
    return read_upload(file_in(request))


def read_upload(file: object) -> bytes:
    content: bytes = file.read(hero_files.FILE_BYTES + 1)  # type: ignore[attr-defined]
    if len(content) > hero_files.FILE_BYTES:
        raise TooLarge(_("At most %(limit)d bytes are read.") % {"limit": hero_files.FILE_BYTES})
    return content
