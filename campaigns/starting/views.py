"""The three steps. Each may be left and come back to: what is there already is shown, and nothing is asked twice."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any, cast
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns import people, showing
from campaigns.access import Entrance
from campaigns.answers import Refusal
from campaigns.forms import FoundForm
from campaigns.people_forms import refuse
from campaigns.people_views import member, seen_at
from campaigns.seats import found_once
from campaigns.showing import of_campaign
from campaigns.starting import beginning, party
from campaigns.starting.forms import NameForm, as_uuid
from rules.kernel.text import Text

if TYPE_CHECKING:
    from accounts.models import User

NOBODY = Text("Cochez au moins un héros.", "Tick at least one hero.")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest) -> HttpResponse:
    """Step 1: a name and a rulebook."""
    form, person = FoundForm(request.POST or None), cast("User", request.user)
    if form.is_valid():
        return seen_at("start-heroes", found_once(person, **form.cleaned_data))
    return render(
        request, "starting/name.html", {"form": form, "step": 1}, status=422 if form.is_bound else 200
    )


@of_campaign
@require_http_methods(["GET", "HEAD", "POST"])
def name(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """Step 1 again: the name can be changed, the rulebook stays."""
    entrance = member(request, campaign_id)
    if not people.may_settle(entrance):
        raise PermissionDenied
    form = NameForm(request.POST or None, instance=entrance.campaign)
    if form.is_valid():
        outcome = people.settle(entrance, form.cleaned_data["name"], None)
        if not isinstance(outcome, Refusal):
            return seen_at("start-heroes", campaign_id)
        refuse(form, outcome)
    return page(request, entrance, "name", 1, 422 if form.is_bound else 200, form=form)


@of_campaign
@require_http_methods(["GET", "HEAD", "POST"])
def heroes(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """Step 2: as many heroes as are ticked. For a player: the first one of theirs."""
    entrance = showing.entrance_of(request, campaign_id)
    command = party.bringing(entrance.ruleset)
    if command is None or not entrance.ruleset.may_send(command, entrance.viewer, None):
        raise PermissionDenied
    if request.method == "POST":
        return recruit(request, entrance)
    return heroes_page(request, entrance, QueryDict())


def recruit(request: HttpRequest, entrance: Entrance) -> HttpResponse:
    form, how = request.POST, party.recruiting(entrance)
    if how is None or (not form.getlist("take") and party.is_begun(entrance)):
        return onwards(entrance)
    refusals = party.recruit(entrance, how, form, as_uuid(form.get("key", "")))
    if refusals or not form.getlist("take"):
        again = member(request, entrance.campaign.id)
        return heroes_page(request, again, party.still_wanted(form, refusals), refusals, status=422)
    return onwards(entrance)


def onwards(entrance: Entrance) -> HttpResponse:
    return seen_at("start-begin" if people.runs_table(entrance) else "campaign", entrance.campaign.id)


def heroes_page(
    request: HttpRequest,
    entrance: Entrance,
    form: QueryDict,
    refusals: dict[str, Refusal] | None = None,
    status: int = 200,
) -> HttpResponse:
    how = party.recruiting(entrance)
    is_player = not people.runs_table(entrance)
    waits = is_player and not entrance.viewer.heroes
    context = {
        "rows": party.rows(entrance, how, form, refusals or {}) if how else [],
        "offer": how.offer if how else None,
        "there": entrance.ruleset.heroes(entrance.state()),
        "free": people.free_heroes(entrance) if waits else (),
        "is_player": is_player,
        "key": uuid.uuid4(),
        "missing": NOBODY if status == 422 and not refusals else None,
    }
    return page(request, entrance, "heroes", 2, status, **context)


@of_campaign
@require_POST
def take(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """A hero who waits for somebody to play them."""
    entrance = member(request, campaign_id)
    taken = people.take_hero(entrance, request.POST.get("hero", ""))
    if not isinstance(taken, Refusal):
        return seen_at("hero", campaign_id, taken)
    if taken.status == 403:
        raise PermissionDenied
    request.refused = showing.Refused(refusal=taken, url=request.path)  # type: ignore[attr-defined]
    return heroes_page(request, member(request, campaign_id), QueryDict(), status=taken.status)


@of_campaign
@require_safe
def begin(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """Step 3: the first quest, or the others first."""
    entrance = member(request, campaign_id)
    if not people.runs_table(entrance):
        raise PermissionDenied
    offer = beginning.opening(entrance)
    context: dict[str, Any] = {
        "opening": offer,
        "query": beginning.filled_in(offer) if offer else "",
        "there": entrance.ruleset.heroes(entrance.state()),
    }
    return page(request, entrance, "begin", 3, **context)


def page(
    request: HttpRequest, entrance: Entrance, name: str, step: int, status: int = 200, **context: Any
) -> HttpResponse:
    """Of no version: what it shows is not of acts alone."""
    response = showing.show(
        request, entrance, f"starting/{name}.html", {"step": step, **context}, status=status
    )
    response.headers.pop("ETag", None)
    return response
