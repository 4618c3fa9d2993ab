"""Whoever tries links that open something, one after the other, has to wait."""

import time
from http import HTTPStatus
from typing import Any

from allauth.core.internal.ratelimit import get_ip
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

from config import errors
from config.cache import count

OPENS = "token"
"""What an address that opens something to its holder calls the part that does."""


class Guesses(MiddlewareMixin):
    """Counts, for each place, the tokens in addresses that opened nothing: settings.GUESSES."""

    def process_view(
        self, request: HttpRequest, view: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        if OPENS in kwargs and cache.get(counter(request), 0) >= settings.GUESSES[0]:
            return too_many(request)
        return None

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        match = request.resolver_match
        if match and OPENS in match.kwargs and response.status_code == HTTPStatus.NOT_FOUND:
            count(counter(request), 2 * settings.GUESSES[1])
        return response


def counter(request: HttpRequest) -> str:
    window = settings.GUESSES[1]
    return f"guesses:{get_ip(request)}:{int(time.time() // window)}"


def too_many(request: HttpRequest) -> HttpResponse:
    window = settings.GUESSES[1]
    response = errors.answer(request, HTTPStatus.TOO_MANY_REQUESTS)
    response["Retry-After"] = str(int(window - time.time() % window) + 1)
    return response
