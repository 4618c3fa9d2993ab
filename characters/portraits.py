"""The page on which a hero gets a face, and the pictures themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from campaigns import people, showing
from campaigns.access import Entrance
from campaigns.answers import Refusal
from campaigns.models import HeroRow, Portrait
from campaigns.people_views import member
from campaigns.portraits import faces, keeping, sending
from campaigns.portraits.pictures import LARGE, MEDIA_TYPE, MOST_BYTES, MOST_ZOOM, SMALL, Crop
from campaigns.showing import address, of_campaign

COLUMNS = {SMALL: "small", LARGE: "large"}
FOR_GOOD = "private, max-age=31536000, immutable"


@dataclass(frozen=True, kw_only=True)
class PortraitPage:
    hero: HeroRow
    current: Portrait | None
    earlier: tuple[tuple[Portrait, str], ...]
    large_url: str
    crop: Crop
    most_zoom: int = MOST_ZOOM
    most_bytes: int = MOST_BYTES // 1024**2
    refusal: Refusal | None = None


def page_of(entrance: Entrance, row: HeroRow, crop: Crop, refusal: Refusal | None) -> PortraitPage:
    rows = list(keeping.portraits(entrance.campaign, row.key))
    current = next((one for one in rows if one.is_current), None)
    return PortraitPage(
        hero=row,
        current=current,
        earlier=tuple((one, url_of(entrance, one, SMALL)) for one in rows if not one.is_current),
        large_url=url_of(entrance, current, LARGE) if current else "",
        crop=crop,
        refusal=refusal,
    )


def url_of(entrance: Entrance, row: Portrait, side: int) -> str:
    return faces.address(entrance.campaign.pk, row.hero, row.digest, side)


@of_campaign
@require_http_methods(["GET", "HEAD", "POST"])
def portrait(request: HttpRequest, campaign_id: UUID, hero: str) -> HttpResponse:
    """A new picture, one of the last ones, or the one that everybody has."""
    entrance = member(request, campaign_id)
    row = _row(entrance, hero)
    if not keeping.may_change(entrance, hero):
        raise PermissionDenied
    if request.method == "POST":
        return change(request, entrance, row)
    return shown(request, entrance, row)


def _row(entrance: Entrance, hero: str) -> HeroRow:
    if not people.is_hero(entrance.campaign, hero):
        raise Http404("no such hero")
    found: HeroRow = HeroRow.objects.get(campaign=entrance.campaign, key=hero)
    return found


def change(request: HttpRequest, entrance: Entrance, row: HeroRow) -> HttpResponse:
    outcome = _changed(request, entrance, row.key)
    if isinstance(outcome, Refusal):
        return shown(request, entrance, row, outcome)
    messages.success(request, _("%(name)s has a new look.") % {"name": row.name})
    response = redirect(address("hero", entrance.campaign.pk, row.key))
    response.status_code = 303
    return response


def _changed(request: HttpRequest, entrance: Entrance, hero: str) -> Any:
    if request.POST.get("remove"):
        return keeping.remove(entrance, hero)
    if digest := request.POST.get("restore"):
        return keeping.restore(entrance, hero, digest[:64])
    return sending.set_portrait(entrance, hero, request.FILES.get("file"), request.POST)


def shown(
    request: HttpRequest, entrance: Entrance, row: HeroRow, refusal: Refusal | None = None
) -> HttpResponse:
    crop = sending.crop_of(request.POST)
    page = page_of(entrance, row, Crop() if isinstance(crop, Refusal) else crop, refusal)
    status = refusal.status if refusal else 200
    return showing.show(request, entrance, "characters/portrait.html", {"page": page}, status=status)


@of_campaign
@require_safe
def picture(request: HttpRequest, campaign_id: UUID, hero: str, digest: str, side: int) -> HttpResponse:
    """One square of a portrait, for as long as a browser likes: another portrait has another address."""
    return answer(showing.entrance_of(request, campaign_id), hero, digest, side)


def answer(entrance: Entrance, hero: str, digest: str, side: int) -> HttpResponse:
    column = COLUMNS.get(side)
    content = keeping.picture_at(entrance, hero, digest, column) if column else None
    if content is None:
        raise Http404("no such portrait")
    headers = {
        "Cache-Control": FOR_GOOD,
        "Content-Disposition": f'inline; filename="{digest[:8]}-{side}.webp"',
        "ETag": f'"{digest}-{side}"',
    }
    return HttpResponse(content, content_type=MEDIA_TYPE, headers=headers)
