"""The pages on which a campaign leaves as a file, or comes in as one."""

from __future__ import annotations

import uuid
from typing import IO, TYPE_CHECKING, Any, cast
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.answers import Refusal
from campaigns.models import Campaign
from campaigns.people_views import member
from campaigns.showing import of_campaign
from campaigns.transfer.exporting import export, filename
from campaigns.transfer.importing import id_of, import_campaign
from campaigns.transfer.sending import send

if TYPE_CHECKING:
    from accounts.models import User


class ImportForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("Campaign file"),
        help_text=gettext_lazy(
            "A file that “Save as a file” made, of this server or of another. At most 16 MB."
        ),
        widget=forms.ClearableFileInput(attrs={"accept": ".jsonl,.ndjson,application/x-ndjson"}),
        error_messages={
            "required": gettext_lazy("Choose a file."),
            "empty": gettext_lazy("The file is empty."),
        },
    )
    key = forms.UUIDField(required=False, initial=uuid.uuid4, widget=forms.HiddenInput)


@of_campaign
@require_safe
def export_file(request: HttpRequest, campaign_id: UUID) -> Any:
    """The whole ledger as a download."""
    entrance = member(request, campaign_id)
    found = export(entrance)
    if isinstance(found, Refusal):
        raise PermissionDenied
    return send(request, found, filename(entrance.campaign))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def import_file(request: HttpRequest) -> HttpResponse:
    """A campaign from its file, or what is wrong with the file."""
    form = ImportForm(request.POST, request.FILES) if request.method == "POST" else ImportForm()
    outcome = brought_in(cast("User", request.user), form) if form.is_valid() else None
    if isinstance(outcome, Refusal):
        form.add_error("file", outcome.message.in_("fr" if get_language() == "fr" else "en"))
    elif outcome is not None:
        messages.success(request, _("“%(name)s” is here. Invite the others.") % {"name": outcome.name})
        response = redirect("campaign", outcome.pk)
        response.status_code = 303
        return response
    status = 422 if form.is_bound else 200
    return render(request, "campaigns/import.html", {"form": form}, status=status)


def brought_in(user: User, form: ImportForm) -> Campaign | Refusal:
    """Pressed twice, the same file is one campaign."""
    file, key = cast(IO[bytes], form.cleaned_data["file"]), form.cleaned_data["key"]
    known = id_of(user, file, key) if key else uuid.uuid4()
    mine = Campaign.objects.filter(pk=known, seats__user=user, deleted_at=None)
    if first := mine.first():
        return first
    outcome = import_campaign(user, file, known)
    return (isinstance(outcome, Refusal) and mine.first()) or outcome
