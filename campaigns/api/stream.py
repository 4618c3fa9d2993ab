"""What happens as it happens, by program."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.models import Token
from campaigns.access import Entrance, enter
from campaigns.api import documented
from campaigns.live.streams import MEDIA_TYPE, last_seen, respond
from campaigns.live.views import anew


class Events(BaseRenderer):
    """Named in the request's Accept; what is sent is written by the stream."""

    media_type = MEDIA_TYPE
    format = "events"
    charset = None

    def render(self, data: Any, *args: Any, **kwargs: Any) -> bytes:
        return JSONRenderer().render(data)


class Stream(APIView):
    renderer_classes = [Events, JSONRenderer]

    @documented.stream
    def get(self, request: Request, campaign_id: UUID) -> HttpResponseBase:
        entrance = enter(request.user, campaign_id)
        plain = request._request  # noqa: SLF001  (DRF has no other way)
        return respond(plain, entrance, self._again(request, campaign_id), last_seen(plain))

    def _again(self, request: Request, campaign_id: UUID) -> Callable[[], Entrance]:
        if isinstance(request.auth, Token):
            return partial(by_token, request.auth.pk, campaign_id)
        return partial(by_session, request._request, campaign_id)  # noqa: SLF001


def by_session(request: HttpRequest, campaign_id: UUID) -> Entrance:
    """While the person is signed in."""
    return enter(anew(request).user, campaign_id)


def by_token(token: str, campaign_id: UUID) -> Entrance:
    """While the token is good."""
    found = Token.objects.select_related("user").filter(pk=token, user__is_active=True).first()
    if found is None or (found.expiry is not None and found.expiry < timezone.now()):
        raise Http404("the token is gone")
    return enter(found.user, campaign_id)
