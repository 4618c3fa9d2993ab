"""The pages about people: who sits here, invitations, the public link, the settings of a campaign."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns import inviting, looking, people, showing, zones
from campaigns.access import Entrance
from campaigns.answers import NOT_FOUND, Refusal, unprocessable
from campaigns.models import Campaign, HeroRow, Role, Seat
from campaigns.people_forms import DeleteForm, InviteForm, JoinForm, SeatNameForm, SettingsForm, refuse
from campaigns.people_pages import people_page
from campaigns.qr import qr
from campaigns.showing import of_campaign
from campaigns.transfer.exporting import may_export
from rules.kernel.text import Text

if TYPE_CHECKING:
    from accounts.models import User

NO_ROLE = Text("Il n’y a pas de tel rôle.", "There is no such role.")
NO_PATHS = "strict-origin"
"""For referrers. With `no-referrer` a form's origin would be `null`, and its CSRF check would fail."""
View = Callable[..., HttpResponse]


def with_a_secret_address(view: View) -> View:
    """The address itself lets one in: it is told to nobody, kept nowhere and found by no search."""

    @wraps(view)
    def shown(request: HttpRequest, token: str) -> HttpResponse:
        response = view(request, token)
        response["Referrer-Policy"] = NO_PATHS
        response["Cache-Control"] = "no-store"
        response["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return shown


def member(request: HttpRequest, campaign_id: UUID) -> Entrance:
    """Whoever has a seat here; guests of the public link do not meet the people."""
    entrance = showing.entrance_of(request, campaign_id)
    if entrance.is_guest:
        raise Http404("no such campaign")
    return entrance


# Who sits here


@of_campaign
@require_safe
def show_people(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    return page(request, member(request, campaign_id))


def page(
    request: HttpRequest,
    entrance: Entrance,
    status: int = 200,
    link: dict[str, Any] | None = None,
    **bound: Any,
) -> HttpResponse:
    """The people, with a link that is shown this once, or forms that were refused."""
    context = {
        "page": people_page(entrance, **bound),
        "link": link,
        "may_settle": people.may_settle(entrance),
    }
    response = showing.show(request, entrance, "campaigns/people.html", context, status=status)
    del response["ETag"]  # seats and invitations are no acts: no version tells of them
    response["Cache-Control"] = "no-store" if link else "private, no-cache"
    return response


def back(
    request: HttpRequest, entrance: Entrance, outcome: object, done: str = "", *, to: str = "people"
) -> HttpResponse:
    """Among the people again: with what was refused, or with a word that it is done."""
    if outcome == NOT_FOUND:
        raise Http404("no such seat")
    if isinstance(outcome, Refusal):
        request.refused = showing.Refused(refusal=outcome, url=request.path)  # type: ignore[attr-defined]
        return page(request, entrance, outcome.status)
    messages.success(request, done or _("Saved."))
    return seen_at(to, entrance.campaign.id)


def seen_at(name: str, *arguments: Any) -> HttpResponse:
    response = redirect(name, *arguments)
    response.status_code = 303
    return response


@of_campaign
@require_POST
def rename_seat(request: HttpRequest, campaign_id: UUID, seat: str) -> HttpResponse:
    entrance = member(request, campaign_id)
    found = people.seat_of(entrance, seat)
    form = SeatNameForm(request.POST, instance=found and Seat(pk=found.pk, key=seat), auto_id=f"{seat}-%s")
    if found and people.may_change(entrance, found) and not form.is_valid():
        return page(request, entrance, 422, naming=(seat, form))
    return back(request, entrance, people.rename_seat(entrance, seat, form.data.get("name", "")))


@of_campaign
@require_POST
def change_role(request: HttpRequest, campaign_id: UUID, seat: str) -> HttpResponse:
    entrance, role = member(request, campaign_id), request.POST.get("role", "")
    if role not in Role.values:
        return back(request, entrance, unprocessable("unknown_role", NO_ROLE, field="role"))
    return back(request, entrance, people.change_role(entrance, seat, role))


@of_campaign
@require_POST
def remove(request: HttpRequest, campaign_id: UUID, seat: str) -> HttpResponse:
    """One's own seat: leaving."""
    entrance = member(request, campaign_id)
    outcome = people.remove(entrance, seat)
    if outcome is None and seat == entrance.seat.key:
        messages.success(request, _("You have left “%(name)s”.") % {"name": entrance.campaign.name})
        return seen_at("campaigns")
    return back(request, entrance, outcome, _("They sit here no more; their heroes stay."))


@of_campaign
@require_POST
def hand_over(request: HttpRequest, campaign_id: UUID, seat: str) -> HttpResponse:
    entrance = member(request, campaign_id)
    return back(
        request, entrance, people.hand_over_campaign(entrance, seat), _("The campaign is theirs now.")
    )


@of_campaign
@require_POST
def hand_over_hero(request: HttpRequest, campaign_id: UUID, hero: str) -> HttpResponse:
    entrance = member(request, campaign_id)
    return back(request, entrance, people.hand_over_hero(entrance, hero, request.POST.get("seat", "")))


@login_required
@require_POST
def look(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """From another's seat from now on, or from the own one again."""
    entrance, key = showing.entrance_of(request, campaign_id), request.POST.get("seat", "")
    looking.look_from(request, campaign_id, "")
    if not key:
        return seen_at("people", campaign_id)
    if entrance.seat.role != Role.GM:
        raise PermissionDenied
    looking.look_from(request, campaign_id, key)
    if looking.looked_from(request, entrance) is None:
        looking.look_from(request, campaign_id, "")
        return back(request, entrance, unprocessable("nobody_there", people.NOBODY_THERE, field="seat"))
    return seen_at("campaign", campaign_id)


# Invitations


@of_campaign
@require_POST
def invite(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """The only moment at which the link can be read."""
    entrance = member(request, campaign_id)
    if not people.runs_table(entrance):
        raise PermissionDenied
    heroes = HeroRow.objects.filter(campaign=entrance.campaign, departed_seq=None)
    form = InviteForm(entrance, heroes, request.POST)
    if not form.is_valid():
        return page(request, entrance, 422, invite=form)
    wanted = form.cleaned_data
    made = inviting.invite(
        entrance,
        wanted["role"],
        wanted["hero"],
        wanted["expires_in"],
        wanted["uses"],
        wanted.get("seat", ""),
    )
    if isinstance(made, Refusal) and not made.errors:
        return back(request, entrance, made)
    if isinstance(made, Refusal):
        refuse(form, made)
        return page(request, entrance, made.status, invite=form)
    return page(request, entrance, 201, link=link_to(request, "invitation", made.token) | {"code": made.code})


def link_to(request: HttpRequest, name: str, token: str) -> dict[str, Any]:
    url = request.build_absolute_uri(reverse(name, args=[token]))
    return {"url": url, "qr": qr(url)}


@of_campaign
@require_POST
def revoke(request: HttpRequest, campaign_id: UUID, invitation: UUID) -> HttpResponse:
    entrance = member(request, campaign_id)
    return back(request, entrance, inviting.revoke(entrance, invitation), _("The link no longer works."))


@require_http_methods(["GET", "HEAD", "POST"])
@with_a_secret_address
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """What one is invited to; a POST takes the seat. A link that does not work says no more than one that never was."""
    found = inviting.looked_up(token)
    if request.method == "POST" and request.user.is_authenticated:
        return accept(request, request.user, token)
    if found is None:
        return render(request, "campaigns/no_link.html", status=404)
    if request.method == "POST":
        return redirect_to_login(request.path)
    user = request.user if request.user.is_authenticated else None
    seat = inviting.last_seat(found.campaign, user) if user else None
    context = {
        "invitation": found,
        "hero": inviting.hero_name(found),
        "sits": seat is not None and seat.is_live,
        "gives": inviting.gives(found, seat),
    }
    return render(request, "campaigns/invitation.html", context)


def accept(request: HttpRequest, user: User, token: str) -> HttpResponse:
    accepted = inviting.accept(user, token)
    if accepted is None:
        return render(request, "campaigns/no_link.html", status=404)
    if accepted.is_new:
        messages.success(request, _("Welcome to the table!"))
    wants_hero = accepted.seat.role == Role.PLAYER and not accepted.seat.heroes.exists()
    return seen_at("start-heroes" if wants_hero else "campaign", accepted.seat.campaign_id)


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    """A code leads to its invitation, as the link does: there it is tried, and tries are counted."""
    form = JoinForm(request.POST or None)
    if form.is_valid():
        return seen_at("invitation", form.cleaned_data["code"])
    return render(request, "campaigns/join.html", {"form": form}, status=422 if form.is_bound else 200)


# The public link


@require_safe
@with_a_secret_address
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """Lets this browser read the campaign for as long as the link is open."""
    campaign = people.opened_by(token)
    if campaign is None:
        return render(request, "campaigns/no_link.html", status=404)
    looking.follow(request, campaign.id, campaign.public_hash)
    return redirect("campaign", campaign.id)


# Settings


def settled(request: HttpRequest, campaign_id: UUID) -> Entrance:
    entrance = member(request, campaign_id)
    if not people.may_settle(entrance):
        raise PermissionDenied
    return entrance


@of_campaign
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """Name and time zone."""
    entrance = settled(request, campaign_id)
    if request.method != "POST":
        return settings_page(request, entrance)
    form = SettingsForm(request.POST, instance=Campaign(ruleset=entrance.campaign.ruleset))
    if not form.is_valid():
        return settings_page(request, entrance, 422, form=form)
    outcome = people.settle(entrance, form.cleaned_data["name"], form.cleaned_data["timezone"])
    return back(request, entrance, outcome, to="campaign-settings")


def settings_page(
    request: HttpRequest,
    entrance: Entrance,
    status: int = 200,
    link: dict[str, Any] | None = None,
    **bound: Any,
) -> HttpResponse:
    campaign = entrance.campaign
    context: dict[str, Any] = {
        "form": SettingsForm(instance=campaign),
        "delete_form": DeleteForm(auto_id="delete-%s"),
        "zones": zones.names(),
        "zone": zones.zone(campaign.timezone),
        "is_public": bool(campaign.public_hash),
        "may_export": may_export(entrance),
        "link": link,
    }
    response = showing.show(request, entrance, "campaigns/settings.html", context | bound, status=status)
    del response["ETag"]
    response["Cache-Control"] = "no-store" if link else "private, no-cache"
    return response


@of_campaign
@require_POST
def public_link(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """On: a new link, which can be read this once. Off: none."""
    entrance = settled(request, campaign_id)
    if request.POST.get("public") != "on":
        outcome = people.close_to_public(entrance)
        return back(request, entrance, outcome, _("The public link no longer works."), to="campaign-settings")
    token = people.open_to_public(entrance)
    if isinstance(token, Refusal):
        request.refused = showing.Refused(refusal=token, url=request.path)  # type: ignore[attr-defined]
        return settings_page(request, entrance, token.status)
    entrance.campaign.public_hash = people.hashed(token)
    return settings_page(request, entrance, 201, link_to(request, "shared", token))


@of_campaign
@require_POST
def delete(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """The owner's, who types the name."""
    entrance = settled(request, campaign_id)
    if not entrance.seat.owner:
        raise PermissionDenied
    form = DeleteForm(request.POST, auto_id="delete-%s")
    refusal = people.delete(entrance, form.cleaned_data["name"]) if form.is_valid() else None
    if refusal is not None:
        refuse(form, refusal)
    if form.errors:
        return settings_page(request, entrance, 422, delete_form=form)
    gone = _("“%(name)s” is deleted. For 30 days you can bring it back.") % {"name": entrance.campaign.name}
    messages.success(request, gone)
    return seen_at("campaigns")


@login_required
@require_POST
def restore(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """A deleted campaign, by its owner."""
    if people.restore(cast("User", request.user), campaign_id) is None:
        raise Http404("no such campaign")
    messages.success(request, _("The campaign is back."))
    return seen_at("campaign", campaign_id)
