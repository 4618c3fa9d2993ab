"""Installed on a phone, and readable without a connection: what the worker keeps, for whom, and the app’s manifest."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from campaigns import looking
from campaigns.showing import release
from campaigns.style.tokens import by_candle

KEPT = frozenset(
    {
        *("campaign", "heroes", "hero", "table", "campaign-do"),
        *("rulebooks", "rulebook", "rulebook-section", "rulebook-thing"),
    }
)
"""Pages that stay readable: sheets, what can be bought, the rulebook, and the way to them."""
SALT = "questkeep.reader"
WORKER = "js/sw.js"
ALSO = ("django_htmx/htmx-2.min.js", "vendor/idiomorph.min.js", "icons.svg", "favicon.svg")


class Reader(MiddlewareMixin):
    """Each page says who reads it, by a name that tells nobody anything, and whether it may be kept for them.

    No worker sees what a redirect says.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        is_page = response.headers.get("Content-Type", "").startswith("text/html")
        if is_page and not 300 <= response.status_code < 400 and is_known(request):
            response["Questkeep-Reader"] = reader(request)
            if may_keep(request, response):
                response["Questkeep-Keep"] = "1"
        return response


def is_known(request: HttpRequest) -> bool:
    """Whether anybody has asked who it is: where the database does not answer, this does not ask again."""
    return hasattr(request, "_cached_user")


def reader(request: HttpRequest) -> str:
    """Of this sign-in alone: who signs out and in again is another."""
    who = f"{request.user.pk} {request.session.session_key}"
    return salted_hmac(SALT, who, algorithm="sha256").hexdigest()[:16]


def may_keep(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Whole pages that were read from the own seat, and that any browser may keep for its person."""
    match = request.resolver_match
    if match is None or match.url_name not in KEPT or request.method != "GET" or response.status_code != 200:
        return False
    if not request.user.is_authenticated or "no-store" in response.headers.get("Cache-Control", ""):
        return False
    campaign_id = match.kwargs.get("campaign_id")
    return not (campaign_id and looking.may_look(request, campaign_id))


@require_safe
@never_cache
def worker(request: HttpRequest) -> HttpResponse:
    """At the root of the site, for all of it; another release is another worker."""
    known = f"const release={msgspec.json.encode(version()).decode()},assets={msgspec.json.encode(assets()).decode()};\n"
    return HttpResponse(known + source(), content_type="text/javascript; charset=utf-8")


@cache
def source() -> str:
    return (settings.BASE_DIR / "static" / WORKER).read_text()


@cache
def version() -> str:
    return hashlib.sha256(f"{release()} {' '.join(assets())}".encode()).hexdigest()[:12]


@cache
def assets() -> list[str]:
    """All that pages are drawn with, and what stands in for one that was never read."""
    files = [path for folder in ("css", "js", "fonts") for path in _files(folder)]
    return [static(name) for name in (*files, *ALSO)] + [reverse("offline"), f"{reverse('offline')}?act"]


def _files(folder: str) -> Iterator[str]:
    root: Path = settings.BASE_DIR / "static"
    for file in sorted((root / folder).iterdir()):
        if file.suffix in (".css", ".js", ".woff2") and file.name != Path(WORKER).name:
            yield f"{folder}/{file.name}"


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """What is shown instead of a page that cannot be had: nobody’s, hence in both languages."""
    return render(None, "offline.html", {"act": "act" in request.GET})


@require_safe
@vary_on_headers("Accept-Language", "Cookie")
def manifest(request: HttpRequest) -> JsonResponse:
    colours = by_candle()
    described: dict[str, Any] = {
        "id": "/",
        "name": _("Questkeep: your campaign, kept"),
        "short_name": "Questkeep",
        "description": _("Hero sheets, experience and history of dungeon-crawler campaigns."),
        "lang": get_language(),
        "dir": "ltr",
        "start_url": reverse("campaigns"),
        "scope": "/",
        "display": "standalone",
        "background_color": colours["ground"],
        "theme_color": colours["board"],
        "categories": ["games", "entertainment"],
        "icons": [icon(192), icon(512), icon(512, "maskable")],
        "shortcuts": [
            {"name": name, "url": reverse(where), "icons": [icon(192)]}
            for name, where in ((_("My campaigns"), "campaigns"), (_("Rulebooks"), "rulebooks"))
        ],
    }
    return JsonResponse(described, content_type="application/manifest+json")


def icon(size: int, purpose: str = "any") -> dict[str, str]:
    source = static(f"icons/{purpose}-{size}.png")
    return {"src": source, "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
