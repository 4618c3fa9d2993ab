"""Each request has an id, and leaves one line in the log and its figures when it has been answered."""

from __future__ import annotations

import logging
import re
import time
import uuid
from collections.abc import Callable
from typing import Any

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.functional import SimpleLazyObject

from config import metrics
from config.logs import masked
from jobs import about

HEADER = "X-Request-ID"
WELL_FORMED = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")
WATCHES = ("healthz", "readyz", "metrics")
"""Asked every few seconds, and no news while all is well."""
UNKNOWN = "unknown"
"""The route of an address that leads nowhere."""

log = logging.getLogger("questkeep.requests")


class Watched:
    """The outermost: it measures what the others take too. Nothing is read for it that the request has not read."""

    sync_capable = async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self.get_response = get_response
        self.is_async = iscoroutinefunction(get_response)
        if self.is_async:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Any:
        if self.is_async:
            return self._later(request)
        begun = begin(request)
        return end(request, self.get_response(request), begun)

    async def _later(self, request: HttpRequest) -> HttpResponseBase:
        begun = begin(request)
        return end(request, await self.get_response(request), begun)


def begin(request: HttpRequest) -> float:
    about.begin(request_id=given_id(request) or uuid.uuid4().hex)
    return time.perf_counter()


def given_id(request: HttpRequest) -> str:
    """What somebody before us calls it, where that is an id and opens nothing."""
    given = request.headers.get(HEADER, "")
    return given if WELL_FORMED.fullmatch(given) and masked(given) == given else ""


def end(request: HttpRequest, response: HttpResponseBase, begun: float) -> HttpResponseBase:
    took = time.perf_counter() - begun
    response.headers.setdefault(HEADER, about.request_id())
    about.say(**of_request(request))
    method = request.method or ""
    metrics.answered(route(request), method, response.status_code, took)
    is_watch = route(request) in WATCHES and response.status_code < 400
    log.log(
        logging.DEBUG if is_watch else logging.INFO,
        "%s %s %d",
        method,
        request.path,
        response.status_code,
        extra={
            "method": method,
            "path": request.path,
            "route": route(request),
            "status": response.status_code,
            "duration_ms": round(took * 1000, 1),
        },
    )
    return response


def route(request: HttpRequest) -> str:
    """The address by the name it has among us, never as it was typed."""
    match = request.resolver_match
    return (match.url_name if match else None) or UNKNOWN


def of_request(request: HttpRequest) -> dict[str, Any]:
    found: dict[str, Any] = {}
    match = request.resolver_match
    if match and "campaign_id" in match.kwargs:
        found["campaign_id"] = str(match.kwargs["campaign_id"])
    user = request.__dict__.get("user")
    if isinstance(user, SimpleLazyObject):  # whoever it is, if anybody asked
        user = request.__dict__.get("_cached_user")
    if user is not None and user.is_authenticated:
        found["user_id"] = user.pk
    return found
