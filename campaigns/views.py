"""The pages of campaigns: the own ones, one of them, what may be done in it, and its history."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast
from uuid import UUID

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns import fights, offered, pages, showing
from campaigns.access import Entrance, seats_of
from campaigns.acts import perform
from campaigns.answers import Refusal
from campaigns.forms import FoundForm
from campaigns.people_pages import restorable
from campaigns.rolls import roll_of
from campaigns.samples.shown import shown
from campaigns.seats import found_once
from campaigns.sending import Sent, read_act, read_undo
from campaigns.showing import of_campaign
from campaigns.starting.beginning import goes_on
from campaigns.undo import undo

if TYPE_CHECKING:
    from accounts.models import User


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The door: what this is, for who is not signed in."""
    if request.user.is_authenticated:
        return redirect("campaigns")
    return render(request, "campaigns/home.html", {"shown": shown(), "samples": settings.SAMPLES > 0})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def campaigns(request: HttpRequest) -> HttpResponse:
    """The own campaigns, and founding one."""
    form, person = FoundForm(request.POST or None), cast("User", request.user)
    if form.is_valid():
        return redirect("campaign", found_once(person, **form.cleaned_data))
    seats = seats_of(person).order_by("-campaign__created_at")
    status = 422 if form.is_bound else 200
    context = {"form": form, "seats": seats, "deleted": restorable(person)}
    return render(request, "campaigns/index.html", context, status=status)


@of_campaign
@require_safe
def campaign(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """The party, the open quest, what can be done now, what happened last."""
    entrance = showing.entrance_of(request, campaign_id)
    if same := showing.unchanged(request, entrance):
        return same
    page = pages.campaign_page(entrance)
    context = {
        "page": page,
        "board_taps": showing.taps(request, entrance, "board"),
        "goes_on": goes_on(entrance, heroes=bool(page.members), played=bool(page.runs)),
    }
    return showing.show(request, entrance, "campaigns/campaign.html", context)


@of_campaign
@require_safe
def odds(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """Every hero against a room of opponents; 404 where the rulebook works no fights out."""
    entrance = showing.entrance_of(request, campaign_id)
    versus = entrance.ruleset.versus
    if versus is None:
        raise Http404("no fights in this rulebook")
    if same := showing.unchanged(request, entrance):
        return same
    page = fights.room_page(entrance, versus, request.GET)
    status = 422 if page.violation else 200
    return showing.show(request, entrance, "campaigns/odds.html", {"page": page}, status=status)


@of_campaign
@require_http_methods(["GET", "HEAD", "POST"])
def do(request: HttpRequest, campaign_id: UUID, kind: str) -> HttpResponse:
    """Any offer, from its fields. A POST shows it again with what was chosen, for browsers without script."""
    entrance = showing.entrance_of(request, campaign_id)
    return show_offer(request, entrance, kind, request.POST or request.GET)


def show_offer(
    request: HttpRequest, entrance: Entrance, kind: str, form: QueryDict, refusal: Refusal | None = None
) -> HttpResponse:
    command = offered.command_of(entrance, kind)
    if command is None:
        return refused_plainly(request, entrance, refusal)
    if refusal is None and not entrance.ruleset.may_send(command, entrance.viewer, None):
        raise PermissionDenied
    if offered.wants_hero(command, form):
        if refusal is not None:
            return refused_plainly(request, entrance, refusal)
        context = {"kind": kind, "label": command.label, "offers": offered.offers_of(entrance, kind)}
        return showing.show(request, entrance, "campaigns/whose.html", context)
    asked = offered.ask(entrance, command, kind, form, refusal)
    if asked is None and refusal is None and offered.hero_of(entrance, form.get("hero")):
        raise PermissionDenied
    if asked is None:
        return refused_plainly(request, entrance, refusal)
    names = {"template": "campaigns/offer.html", "fragment": "campaigns/_offer.html"}
    status = refusal.status if refusal else 200
    return showing.show(request, entrance, context={"asked": asked}, status=status, **names)


def refused_plainly(request: HttpRequest, entrance: Entrance, refusal: Refusal | None) -> HttpResponse:
    """What was sent fits no offer of this viewer; what was only looked for is not there."""
    if refusal is None:
        raise Http404("nothing of the kind")
    shown = showing.Refused(refusal=refusal, url=request.path)
    return showing.show(
        request, entrance, "campaigns/refused.html", {"refused": shown}, status=refusal.status
    )


@of_campaign
@require_http_methods(["GET", "HEAD", "POST"])
def acts(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """GET: the history. POST: one act, from a tap or from an offer's form."""
    entrance = showing.entrance_of(request, campaign_id)
    if request.method == "POST":
        return act(request, entrance)
    if same := showing.unchanged(request, entrance):
        return same
    page = pages.history_page(request, entrance)
    return showing.show(
        request, entrance, "campaigns/history.html", {"page": page}, fragment="campaigns/_history.html"
    )


def act(request: HttpRequest, entrance: Entrance) -> HttpResponse:
    sent = read_act(entrance, request.POST)
    outcome = sent.unseen or perform(entrance, sent.plain, sent.envelope)
    if not isinstance(outcome, Refusal):
        return showing.answer(request, entrance, outcome.after)
    if sent.is_tap:
        return refuse(request, entrance, outcome, sent, request.path)
    return show_offer(request, entrance, sent.kind, request.POST, outcome)


@of_campaign
@require_POST
def take_back(request: HttpRequest, campaign_id: UUID, seq: int) -> HttpResponse:
    entrance = showing.entrance_of(request, campaign_id)
    sent = read_undo(request.POST, seq)
    outcome = undo(entrance, seq, through=sent.through, envelope=sent.envelope)
    if isinstance(outcome, Refusal):
        return refuse(request, entrance, outcome, sent, request.path)
    return showing.answer(request, entrance)


def refuse(request: HttpRequest, entrance: Entrance, refusal: Refusal, sent: Sent, url: str) -> HttpResponse:
    """On the page it came from, with a way on where there is one: faces to enter, or taking back more."""
    shown = showing.Refused(
        refusal=refusal,
        url=url,
        fields=sent.again,
        roll=roll_of(refusal, entrance, request.POST),
        through=refusal.code == "undo_blocked" and pages.takes_any(entrance.viewer, entrance.ruleset),
        hero=sent.plain.get("hero"),
    )
    return showing.show_again(request, entrance, showing.way_back(request, entrance), shown)
