"""The pages of the documents: the game masters' own, and the notes that all may read."""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import Any
from uuid import UUID

import msgspec
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns import showing
from campaigns.access import Entrance
from campaigns.answers import Refusal
from campaigns.documents import forms, hidden_rolls, naming, pages, sharing, writing
from campaigns.documents.contents import KINDS, NAMES, Content, decode
from campaigns.documents.markdown import rendered
from campaigns.malformed import explain
from campaigns.models import Document
from campaigns.people_views import member
from campaigns.sending import key_of
from campaigns.showing import found, of_campaign, show_secret
from rules.kernel.text import Text


def masters_entrance(request: HttpRequest, campaign_id: UUID) -> Entrance:
    """Asked before anything else: nobody but a game master learns whether there is a document."""
    entrance = member(request, campaign_id)
    if writing.masters_only(entrance):
        raise PermissionDenied
    return entrance


def show(
    request: HttpRequest,
    entrance: Entrance,
    template: str,
    context: dict[str, Any],
    *,
    fragment: str = "",
    status: int = 200,
) -> HttpResponse:
    around = {"documents_url": showing.address("documents", entrance.campaign.id)}
    return show_secret(request, entrance, template, around | context, fragment=fragment, status=status)


@of_campaign
@require_safe
def documents(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """All of them, searched and by kind; and the dice behind the screen."""
    entrance = masters_entrance(request, campaign_id)
    deleted = request.GET.get("deleted") == "true"
    rows = found(writing.documents(entrance, deleted=deleted))
    page = pages.list_page(entrance, rows, request.GET, deleted=deleted)
    context = {"page": page, "rolls": pages.rolls_page(entrance, str(uuid.uuid4()))}
    fragment = "documents/_documents.html"
    return show(request, entrance, "documents/documents.html", context, fragment=fragment)


@of_campaign
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, campaign_id: UUID, kind: str) -> HttpResponse:
    entrance = masters_entrance(request, campaign_id)
    if kind not in KINDS:
        raise Http404("no such kind of document")
    if request.method != "POST":
        quest = request.GET.get("quest", "")
        draft = forms.Draft(kind=kind, quest=quest, rooms=forms.new_rooms(kind))
        return show_form(request, entrance, draft, key=str(uuid.uuid4()))
    draft, key = forms.read_draft(kind, request.POST), key_in(request)
    if more := forms.edited(draft, request.POST.get("edit", "")):
        return show_form(request, entrance, more, key=str(key))
    content = forms.content_of(draft)
    if isinstance(content, forms.Draft):
        return show_form(request, entrance, content, key=str(key), status=422)
    made = writing.create(entrance, kind, content, key)
    if isinstance(made, Refusal):
        again = str(uuid.uuid4()) if made.status == 409 else str(key)
        return show_form(request, entrance, draft, key=again, refusal=made)
    return redirect("document", campaign_id, made.document.pk)


def key_in(request: HttpRequest) -> UUID:
    try:
        return UUID(request.POST.get("key", ""))
    except ValueError:
        return uuid.uuid4()


def show_form(
    request: HttpRequest,
    entrance: Entrance,
    draft: forms.Draft,
    *,
    document: Document | None = None,
    version: int = 0,
    key: str = "",
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    """The form with all that was typed; beside it what somebody else wrote meanwhile."""
    stale = refusal is not None and refusal.status == 412
    theirs = newest(entrance, document, draft) if document and stale else None
    context = {
        "draft": forms.refused(draft, refusal) if refusal else draft,
        "document": document,
        "version": version,
        "key": key,
        "refusal": refusal,
        "theirs": theirs,
        "kind": NAMES[draft.kind],
        "quests": naming.quests(entrance),
        "monsters": naming.monsters(entrance.ruleset),
    }
    code = refusal.status if refusal else status
    return show(request, entrance, "documents/form.html", context, status=code)


def newest(entrance: Entrance, document: Document, draft: forms.Draft) -> pages.Theirs | None:
    """The version that came in between."""
    versions = found(writing.versions(entrance, document.pk))
    version, own = versions.filter(number=document.version).first(), forms.content_of(draft)
    return pages.theirs(entrance, version, own if isinstance(own, Content) else None) if version else None


@of_campaign
@require_safe
def document(request: HttpRequest, campaign_id: UUID, document_id: UUID) -> HttpResponse:
    """To read; a prepared quest room by room, as the heroes open doors."""
    entrance = masters_entrance(request, campaign_id)
    row = found(writing.document_of(entrance, document_id))
    page = pages.document_page(entrance, row, request.GET.get("room", ""))
    context = {"page": page, "rolls": pages.rolls_page(entrance, str(uuid.uuid4()), 3)}
    return show(request, entrance, "documents/document.html", context)


@of_campaign
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, campaign_id: UUID, document_id: UUID) -> HttpResponse:
    entrance = masters_entrance(request, campaign_id)
    row = found(writing.document_of(entrance, document_id))
    if request.method != "POST":
        draft = forms.draft_of(row.kind, decode(row.content))
        return show_form(request, entrance, draft, document=row, version=row.version)
    draft, version = forms.read_draft(row.kind, request.POST), version_in(request)
    if more := forms.edited(draft, request.POST.get("edit", "")):
        return show_form(request, entrance, more, document=row, version=version)
    content = forms.content_of(draft)
    if isinstance(content, forms.Draft):
        return show_form(request, entrance, content, document=row, version=version, status=422)
    outcome = writing.change(entrance, document_id, content, version)
    if not isinstance(outcome, Refusal):
        return redirect("document", campaign_id, document_id)
    row = found(writing.document_of(entrance, document_id))
    seen = row.version if outcome.status == 412 else version
    return show_form(request, entrance, draft, document=row, version=seen, refusal=outcome)


