"""The pages of the schedules: what is to come and what came of it, and one form to set or change it."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any, cast
from uuid import UUID

import msgspec
from django.contrib import messages
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns import showing
from campaigns.access import Entrance
from campaigns.answers import Refusal
from campaigns.localising import language
from campaigns.people_views import member
from campaigns.sending import read_act
from campaigns.showing import found, of_campaign, show_secret
from deliveries.models import Schedule
from deliveries.schedules import forms, pages, planning, times
from deliveries.schedules.forms import WhenForm
from deliveries.schedules.planning import Planned, Wanted
from rules.kernel.text import Text


def masters_entrance(request: HttpRequest, campaign_id: UUID) -> Entrance:
    """Asked before anything else: nobody else learns whether there is a schedule."""
    entrance = member(request, campaign_id)
    if planning.masters_only(entrance):
        raise PermissionDenied
    return entrance


@of_campaign
@require_safe
def schedules(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """All of it for who runs the table; for the others the sessions to come."""
    entrance = member(request, campaign_id)
    return show_secret(
        request, entrance, "schedules/schedules.html", {"page": pages.schedules_page(entrance)}
    )


@of_campaign
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """A session, or the acts that were chosen on their offers' pages."""
    entrance = masters_entrance(request, campaign_id)
    if request.method != "POST":
        return show_form(request, entrance, forms.form_of(_soon(), key=str(uuid.uuid4())))
    form = _bound(request, others=pages.others(entrance))
    wanted = form.wanted()
    if wanted is None:
        return show_form(request, entrance, form, status=422)
    made = _made(entrance, form, wanted)
    if isinstance(made, Refusal):
        form.refuse(made)
        return show_form(request, entrance, form, status=made.status)
    return _done(campaign_id, request)


def _made(entrance: Entrance, form: WhenForm, wanted: Wanted) -> object:
    """By itself, or added to what is scheduled already."""
    chosen = form.cleaned_data.get("join")
    if not chosen:
        return planning.plan(entrance, wanted, form.cleaned_data["key"] or uuid.uuid4())
    other = found(planning.schedule_of(entrance, UUID(chosen)))
    whole = planning.wanted_of(other)
    more = msgspec.structs.replace(whole, acts=whole.acts + wanted.acts)
    return planning.change(entrance, other.pk, more, other.version)


@of_campaign
@require_POST
def later(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """From an offer's form: the same act, at a time. Whether it is then allowed, the rules say then."""
    entrance = masters_entrance(request, campaign_id)
    planned = pages.planned_from(read_act(entrance, request.POST))
    wrong = planning.command_in(entrance.ruleset, planned)
    if isinstance(wrong, Refusal):
        refused = showing.Refused(refusal=wrong, url=request.path)
        return show_secret(
            request, entrance, "campaigns/refused.html", {"refused": refused}, status=wrong.status
        )
    title = pages.title_of(entrance, planned, language())
    form = forms.form_of(_soon(title, planned), key=str(uuid.uuid4()), others=pages.others(entrance))
    return show_form(request, entrance, form)


@of_campaign
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, campaign_id: UUID, schedule_id: UUID) -> HttpResponse:
    """From then on it is done in the name of who saves it."""
    entrance = masters_entrance(request, campaign_id)
    schedule = found(planning.schedule_of(entrance, schedule_id))
    if request.method != "POST":
        form = forms.form_of(planning.wanted_of(schedule), version=schedule.version)
        return show_form(request, entrance, form, schedule)
    form = _bound(request)
    wanted = form.wanted()
    if wanted is None:
        return show_form(request, entrance, form, schedule, status=422)
    outcome = planning.change(entrance, schedule_id, wanted, form.cleaned_data["version"] or 0)
    if isinstance(outcome, Refusal):
        if outcome.status == 412:
            now = found(planning.schedule_of(entrance, schedule_id)).version
            cast("QueryDict", form.data)["version"] = str(now)
        form.refuse(outcome)
        return show_form(request, entrance, form, schedule, status=outcome.status)
    return _done(campaign_id, request)


@of_campaign
@require_POST
def cancel(request: HttpRequest, campaign_id: UUID, schedule_id: UUID) -> HttpResponse:
    entrance = masters_entrance(request, campaign_id)
    found(planning.schedule_of(entrance, schedule_id))
    planning.cancel(entrance, schedule_id)
    return _done(campaign_id, request, _("Nothing more of it will happen."))


def _done(campaign_id: UUID, request: HttpRequest, word: str = "") -> HttpResponse:
    messages.success(request, word or _("Saved."))
    response = redirect("schedules", campaign_id)
    response.status_code = 303
    return response


def _soon(title: str = "", *acts: Planned) -> Wanted:
    """The first evening of which a day ahead can still be told, by the campaign's clock: something to begin with."""
    told = timezone.localtime() + timedelta(days=1)
    evening = told.replace(hour=20, minute=0, second=0, microsecond=0)
    evening += timedelta(days=evening <= told)
    return Wanted(title=title, at=times.written(evening), ahead=0 if acts else 24, acts=acts)


def _bound(request: HttpRequest, **more: Any) -> WhenForm:
    """With the acts that travel along, without those that were struck out: a last one stays, lest a session become of it."""
    acts = forms.read_acts(request.POST.get("acts", ""))
    if isinstance(acts, Text):
        raise BadRequest(acts.en)
    struck = set(request.POST.getlist("strike"))
    left = tuple(planned for number, planned in enumerate(acts) if str(number) not in struck)
    data = request.POST.copy()
    data["acts"] = forms.written(left or acts)
    form = WhenForm(left or acts, data, **more)
    if acts and not left and form.is_valid():
        form.add_error(None, _("Nothing would be left of it: cancel it instead."))
    return form


def show_form(
    request: HttpRequest,
    entrance: Entrance,
    form: WhenForm,
    schedule: Schedule | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    context = {
        "form": form,
        "schedule": schedule,
        "acts": pages.said(entrance, form.planned),
        "now": timezone.localtime(),
    }
    return show_secret(request, entrance, "schedules/form.html", context, status=status)
