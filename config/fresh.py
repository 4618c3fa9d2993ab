"""What a program has read already and what is still so is not sent again: 304."""

import hashlib
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.deprecation import MiddlewareMixin

KEPT = "/api/v1/campaigns/"


class Fresh(MiddlewareMixin):
    """A weak ETag over what the caller is answered: it tells nothing that the answer does not, and asks nothing more."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        is_read = request.method in ("GET", "HEAD") and request.path.startswith(KEPT)
        if not is_read or response.streaming or response.status_code != 200:
            return response
        if "ETag" not in response:  # what has a version has one already
            response["ETag"] = f'W/"{hashlib.sha256(response.content).hexdigest()[:32]}"'  # type: ignore[attr-defined]
        response.setdefault("Cache-Control", "private, no-cache")
        whole = cast(HttpResponse, response)
        return cast(HttpResponse, get_conditional_response(request, etag=response["ETag"], response=whole))
