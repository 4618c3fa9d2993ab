"""The pages of heroes: the roster, a sheet at the table, the whole party side by side, where a number comes from."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods, require_safe

from campaigns import showing
from campaigns.showing import of_campaign
from campaigns.views import show_offer
from characters import numbers, pages
from characters.fights import fight_page
from characters.table import table_page


@of_campaign
@require_safe
def heroes(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """The roster, and the graveyard."""
    entrance = showing.entrance_of(request, campaign_id)
    if same := showing.unchanged(request, entrance):
        return same
    return showing.show(
        request, entrance, "characters/heroes.html", {"page": pages.roster(request, entrance)}
    )


@of_campaign
@require_safe
def hero(request: HttpRequest, campaign_id: UUID, hero: str) -> HttpResponse:
    """The sheet at the table."""
    entrance = showing.entrance_of(request, campaign_id)
    if same := showing.unchanged(request, entrance):
        return same
    page = pages.hero_page(request, entrance, hero)
    page = page or pages.departed_page(request, entrance, hero)
    if page is None:
        raise Http404("no such hero")
    return showing.show(request, entrance, "characters/hero.html", page, fragment="characters/_hero.html")


@of_campaign
@require_safe
def versus(request: HttpRequest, campaign_id: UUID, hero: str) -> HttpResponse:
    """One hero against an opponent of choice."""
    entrance = showing.entrance_of(request, campaign_id)
    if same := showing.unchanged(request, entrance):
        return same
    page = fight_page(request, entrance, hero)
    if page is None:
        raise Http404("no such fight")
    names = {"template": "characters/versus.html", "fragment": "characters/_versus.html"}
    status = 422 if page.violation else 200
    return showing.show(request, entrance, context={"page": page}, status=status, **names)


@of_campaign
@require_safe
def table(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """Every hero of the open quest, side by side, and what stands against them; on a phone one at a time."""
    entrance = showing.entrance_of(request, campaign_id)
    is_secret = entrance.viewer.role == "gm"  # what is prepared changes without an act
    if not is_secret and (same := showing.unchanged(request, entrance)):
        return same
    page = table_page(request, entrance)
    fragment = "characters/_table_hero.html" if page["alone"] else "characters/_table.html"
    show = showing.show_secret if is_secret else showing.show
    return show(request, entrance, "characters/table.html", page, fragment=fragment)


@of_campaign
@require_http_methods(["GET", "HEAD", "POST"])
def level(request: HttpRequest, campaign_id: UUID, hero: str) -> HttpResponse:
    """Gaining a level, with its choices."""
    entrance = showing.entrance_of(request, campaign_id)
    form = (request.POST or request.GET).copy()
    form["hero"] = hero
    return show_offer(request, entrance, entrance.ruleset.kind_that("raises_level"), form)


@of_campaign
@require_safe
def number(request: HttpRequest, campaign_id: UUID, hero: str, number: str) -> HttpResponse:
    """The acts that made a number."""
    entrance = showing.entrance_of(request, campaign_id)
    if same := showing.unchanged(request, entrance):
        return same
    page = numbers.number_page(request, entrance, hero, number)
    if page is None:
        raise Http404("no such number")
    return showing.show(request, entrance, "characters/number.html", {"page": page})
