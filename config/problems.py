"""Errors as RFC 9457 problem documents, for everything under /api/."""

from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import exceptions
from rest_framework.views import set_rollback

MEDIA_TYPE = "application/problem+json"

TITLES = {
    400: gettext_lazy("Malformed request"),
    401: gettext_lazy("Sign in first"),
    403: gettext_lazy("Not allowed"),
    404: gettext_lazy("Not found"),
    405: gettext_lazy("Method not allowed"),
    406: gettext_lazy("No such format"),
    409: gettext_lazy("Conflict"),
    412: gettext_lazy("Out of date"),
    413: gettext_lazy("Too large"),
    415: gettext_lazy("Unsupported media type"),
    422: gettext_lazy("Refused by the rules"),
    429: gettext_lazy("Too many requests"),
    500: gettext_lazy("Our mistake"),
    503: gettext_lazy("Not available"),
}


def problem(
    status: int,
    detail: str = "",
    *,
    code: str | None = None,
    rule: str | None = None,
    params: Mapping[str, Any] | None = None,
    errors: list[dict[str, str]] | None = None,
    headers: Mapping[str, str] | None = None,
) -> HttpResponse:
    """A problem answer; `code`, `rule`, `params` where a rule refuses, `errors` where input is malformed."""
    title = str(TITLES.get(status) or HTTPStatus(status).phrase)
    body = {"type": "about:blank", "title": title, "status": status, "detail": detail or title}
    extra = {"code": code, "rule": rule, "params": params, "errors": errors}
    body |= {name: value for name, value in extra.items() if value is not None}
    return JsonResponse(body, status=status, headers=headers, content_type=MEDIA_TYPE)


def answer_exception(exc: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """DRF's exception handler. An exception may carry `code`, `rule`, `params` and `errors` of its own."""
    exc = as_api_exception(exc)
    if not isinstance(exc, exceptions.APIException):
        return None
    set_rollback()
    return problem(
        exc.status_code,
        detail_of(exc),
        code=getattr(exc, "code", None),
        rule=getattr(exc, "rule", None),
        params=getattr(exc, "params", None),
        errors=errors_of(exc),
        headers=headers_of(exc),
    )


def as_api_exception(exc: Exception) -> Exception:
    if isinstance(exc, Http404):
        return exceptions.NotFound()
    if isinstance(exc, PermissionDenied):
        return exceptions.PermissionDenied()
    return exc


def detail_of(exc: exceptions.APIException) -> str:
    if isinstance(exc.detail, list | dict):
        return _("Some of what was sent is missing or malformed.")
    return str(exc.detail)


def errors_of(exc: exceptions.APIException) -> list[dict[str, str]] | None:
    if isinstance(exc.detail, list | dict):
        return list(flat_errors(exc.detail))
    return getattr(exc, "errors", None)


def flat_errors(detail: Any, field: str = "") -> Iterator[dict[str, str]]:
    """Nested error texts as rows; a nested field reads `gold.merin`, one of the whole body is ''."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            own = "" if name == "non_field_errors" else str(name)
            yield from flat_errors(inner, ".".join(filter(None, (field, own))))
    elif isinstance(detail, list):
        for inner in detail:
            yield from flat_errors(inner, field)
    else:
        yield {"field": field, "message": str(detail)}


def headers_of(exc: exceptions.APIException) -> dict[str, str]:
    headers = {}
    if auth := getattr(exc, "auth_header", None):
        headers["WWW-Authenticate"] = auth
    if wait := getattr(exc, "wait", None):
        headers["Retry-After"] = str(int(wait))
    return headers
