"""The pages of a sample: one tap to have it, one to keep it, one to throw it away."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, cast

from allauth.account.internal.flows.signup import complete_signup
from allauth.core import ratelimit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.forms import SignUpForm
from campaigns.people_views import seen_at
from campaigns.samples import making
from jobs.transactions import writing

if TYPE_CHECKING:
    from accounts.models import User

BUSY = 600
"""Seconds after which whoever found no room may look again."""


@require_POST
def start(request: HttpRequest) -> HttpResponse:
    """For who has no account; whoever has begun one already is led back to it."""
    if request.user.is_authenticated:
        return lead_on(request.user)
    if refused := ratelimit.consume_or_429(request, action="sample"):
        return cast(HttpResponse, refused)
    visitor = making.begin(get_language() or "")
    if visitor is None:
        response = render(request, "campaigns/samples/full.html", status=503)
        response["Retry-After"] = str(BUSY)
        return response
    login(request, visitor, settings.AUTHENTICATION_BACKENDS[0])
    request.session.set_expiry(making.LASTS)
    return lead_on(visitor)


def lead_on(person: User) -> HttpResponse:
    found = making.campaigns_of(person)[:1] if person.is_visitor else []
    return seen_at("campaign", *found) if found else seen_at("campaigns")


def of_visitor(view: Callable[[HttpRequest, User], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """There for who tries a sample, and for nobody else."""

    @wraps(view)
    def shown(request: HttpRequest) -> HttpResponse:
        if not (request.user.is_authenticated and request.user.is_visitor):
            raise Http404("no sample")
        return view(request, request.user)

    return shown


@of_visitor
def keep(request: HttpRequest, visitor: User) -> HttpResponse:
    """The visitor gets a name and a password; what they have stays theirs, for good."""
    form, back = SignUpForm(request.POST or None), safe(request)
    going = back or lead_on(visitor)["Location"]
    if form.is_valid():
        if refused := ratelimit.consume_or_429(request, action="signup"):
            return cast(HttpResponse, refused)
        with writing():
            user, answer = form.try_save(request)
        if user is None:
            return cast(HttpResponse, answer)
        messages.success(request, _("Kept: the campaign is yours, and stays."))
        request.session.set_expiry(None)
        return cast(HttpResponse, complete_signup(request, user=user, redirect_url=going))
    context = {"form": form, "until": visitor.sample_until, "next": back}
    return render(request, "campaigns/samples/keep.html", context, status=422 if form.is_bound else 200)


def safe(request: HttpRequest) -> str:
    """Where to go on to, where that is an address of ours."""
    wanted = request.POST.get("next", request.GET.get("next", ""))
    is_ours = wanted.startswith("/") and url_has_allowed_host_and_scheme(wanted, allowed_hosts=None)
    return wanted if is_ours and wanted != "/" else ""


@of_visitor
def end(request: HttpRequest, visitor: User) -> HttpResponse:
    """At once, and nothing is left."""
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    logout(request)
    making.throw_away(visitor)
    messages.success(request, _("The sample is thrown away; nothing is left of it."))
    return redirect("home")
