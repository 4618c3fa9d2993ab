"""The account's language comes before the cookie and what the browser asks for."""

from django.http import HttpRequest
from django.utils import translation
from django.utils.deprecation import MiddlewareMixin


class AccountLanguage(MiddlewareMixin):
    """Comes after LocaleMiddleware, which has chosen by cookie and Accept-Language."""

    def process_request(self, request: HttpRequest) -> None:
        if request.user.is_authenticated and request.user.language:
            translation.activate(request.user.language)
            request.LANGUAGE_CODE = translation.get_language()
