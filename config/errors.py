"""Pages and problem documents for what goes wrong outside a view."""

import sys
from http import HTTPStatus

from django.core.exceptions import RequestDataTooBig
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.template import loader

from config.problems import problem

SOON = 5
"""The seconds after which a database that did not answer is asked again."""


def answer(request: HttpRequest, status: int, template: str = "") -> HttpResponse:
    """A problem document under /api/, else a page that needs neither database nor request."""
    if request.path.startswith("/api/"):
        return problem(status)
    page = loader.get_template(f"{template or status}.html").render()
    return HttpResponse(page, status=status)


def whole_page(request: HttpRequest, status: int) -> HttpResponse:
    """For htmx too: it would throw the page away, and leave an old one standing that no longer works."""
    response = answer(request, status)
    if request.headers.get("HX-Request"):
        response["HX-Retarget"], response["HX-Reswap"] = "body", "innerHTML show:window:top"
    return response


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    if isinstance(exception, RequestDataTooBig):
        return answer(request, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "400")
    return answer(request, HTTPStatus.BAD_REQUEST)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return whole_page(request, HTTPStatus.FORBIDDEN)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return whole_page(request, HTTPStatus.NOT_FOUND)


def too_many_attempts(request: HttpRequest) -> HttpResponse:
    """allauth's limits on sign-in, sign-up and the like."""
    response = answer(request, HTTPStatus.TOO_MANY_REQUESTS)
    response["Retry-After"] = "60"
    return response


def not_now(request: HttpRequest) -> HttpResponse:
    """The database is locked, full or away: a moment later it may well answer."""
    response = whole_page(request, HTTPStatus.SERVICE_UNAVAILABLE)
    response["Retry-After"] = str(SOON)
    return response


def our_mistake(request: HttpRequest) -> HttpResponse:
    """Django has logged it. What a middleware met at the database comes here as well."""
    if isinstance(sys.exc_info()[1], OperationalError):
        return not_now(request)
    return answer(request, HTTPStatus.INTERNAL_SERVER_ERROR)


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form without a valid CSRF token: mostly a page left open across a sign-in."""
    return answer(request, HTTPStatus.FORBIDDEN, "403_csrf")
