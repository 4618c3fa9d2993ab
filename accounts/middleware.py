"""What requests of accounts need besides allauth's own middleware."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import translation
from django.utils.deprecation import MiddlewareMixin

TOO_MANY, WINDOW = "too_many_login_attempts", 300
"""How allauth names a sign-in that comes too soon, and the longest of its windows, in seconds."""


class AccountLanguage(MiddlewareMixin):
    """The account's language, before what LocaleMiddleware has chosen by cookie and Accept-Language."""

    def process_request(self, request: HttpRequest) -> None:
        if request.user.is_authenticated and request.user.language:
            translation.activate(request.user.language)
            request.LANGUAGE_CODE = translation.get_language()


class Visitors(MiddlewareMixin):
    """Who tries a sample has that and nothing else: whatever wants an account leads to making one."""

    def process_view(
        self, request: HttpRequest, view: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        if not (request.user.is_authenticated and request.user.is_visitor) or is_open(request):
            return None
        if request.path.startswith("/api/"):
            raise PermissionDenied
        wanted = request.path if request.method == "GET" else "/"
        return redirect(f"{reverse('sample-keep')}?{urlencode({'next': wanted})}")


OPEN_TO_VISITORS = {
    "GET": frozenset(
        {
            *(
                "home",
                "campaigns",
                "own-heroes",
                "notices",
                "tasks",
                "task",
                "task-result",
                "join",
                "invitation",
            ),
            *("rulebooks", "rulebook", "rulebook-section", "rulebook-thing", "unsubscribe"),
            *(
                "appearance",
                "style",
                "sample-keep",
                "healthz",
                "readyz",
                "schema",
                "api-docs",
                "manifest",
                "worker",
                "offline",
            ),
        }
    ),
    "POST": frozenset(
        {"language", "appearance", "sample-start", "sample-keep", "sample-end", "notice", "notices-read"}
        | {"task-cancel", "task-remove", "unsubscribe"}
    ),
}
"""Besides all that is of a campaign. What leads out of one is refused there."""


def is_open(request: HttpRequest) -> bool:
    match = request.resolver_match
    if match is None or "campaign_id" in match.kwargs:
        return True
    method = "GET" if request.method == "HEAD" else request.method or ""
    return match.url_name in OPEN_TO_VISITORS.get(method, ())


class RefusedForms(MiddlewareMixin):
    """allauth shows a refused form again with 200. Here that is 422, and 429 where its errors say so."""

    def process_template_response(self, request: HttpRequest, response: TemplateResponse) -> TemplateResponse:
        is_form = request.method == "POST" and response.status_code == HTTPStatus.OK
        codes = set(refusals(response)) if is_form else set()
        if TOO_MANY in codes:
            response.status_code = HTTPStatus.TOO_MANY_REQUESTS
            response["Retry-After"] = str(WINDOW)
        elif codes:
            response.status_code = HTTPStatus.UNPROCESSABLE_ENTITY
        return response


def refusals(response: TemplateResponse) -> Iterator[str]:
    """The codes of the errors of every form that was sent."""
    for form in (response.context_data or {}).values():
        if isinstance(form, forms.BaseForm) and form.is_bound:
            for errors in form.errors.as_data().values():
                yield from (str(error.code) for error in errors)
