"""The pages of pictures: of a campaign, of a hero."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaigns import showing
from campaigns.pictures import pages
from campaigns.pictures.origins import origin
from campaigns.pictures.past import past_page, seq_of
from campaigns.showing import of_campaign

TEMPLATE = "pictures/figures.html"


def _before(request: HttpRequest) -> int | None:
    """Where older days end."""
    return seq_of(request.GET.get("before", ""))


@of_campaign
@require_safe
def figures(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """What was counted, how the dice fell, what became of everybody."""
    entrance = showing.entrance_of(request, campaign_id)
    if same := showing.unchanged(request, entrance):
        return same
    return showing.show(request, entrance, TEMPLATE, {"page": pages.figures_page(entrance, _before(request))})


@of_campaign
@require_safe
def hero_figures(request: HttpRequest, campaign_id: UUID, hero: str) -> HttpResponse:
    """The same of one hero."""
    entrance = showing.entrance_of(request, campaign_id)
    if same := showing.unchanged(request, entrance):
        return same
    page = pages.hero_figures_page(entrance, hero, _before(request))
    if page is None:
        raise Http404("no such hero")
    return showing.show(request, entrance, TEMPLATE, {"page": page})


@of_campaign
@require_safe
def past(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """The party after any act, alone or beside another moment."""
    entrance = showing.entrance_of(request, campaign_id)
    if same := showing.unchanged(request, entrance):
        return same
    page = {"page": past_page(request, entrance)}
    return showing.show(request, entrance, "pictures/past.html", page, fragment="pictures/_past.html")


@of_campaign
@require_safe
def came(request: HttpRequest, campaign_id: UUID, hero: str, thing: str) -> HttpResponse:
    """The act that a part of a number came from."""
    entrance = showing.entrance_of(request, campaign_id)
    if same := showing.unchanged(request, entrance):
        return same
    found = origin(entrance, hero, thing)
    if found is None:
        raise Http404("no act brought this")
    return showing.show(request, entrance, "pictures/came.html", {"origin": found})
