"""How a page is answered: whole or as a fragment, with an ETag, with a refusal on the page it came from."""

from __future__ import annotations

import copy
import hashlib
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache, wraps
from typing import Any, TypeVar
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.contrib.messages import get_messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import resolve, reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language
from django_htmx.http import push_url, retarget
from django_htmx.middleware import HtmxDetails

from accounts.look import look_of
from campaigns import looking, zones
from campaigns.access import Entrance, enter
from campaigns.answers import ONLY_LOOKING, Refusal
from campaigns.people import runs_table

RELEASE_FOLDERS = ("templates", "static", "locale", "campaigns", "characters", "deliveries", "tasks", "rules")


@dataclass(frozen=True)
class Taps:
    """The one form that the buttons of a page belong to. Each button's key is made of `key` and what it sends."""

    form: str
    url: str
    key: str
    next: str


@dataclass(frozen=True, kw_only=True)
class Refused:
    """A refusal as the page it came from shows it: with `fields` to send again, along with a roll or `through`; `hero` whom it is about."""

    refusal: Refusal
    url: str
    fields: tuple[tuple[str, str], ...] = ()
    roll: Any = None
    through: bool = False
    hero: str | None = None

    @property
    def first(self) -> int | None:
        """The act that is to be taken back first."""
        seq = self.refusal.params.get("seq")
        return seq if self.through and isinstance(seq, int) else None


@cache
def release() -> str:
    """Changes with every file a page is made of."""
    found = hashlib.sha256()
    for folder in RELEASE_FOLDERS:
        for file in sorted((settings.BASE_DIR / folder).rglob("*.*")):
            if file.suffix in (".html", ".css", ".js", ".svg", ".mo", ".py", ".toml"):
                found.update(f"{file} {file.stat().st_mtime_ns}".encode())
    return found.hexdigest()


@lru_cache(maxsize=4096)
def address(name: str, *args: Any) -> str:
    """The path of a page: asked for again and again by every page."""
    return reverse(name, args=args)


def entrance_of(request: HttpRequest, campaign_id: UUID) -> Entrance:
    """As the act of this request has left it, else through the door. From here on times are the campaign's."""
    known: Entrance | None = getattr(request, "entrance", None)
    is_known = known is not None and known.campaign.id == campaign_id
    entrance = known if known and is_known else looking.enter_page(request, campaign_id)
    timezone.activate(zones.zone(entrance.campaign.timezone))
    return entrance


T = TypeVar("T")
Shown = TypeVar("Shown", bound=HttpResponseBase)


def of_campaign(view: Callable[..., Shown]) -> Callable[..., Shown | HttpResponse]:
    """A page of a campaign: for who is signed in or has its public link. Who looks from another's seat changes nothing."""

    @wraps(view)
    def shown(request: HttpRequest, campaign_id: UUID, **more: Any) -> Shown | HttpResponse:
        with timezone.override(None):
            if not request.user.is_authenticated and not looking.lets_in(request, campaign_id):
                return redirect_to_login(request.get_full_path())
            held = request.method not in looking.SAFE and hold(request, campaign_id)
            return held or view(request, campaign_id=campaign_id, **more)

    return shown


def hold(request: HttpRequest, campaign_id: UUID) -> HttpResponse | None:
    """403 on the page it came from for a game master who looks from another's seat."""
    if not looking.may_look(request, campaign_id):  # the door asks once, not twice
        return None
    entrance = looking.looked_from(request, enter(request.user, campaign_id))
    if entrance is None:
        return None
    shown = Refused(refusal=ONLY_LOOKING, url=request.path)
    if is_fragment(request):
        return show_again(request, entrance, way_back(request, entrance), shown)
    status = shown.refusal.status
    return show(request, entrance, "campaigns/refused.html", {"refused": shown}, status=status)


def etag(request: HttpRequest, entrance: Entrance, *more: Any) -> str:
    """A page stays the same while all of these do."""
    if "CSRF_COOKIE" not in request.META:
        get_token(request)
    user, seat, campaign = request.user, entrance.seat, entrance.campaign
    parts = (
        campaign.version, campaign.name, campaign.timezone, campaign.seating, seat.key, seat.role, seat.name,
        entrance.is_guest, entrance.looker and entrance.looker.key, *sorted(entrance.viewer.heroes),
        get_language(), look_of(request), getattr(user, "unread", 0), user.get_username(),
        request.META["CSRF_COOKIE"], release(), is_fragment(request), target(request), *more,
    )  # fmt: skip
    return f'W/"{hashlib.sha256(repr(parts).encode()).hexdigest()[:32]}"'


def unchanged(request: HttpRequest, entrance: Entrance) -> HttpResponse | None:
    """304 where the browser has this very page."""
    if says_once(request):
        return None
    request.etag = etag(request, entrance)  # type: ignore[attr-defined]
    response: HttpResponse | None = get_conditional_response(request, etag=request.etag)  # type: ignore[attr-defined]
    return response


