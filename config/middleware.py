"""Guards around every request."""

import logging
from http import HTTPStatus
from urllib.parse import urlencode

from django.conf import settings
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.urls import reverse
from django.utils.deprecation import MiddlewareMixin
from django_htmx.http import HttpResponseClientRedirect

from campaigns.transfer.exporting import BusyError
from campaigns.transfer.format import MEDIA_TYPE
from config import errors

log = logging.getLogger(__name__)

FORM, MULTIPART = "application/x-www-form-urlencoded", "multipart/form-data"
UTF8 = ("utf-8", "utf8")
"""What is read here. Python knows a hundred others, some of which are none of letters."""
DIGITS = 18
"""Of a length that anybody means; Python reads no number of thousands of them."""


class BodyLimit(MiddlewareMixin):
    """413 for a body that is announced as too large, before anything reads it."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if length.isdecimal() and (len(length) > DIGITS or int(length) > limit_of(request)):
            return errors.answer(request, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "400")
        return None


def limit_of(request: HttpRequest) -> int:
    has_files = (request.content_type or "").startswith(("multipart/", MEDIA_TYPE))
    return settings.REQUEST_MAX_BYTES if has_files else settings.DATA_UPLOAD_MAX_MEMORY_SIZE


class Private(MiddlewareMixin):
    """What does not say how it may be kept is for its reader alone: no cache on the way keeps it for another."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        response.headers.setdefault("Cache-Control", "private, no-cache")
        return response


class Readable(MiddlewareMixin):
    """Refuses NUL in an address or a cookie, which PostgreSQL cannot look up, and fields that cannot be read.

    Before anything else reads them: with DEBUG the page that explains an error would read them again, and fail too.
    """

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        if "\0" in request.path_info:
            return errors.not_found(request)
        if any("\0" in value for value in request.COOKIES.values()):
            return errors.bad_request(request)
        charset = (request.content_params or {}).get("charset")
        is_odd = charset is not None and charset.lower() not in UTF8
        if is_odd:  # addresses, JSON and the page that says so are UTF-8 whatever a header says
            request.encoding = settings.DEFAULT_CHARSET
        if request.path_info.startswith("/api/"):  # a call names the parameter itself, and takes no forms
            is_form = request.content_type == FORM and charset is not None
            is_odd = is_form or (is_odd and request.content_type == MULTIPART)
            return errors.answer(request, HTTPStatus.UNSUPPORTED_MEDIA_TYPE) if is_odd else None
        if is_odd or "%00" in request.META.get("QUERY_STRING", ""):
            return errors.bad_request(request)
        try:
            _ = request.GET, request.POST
        except (BadRequest, SuspiciousOperation, MultiPartParserError) as error:
            return errors.bad_request(request, error)
        return None


class WholePageSignIn(MiddlewareMixin):
    """Who is signed out when htmx asks: it would put the sign-in page into the sheet; the whole page goes there."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        target = response.headers.get("Location", "")
        if not target or not request.htmx:  # type: ignore[attr-defined]
            return response
        sign_in = reverse(settings.LOGIN_URL)
        if not target.startswith(f"{sign_in}?"):
            return response
        return HttpResponseClientRedirect(f"{sign_in}?{urlencode({'next': page_of(request)})}")


def page_of(request: HttpRequest) -> str:
    """The page that htmx asked from, where it is one of ours."""
    try:
        return request.htmx.current_url_abs_path or "/"  # type: ignore[attr-defined]
    except ValueError:
        return "/"


class FriendlyNotFound(MiddlewareMixin):
    """The 404 page with DEBUG too: `make run` has it on, and strangers meet this page every day."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return errors.not_found(request, exception) if isinstance(exception, Http404) else None

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        is_unknown = response.status_code == HTTPStatus.NOT_FOUND and request.resolver_match is None
        return errors.not_found(request) if is_unknown else response


class Busy(MiddlewareMixin):
    """503 and when to come again, where the database is locked, full or away, or others are faster: not our mistake, and with DEBUG too."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, OperationalError | BusyError):
            return None
        log.error("this could not be answered now", exc_info=exception)
        return errors.not_now(request)
