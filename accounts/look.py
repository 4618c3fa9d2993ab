"""How the pages look to somebody: light and size of type, from the account, or from cookies where there is none."""

from __future__ import annotations

from dataclasses import astuple, dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.models import Size, Theme, User

COOKIES = {"theme": Theme, "size": Size}


@dataclass(frozen=True)
class Look:
    """Empty: as the device shows it."""

    theme: str = ""
    size: str = ""


def look_of(request: HttpRequest) -> Look:
    user = getattr(request, "user", None)
    if isinstance(user, User):
        return Look(user.theme, user.size)
    asked = {name: request.COOKIES.get(name, "") for name in COOKIES}
    return Look(**{name: asked[name] if asked[name] in kinds else "" for name, kinds in COOKIES.items()})


def context(request: HttpRequest) -> dict[str, Look]:
    """For every template that has the request."""
    return {"look": look_of(request)}


def remember_look(response: HttpResponse, look: Look) -> HttpResponse:
    """In this browser, for the pages before anybody signs in."""
    for name, value in zip(COOKIES, astuple(look), strict=True):
        remember(response, name, value)
    return response


def remember(response: HttpResponse, cookie: str, value: str) -> HttpResponse:
    """For as long as a language is; nothing is forgotten."""
    if value:
        response.set_cookie(
            cookie,
            value,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
            samesite="Lax",
        )
    else:
        response.delete_cookie(cookie)
    return response
