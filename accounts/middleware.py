"""What requests of accounts need besides allauth's own middleware."""

from collections.abc import Iterator
from http import HTTPStatus

from django import forms
from django.http import HttpRequest
from django.template.response import TemplateResponse
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
