"""The page of the notices, what one wants of them, and the way out of the mail that needs no signing in."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import cast
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from campaigns.access import seats_of
from campaigns.models import Seat
from campaigns.showing import address
from deliveries.models import Wish
from deliveries.notices import wishes
from deliveries.notices.counting import notices_of
from deliveries.notices.models import MASTERS, Topic
from deliveries.notices.telling import runs_table

LISTED = 100


def person(request: HttpRequest) -> User:
    return cast(User, request.user)


@login_required
@require_safe
def notices(request: HttpRequest) -> HttpResponse:
    """The newest first."""
    found = list(notices_of(person(request))[:LISTED])
    context = {"notices": found, "newest": found[0].created_at.isoformat() if found else ""}
    response = render(request, "notices/notices.html", context)
    response["Cache-Control"] = "private, no-store"
    return response


@login_required
@require_POST
def read_all(request: HttpRequest) -> HttpResponse:
    """All that were on the page; what came since has not been seen."""
    notices_of(person(request)).filter(read_at=None, created_at__lte=_seen(request)).update(
        read_at=timezone.now()
    )
    return _then("notices")


def _seen(request: HttpRequest) -> datetime:
    try:
        found = parse_datetime(request.POST.get("newest", ""))
        return found.astimezone(UTC) if found is not None and found.tzinfo else timezone.now()
    except (ValueError, OverflowError):  # no such day, or one that the calendar does not reach
        return timezone.now()


@login_required
@require_POST
def open_notice(request: HttpRequest, notice: UUID) -> HttpResponse:
    """It is read, and leads to what it is about."""
    found = get_object_or_404(notices_of(person(request)), pk=notice)
    if found.read_at is None:
        found.read_at = timezone.now()
        found.save(update_fields=["read_at"])
    return _then(found.path)


def _then(to: str) -> HttpResponse:
    response = redirect(to)
    response.status_code = 303
    return response


class WishForm(forms.Form):
    """Of one seat; its fields are told from those of other seats by the prefix."""

    topics = forms.MultipleChoiceField(
        label=gettext_lazy("Tell me"), required=False, widget=forms.CheckboxSelectMultiple
    )
    mail = forms.BooleanField(label=gettext_lazy("By mail too, once a day at most"), required=False)

    def __init__(self, seat: Seat, data: QueryDict | None = None) -> None:
        wish = getattr(seat, "wish", None) or Wish(seat=seat)
        initial = {"topics": wishes.wanted(wish), "mail": wish.mail}
        super().__init__(data, prefix=seat.campaign_id.hex, initial=initial)
        self.seat = seat
        choices = [one for one in Topic.choices if runs_table(seat) or one[0] not in MASTERS]
        self.fields["topics"].choices = choices  # type: ignore[attr-defined]

    def save(self) -> None:
        hidden = {one.value for one in MASTERS} - {key for key, _label in self.fields["topics"].choices}  # type: ignore[attr-defined]
        kept = hidden & set(wishes.wanted(wishes.wish_of(self.seat)))
        wishes.save(self.seat, {*self.cleaned_data["topics"], *kept}, mail=self.cleaned_data["mail"])


def forms_of(user: User, data: QueryDict | None = None) -> list[WishForm]:
    seats = seats_of(user).select_related("wish").order_by("campaign__name", "pk")
    return [WishForm(seat, data) for seat in seats]


@login_required
@require_POST
def save_wishes(request: HttpRequest) -> HttpResponse:
    """From the account page: all campaigns at once."""
    found = forms_of(person(request), request.POST)
    if not all(form.is_valid() for form in found):
        return render(request, "notices/wishes.html", {"forms": found}, status=422)
    for form in found:
        form.save()
    messages.success(request, _("Saved."))
    return _then(address("account") + "#notices")


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """A mail program posts here at one click and has no cookie to show; whoever follows the link is asked first."""
    if wishes.whose(token) is None:
        raise Http404("no such link")
    is_done = request.method == "POST" and wishes.stop_mail(token)
    response = render(request, "notices/unsubscribe.html", {"is_done": is_done})
    response["Cache-Control"] = "no-store"
    response["X-Robots-Tag"] = "noindex, nofollow"
    response["Referrer-Policy"] = "strict-origin"
    return response