def show(
    request: HttpRequest,
    entrance: Entrance,
    template: str,
    context: dict[str, Any],
    *,
    fragment: str = "",
    status: int = 200,
) -> HttpResponse:
    """The page, or the fragment of it that htmx asked for."""
    name = fragment if fragment and is_fragment(request) else template
    may_be_kept = status == 200 and not says_once(request)
    response = render(request, name, surroundings(request, entrance) | context, status=status)
    if may_be_kept:
        response["ETag"] = getattr(request, "etag", None) or etag(request, entrance)
    response["Cache-Control"] = "private, no-cache"
    response["Questkeep-Version"] = str(entrance.campaign.version)
    if entrance.is_guest:
        response["X-Robots-Tag"] = "noindex, nofollow"
    patch_vary_headers(response, ("HX-Request", "HX-Target", "Cookie"))
    return response


def show_secret(request: HttpRequest, *arguments: Any, **more: Any) -> HttpResponse:
    """As `show`; kept by no browser: what is secret stays on the screen of whoever may see it."""
    response = show(request, *arguments, **more)
    response.headers.pop("ETag", None)
    response["Cache-Control"] = "private, no-store"
    return response


def found(answer: T | Refusal) -> T:
    """The answer; 403 and 404 where it is a refusal."""
    if isinstance(answer, Refusal):
        if answer.status == 403:
            raise PermissionDenied
        raise Http404("not there")
    return answer


def surroundings(request: HttpRequest, entrance: Entrance) -> dict[str, Any]:
    """What every page of a campaign may ask for."""
    base = address("campaign", entrance.campaign.id)
    return {
        "entrance": entrance,
        "campaign": entrance.campaign,
        "seat": entrance.seat,
        "viewer": entrance.viewer,
        "words": entrance.ruleset.words,
        "is_guest": entrance.is_guest,
        "looker": entrance.looker,
        "campaign_url": base,
        "heroes_url": f"{base}heroes/",
        "acts_url": f"{base}acts/",
        "refused": refused(request),
        "is_fragment": is_fragment(request),
        "may_plan": entrance.looker is None and runs_table(entrance),
    }


def is_fragment(request: HttpRequest) -> bool:
    htmx: HtmxDetails = request.htmx  # type: ignore[attr-defined]
    return bool(htmx) and not htmx.boosted and not htmx.history_restore_request


def target(request: HttpRequest) -> str:
    """The element that htmx asks for; empty where it does not say, or somebody else asks."""
    found: HtmxDetails | None = getattr(request, "htmx", None)
    return (found.target if found else None) or ""


def refused(request: HttpRequest) -> Refused | None:
    return getattr(request, "refused", None)


def says_once(request: HttpRequest) -> bool:
    """A refusal, or a message that waits to be shown: the page with it is no page to keep."""
    return refused(request) is not None or len(get_messages(request)) > 0


def taps(request: HttpRequest, entrance: Entrance, name: str) -> Taps | None:
    """None for who may only look."""
    if entrance.viewer.role == "spectator":
        return None
    url = address("campaign-acts", entrance.campaign.id)
    return Taps(f"taps-{name}", url, str(uuid.uuid4()), request.get_full_path())


def way_back(request: HttpRequest, entrance: Entrance) -> str:
    """Where the form says to go afterwards, within this campaign."""
    home = address("campaign", entrance.campaign.id)
    wanted = request.POST.get("next", "")
    return wanted if wanted.startswith(home) and wanted.isprintable() else home


def answer(
    request: HttpRequest, entrance: Entrance, after: Entrance | None = None, back: str = ""
) -> HttpResponse:
    """After an act: the page it came from (or `back`), as it is now, as a fragment for htmx and by 303 for a form."""
    back = back or way_back(request, entrance)
    if is_fragment(request):
        request.entrance = after  # type: ignore[attr-defined]
        return show_again(request, entrance, back)
    if after is None and page_at(request, back) is None:
        back = address("campaign", entrance.campaign.id)
    response = redirect(back)
    response.status_code = 303
    return response


def show_again(
    request: HttpRequest, entrance: Entrance, path: str, shown: Refused | None = None
) -> HttpResponse:
    """The page at `path` as a GET would answer it, within this request; with a refusal where there is one.

    The campaign's own where that page is no more: the hero it was about may have been taken back.
    """
    response = page_at(request, path, shown)
    if response is None:
        home = address("campaign", entrance.campaign.id)
        response = page_at(request, home, shown)
        if response is None:
            raise Http404("no such campaign")
        retarget(push_url(response, home), "body")
    if shown is not None:
        response.status_code = shown.refusal.status
    return response


def page_at(request: HttpRequest, path: str, shown: Refused | None = None) -> HttpResponse | None:
    """None where there is no page for this person."""
    parts = urlsplit(path)
    again = as_get(request, parts.path, parts.query)
    again.refused = shown  # type: ignore[attr-defined]
    try:
        match = resolve(parts.path)
        response: HttpResponse = match.func(again, *match.args, **match.kwargs)
    except (Http404, PermissionDenied):
        return None
    return response if response.status_code == 200 else None


def as_get(request: HttpRequest, path: str, query: str) -> HttpRequest:
    again = copy.copy(request)
    again.method, again.path, again.path_info = "GET", path, path
    again.META = request.META | {"REQUEST_METHOD": "GET", "QUERY_STRING": query, "PATH_INFO": path}
    again.META.pop("HTTP_IF_NONE_MATCH", None)
    again.GET = QueryDict(query)
    return again
