"""The pages of long work: what is asked for, how far each has come, what came of it."""

from __future__ import annotations

from typing import IO, Any, cast
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from campaigns import answers
from campaigns.answers import Refusal
from campaigns.localising import localised
from campaigns.people_views import member
from campaigns.showing import Refused, is_fragment, of_campaign, show, show_again, way_back
from campaigns.transfer_views import ImportForm, import_file
from tasks import asking, showing
from tasks.models import PageSize, Task
from tasks.paper_pages import offered, wanted_of

CHOSEN = ("paper", "page_size", "language", "hero", "choice", "secrets")
"""What the form of a paper asks."""


def person(request: HttpRequest) -> User:
    return cast(User, request.user)


def page(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    response = render(request, template, context)
    response["Cache-Control"] = "private, no-store"
    return response


def _then(to: str, *arguments: Any) -> HttpResponse:
    response = redirect(to, *arguments)
    response.status_code = 303
    return response


@login_required
@require_safe
def tasks(request: HttpRequest) -> HttpResponse:
    """The own work, the newest first."""
    found = [showing.shown(task) for task in asking.own(person(request))]
    return page(request, "tasks/tasks.html", {"tasks": found})


@login_required
@require_safe
def show_task(request: HttpRequest, task: UUID) -> HttpResponse:
    """How far it has come. A page that asks again and again is told when there is nothing more to ask."""
    found = showing.shown(asking.own_one(person(request), task))
    template = "tasks/_state.html" if is_fragment(request) else "tasks/task.html"
    response = page(request, template, {"one": found, "kept_days": settings.RESULTS_DAYS})
    if is_fragment(request) and found.is_over:
        response["HX-Refresh"] = "true"
    return response


@login_required
@require_POST
def cancel(request: HttpRequest, task: UUID) -> HttpResponse:
    """What it has made until now goes."""
    found = asking.own_one(person(request), task)
    if not asking.cancel(found):
        messages.info(request, _("It was over already."))
    return _then("task", task)


@login_required
@require_POST
def remove(request: HttpRequest, task: UUID) -> HttpResponse:
    asking.remove(asking.own_one(person(request), task))
    messages.success(request, _("Removed."))
    return _then("tasks")


@login_required
@require_safe
def result(request: HttpRequest, task: UUID) -> HttpResponseBase:
    """What was made, as a download."""
    return showing.download(request, asking.own_one(person(request), task))


# Asking for it


def key_of(request: HttpRequest) -> UUID | None:
    """A form that is sent twice asks once."""
    try:
        return UUID(request.POST.get("key", ""))
    except ValueError:
        return None


@of_campaign
@require_POST
def export(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    return answer(request, campaign_id, asking.ask_export(member(request, campaign_id), key_of(request)))


@of_campaign
@require_POST
def audit(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    return answer(request, campaign_id, asking.ask_audit(member(request, campaign_id), key_of(request)))


@of_campaign
@require_http_methods(["GET", "HEAD", "POST"])
def papers(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """What can be put on paper; and asking for one of them."""
    if request.method == "POST":
        return ask_paper(request, campaign_id)
    entrance = member(request, campaign_id)
    found = offered(entrance)
    open_kinds = [one.kind for one in found if one.is_open]
    context = {"papers": found, "sizes": PageSize.choices, "chosen": request.GET, "open": open_kinds}
    return show(request, entrance, "tasks/papers.html", context)


def ask_paper(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """A refusal is shown beside what was chosen."""
    entrance, wanted = member(request, campaign_id), wanted_of(request.POST.dict())
    asked = wanted if isinstance(wanted, Refusal) else asking.ask_paper(entrance, wanted, key_of(request))
    if isinstance(asked, Task):
        return _then("task", asked.pk)
    chosen = {name: request.POST.get(name, "") for name in CHOSEN}
    path = f"{request.path}?{urlencode(chosen)}"
    return show_again(request, entrance, path, Refused(refusal=asked, url=request.path))


def answer(request: HttpRequest, campaign_id: UUID, outcome: Task | Refusal) -> HttpResponse:
    """On to the task; or the page it was asked for on, with the reason."""
    if isinstance(outcome, Task):
        return _then("task", outcome.pk)
    if outcome == answers.FORBIDDEN:
        raise PermissionDenied
    entrance = member(request, campaign_id)
    shown = Refused(refusal=outcome, url=request.path)
    return show_again(request, entrance, way_back(request, entrance), shown)


@login_required
@require_POST
def bring_in(request: HttpRequest) -> HttpResponse:
    """A campaign from its file: at once where it is short."""
    form = ImportForm(request.POST, request.FILES)
    file = request.FILES.get("file")
    if not form.is_valid() or file is None or (file.size or 0) <= asking.LONG_FILE:
        return import_file(request)
    key = form.cleaned_data["key"]
    outcome = asking.ask_import(person(request), cast(IO[bytes], file), str(file.name), key)
    if isinstance(outcome, Task):
        return _then("task", outcome.pk)
    form.add_error("file", localised(outcome.message))
    return render(request, "campaigns/import.html", {"form": form}, status=outcome.status)
