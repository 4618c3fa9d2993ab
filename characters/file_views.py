"""The pages on which a hero leaves as a file, or comes in as one."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urlencode
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from campaigns import showing
from campaigns.answers import NOT_FOUND, Plain, Refusal, unprocessable
from campaigns.people_views import member
from campaigns.showing import of_campaign
from characters import hero_files
from characters.api_files import download
from rules.kernel.text import Text

FILE_WANTED = Text("Choisissez un fichier.", "Choose a file.")
TOO_LARGE = Text("Ce fichier est trop grand.", "This file is too large.")


@of_campaign
@require_safe
def export_hero(request: HttpRequest, campaign_id: UUID, hero: str) -> HttpResponse:
    """The hero's file as a download."""
    file = hero_files.hero_file(member(request, campaign_id), hero)
    if file == NOT_FOUND:
        raise Http404("no such hero")
    if isinstance(file, Refusal):
        raise PermissionDenied
    return download(file)


@of_campaign
@require_POST
def read_hero_file(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """On to the form that enrols them, filled in."""
    entrance = member(request, campaign_id)
    if not hero_files.may_enrol(entrance):
        raise PermissionDenied
    found = sent(request)
    command: Plain | Refusal = found if isinstance(found, Refusal) else hero_files.enrolment(entrance, found)
    if isinstance(command, Refusal):
        shown = showing.Refused(refusal=command, url=request.path)
        return showing.show_again(request, entrance, reverse("heroes", args=[campaign_id]), shown)
    form = reverse("campaign-do", args=[campaign_id, command["kind"]])
    response = redirect(f"{form}?{urlencode(hero_files.query_of(command))}")
    response.status_code = 303
    return response


def sent(request: HttpRequest) -> bytes | Refusal:
    file = request.FILES.get("file")
    if not isinstance(file, UploadedFile) or not file.size:
        return unprocessable("file_wanted", FILE_WANTED, field="file")
    if file.size > hero_files.FILE_BYTES:
        return replace(unprocessable("too_large", TOO_LARGE, field="file"), status=413)
    content: bytes = file.read()
    return content
