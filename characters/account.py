"""Pages of the account that reach into the campaigns: the archive of one's data, and deleting the account."""

from __future__ import annotations

from typing import cast

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.forms import FarewellForm
from accounts.models import User
from campaigns.farewell import delete_account, held_back_by
from campaigns.localising import language
from characters.archive import archive_of


@login_required
@require_safe
def archive(request: HttpRequest) -> HttpResponseBase:
    """One's data as one file."""
    file = archive_of(cast(User, request.user))
    response = FileResponse(
        file, as_attachment=True, filename="questkeep.zip", content_type="application/zip"
    )
    response["Cache-Control"] = "no-store"
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """After typing name and password, the account goes; acts and seats stay, under a neutral name."""
    person = cast(User, request.user)
    form = FarewellForm(person, request.POST if request.method == "POST" else None)
    held = held_back_by(person)
    if form.is_bound and (refused := ratelimit.consume_or_429(request, action="reauthenticate", user=person)):
        return cast(HttpResponse, refused)
    if not held and form.is_valid():
        held = delete_account(person, language())
        if not held:
            logout(request)
            messages.success(request, _("Your account is deleted."))
            return redirect("home")
    status = 422 if form.is_bound else 200
    return render(request, "accounts/delete.html", {"form": form, "held": held}, status=status)
