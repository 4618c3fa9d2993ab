"""The file on its way out."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, StreamingHttpResponse

from campaigns.transfer.format import MEDIA_TYPE


def send(
    request: HttpRequest, pieces: Iterator[bytes], name: str, media_type: str = MEDIA_TYPE
) -> StreamingHttpResponse:
    """A download, never whole in memory: an asynchronous server would gather what comes from a plain iterator."""
    content = _awaited(pieces) if isinstance(request, ASGIRequest) else pieces
    response = StreamingHttpResponse(content, content_type=media_type)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "no-store"
    return response


async def _awaited(pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
    following = sync_to_async(lambda: next(pieces, b""))
    while piece := await following():
        yield piece
