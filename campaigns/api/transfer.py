"""A campaign as a file: out of here, and in."""

from __future__ import annotations

from io import BytesIO
from typing import IO, Any, cast
from uuid import UUID

from django.conf import settings
from django.http import StreamingHttpResponse
from django.utils.translation import gettext as _
from rest_framework import status
from rest_framework.exceptions import APIException
from rest_framework.parsers import BaseParser, MultiPartParser
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from campaigns.access import enter
from campaigns.answers import Refusal, malformed
from campaigns.api import documented
from campaigns.api.campaigns import founded, founded_before
from campaigns.api.reading import optional_key
from campaigns.api.refusals import Refused, unless_refused
from campaigns.transfer.exporting import export, filename
from campaigns.transfer.format import MEDIA_TYPE
from campaigns.transfer.importing import id_of, import_campaign
from campaigns.transfer.sending import send
from rules.kernel.text import Text

FILE_WANTED = Text("Un fichier est attendu.", "A file is expected.")
UNKNOWN_FIELD = Text("Champ inconnu.", "Unknown field.")


class TooLarge(APIException):
    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE


class JsonLines(BaseRenderer):
    """What may be asked for; the lines themselves are streamed."""

    media_type = MEDIA_TYPE
    format = "jsonl"

    def render(self, data: Any, *args: Any, **kwargs: Any) -> bytes:
        return JSONRenderer().render(data)


class JsonLinesParser(BaseParser):
    """The file as it is, not larger than an upload may be."""

    media_type = MEDIA_TYPE

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        limit = settings.REQUEST_MAX_BYTES
        content = stream.read(limit + 1)
        if len(content) > limit:
            raise TooLarge(_("At most %(limit)d bytes are read.") % {"limit": limit})
        return BytesIO(content)


class Export(APIView):
    renderer_classes = [JsonLines, JSONRenderer]

    @documented.export_campaign
    def get(self, request: Request, campaign_id: UUID) -> StreamingHttpResponse:
        entrance = enter(request.user, campaign_id)
        pieces = unless_refused(export(entrance))
        return send(request._request, pieces, filename(entrance.campaign))  # noqa: SLF001  (DRF has no other way)


class Import(APIView):
    parser_classes = [JsonLinesParser, MultiPartParser]

    @documented.import_campaign
    def post(self, request: Request) -> Response:
        user, file, key = cast(User, request.user), sent_file(request), optional_key(request)
        known = id_of(user, file, key) if key else None
        if known and (first := founded_before(user, known)):
            return first
        outcome = import_campaign(user, file, known)
        if isinstance(outcome, Refusal) and known and (first := founded_before(user, known)):
            return first
        return founded(user, unless_refused(outcome).pk)


def sent_file(request: Request) -> IO[bytes]:
    """The body, or the one file of a form."""
    data: Any = request.data
    return data if isinstance(data, BytesIO) else file_in(request)


def file_in(request: Request) -> IO[bytes]:
    """The one file of a form that has nothing else in it."""
    for name in request.data:
        if name != "file":
            raise Refused(malformed(name, UNKNOWN_FIELD))
    files = request.FILES.getlist("file")
    if len(files) != 1:
        raise Refused(malformed("file", FILE_WANTED))
    return cast(IO[bytes], files[0])