def version_in(request: HttpRequest) -> int:
    """The version that was shown; one that is not said is none there has been."""
    text = request.POST.get("version", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0


@of_campaign
@require_safe
def history(request: HttpRequest, campaign_id: UUID, document_id: UUID) -> HttpResponse:
    """What it said before, and who wrote it."""
    entrance = masters_entrance(request, campaign_id)
    row = found(writing.document_of(entrance, document_id))
    versions = found(writing.versions(entrance, document_id))
    page = pages.history_page(entrance, row, versions, request.GET.get("version", ""))
    return show(request, entrance, "documents/history.html", {"page": page})


@of_campaign
@require_POST
def bring_back(request: HttpRequest, campaign_id: UUID, document_id: UUID, number: int) -> HttpResponse:
    entrance = masters_entrance(request, campaign_id)
    outcome = writing.bring_back(entrance, document_id, number, version_in(request))
    if isinstance(outcome, Refusal) and outcome.status == 412:
        return redirect("document-history", campaign_id, document_id)
    found(outcome)
    return redirect("document", campaign_id, document_id)


@of_campaign
@require_POST
def delete(request: HttpRequest, campaign_id: UUID, document_id: UUID) -> HttpResponse:
    entrance = masters_entrance(request, campaign_id)
    found(writing.delete(entrance, document_id) or True)
    messages.success(request, _("The document is deleted. It can be brought back."))
    return redirect("documents", campaign_id)


@of_campaign
@require_POST
def undelete(request: HttpRequest, campaign_id: UUID, document_id: UUID) -> HttpResponse:
    found(writing.undelete(masters_entrance(request, campaign_id), document_id))
    return redirect("document", campaign_id, document_id)


@of_campaign
@require_http_methods(["GET", "HEAD", "POST"])
def rolls(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """Dice behind the screen: one tap throws."""
    entrance = masters_entrance(request, campaign_id)
    if request.method != "POST":
        return show_rolls(request, entrance)
    wanted = read_roll(request)
    if isinstance(wanted, Text):
        return show_rolls(request, entrance, wanted, 422)
    key = key_of(str(key_in(request)), request.POST.get("throw", ""))
    outcome = hidden_rolls.throw(entrance, wanted, UUID(key))
    if isinstance(outcome, Refusal):
        return show_rolls(request, entrance, outcome.message, outcome.status)
    if showing.is_fragment(request):
        return show_rolls(request, entrance)
    response = redirect(showing.way_back(request, entrance))
    response.status_code = 303
    return response


def show_rolls(
    request: HttpRequest, entrance: Entrance, error: Text | None = None, status: int = 200
) -> HttpResponse:
    reason = request.POST.get("reason", "") if error else ""
    page = pages.rolls_page(entrance, str(uuid.uuid4()), hidden_rolls.KEPT, reason, error)
    if showing.is_fragment(request):
        page = replace(page, lines=page.lines[: pages.ROLLS_SHOWN])
    template, fragment = "documents/hidden_rolls.html", "documents/_hidden_rolls.html"
    return show(request, entrance, template, {"rolls": page}, fragment=fragment, status=status)


def read_roll(request: HttpRequest) -> hidden_rolls.NewHiddenRoll | Text:
    """From a button such as `combat:3`; or what is wrong with it."""
    die, _, number = request.POST.get("throw", "").partition(":")
    count = int(number) if number.isascii() and number.isdecimal() and len(number) < 4 else 0
    plain = {"dice": [{"die": die, "number": count}], "reason": request.POST.get("reason", "").strip()}
    try:
        return msgspec.convert(plain, hidden_rolls.NewHiddenRoll)
    except msgspec.ValidationError as error:
        return explain(str(error))[1]


@of_campaign
@require_safe
def notes(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """The shared ones: for everybody at the table, and for guests of the public link, who see what a spectator sees."""
    entrance = showing.entrance_of(request, campaign_id)
    shared = sharing.shared_notes(entrance)
    request.etag = showing.etag(request, entrance, shared)  # type: ignore[attr-defined]
    quests = naming.quests(entrance)
    told = [(note, rendered(note.body), quests.get(note.quest)) for note in shared]
    return showing.show(request, entrance, "documents/notes.html", {"notes": told})
