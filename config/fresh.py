"""What a program has read already and what is still so is not sent again: 304."""

import hashlib

from django.http import HttpRequest, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin
from django.utils.http import parse_etags

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
        return unchanged(response) if is_known(request, response["ETag"]) else response


def is_known(request: HttpRequest, etag: str) -> bool:
    """Whether the caller has this already. `If-Match` is for writes: a read never fails by it."""
    known = parse_etags(request.headers.get("If-None-Match", ""))
    return "*" in known or etag.removeprefix("W/") in {one.removeprefix("W/") for one in known}


def unchanged(response: HttpResponseBase) -> HttpResponseNotModified:
    kept = {name: response[name] for name in ("ETag", "Cache-Control", "Vary") if name in response}
    same = HttpResponseNotModified(headers=kept)
    same.cookies = response.cookies
    return same
