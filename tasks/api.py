"""Long work by program: 202 with the task's address, then how far it has come, then what came of it."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal, cast
from uuid import UUID

import msgspec
from django.http.response import HttpResponseBase
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.parsers import MultiPartParser
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from campaigns.access import enter
from campaigns.answers import Refusal
from campaigns.api.components import ref
from campaigns.api.documented import AGAIN, IN_A_FORM, PAGES, call, listed
from campaigns.api.paging import page
from campaigns.api.reading import body, optional_key, read, read_nothing
from campaigns.api.refusals import unless_refused
from campaigns.api.transfer import JsonLinesParser, sent_file
from campaigns.localising import Plain, localised
from campaigns.transfer.format import MEDIA_TYPE
from rules.kernel.text import Language, Text
from tasks import asking, showing
from tasks.models import Kind, PageSize, Task
from tasks.paper_pages import Offered, offered
from tasks.papers import ABOUT_A_HERO, Wanted

PaperName = Literal["sheets", "quarters", "blanks", "cards", "prices", "chronicle"]
KindName = Literal["export", "import", "audit"] | PaperName
StateName = Literal["waiting", "running", "done", "failed", "cancelled"]


class FindingAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What an audit found. `detail`, for whoever runs the site, is empty for who does not run the table."""

    code: str
    seq: int | None
    message: Text
    detail: str


class TaskAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """`progress` of `whole` (0: not known yet); `result`: the address of the file once there is one; `founded`: the campaign
    that an import has become; `code` and `reason`: why it failed; `findings`: of an audit that is done.
    """

    id: UUID
    kind: KindName
    state: StateName
    campaign: UUID | None
    title: str
    hero: str | None
    created_at: datetime
    ended_at: datetime | None
    progress: int
    whole: int
    result: str | None
    size: int | None
    founded: UUID | None
    code: str | None
    reason: Text | None
    findings: tuple[FindingAnswer, ...] | None


class PaperWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`hero` by key, of sheets and cards; left out: everybody who plays. `choice` is one of those of the kind; left out:
    all there is. `secrets`: a game master's chronicle tells theirs too. `language`: else the caller's.
    """

    paper: PaperName
    page_size: Literal["a4", "letter"] = "a4"
    language: Language | None = None
    hero: Annotated[str, msgspec.Meta(max_length=80)] = ""
    choice: Annotated[str, msgspec.Meta(max_length=120)] = ""
    secrets: bool = False


class PaperChoice(msgspec.Struct, frozen=True, kw_only=True):
    value: str
    label: Text
    group: Text | None


class PaperAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of paper. `about_hero`, `secrets`: whether such may be asked; `is_open`: there is something of it to print."""

    paper: PaperName
    name: Text
    text: Text
    about_hero: bool
    secrets: bool
    is_open: bool
    choices: tuple[PaperChoice, ...]


SPOKEN = (PaperWanted, PaperAnswer, TaskAnswer)
TASK = ref("TaskAnswer")
LOCATION = OpenApiParameter(
    "Location",
    {"type": "string", "format": "uri-reference"},
    OpenApiParameter.HEADER,
    response=[202],
    description="The task’s address",
)


class File(BaseRenderer):
    """What may be asked for; the bytes themselves are streamed."""

    media_type = "*/*"
    format = "file"

    def render(self, data: Any, *args: Any, **kwargs: Any) -> bytes:
        return JSONRenderer().render(data)


class Tasks(APIView):
    @call("tasks_list", "The caller's long work, the newest first", listed("TaskAnswer"), parameters=PAGES)
    def get(self, request: Request) -> Response:
        return page(request, asking.own(person(request)), task_plain)


class OneTask(APIView):
    @call("tasks_read", "How far it has come, and what came of it", TASK)
    def get(self, request: Request, task: UUID) -> Response:
        found = asking.own_one(person(request), task)
        return Response(task_plain(found), headers={"Cache-Control": "private, no-store"})

    @call("tasks_remove", "Stops it where it is not over, and removes what it has made", None, code=204)
    def delete(self, request: Request, task: UUID) -> Response:
        asking.remove(asking.own_one(person(request), task))
        return Response(status=status.HTTP_204_NO_CONTENT)


class Cancelling(APIView):
    @call("tasks_cancel", "Stops it; nothing of it is left. What is over stays as it is", TASK)
    def post(self, request: Request, task: UUID) -> Response:
        found = asking.own_one(person(request), task)
        read_nothing(request)
        asking.cancel(found)
        return Response(task_plain(asking.own_one(person(request), task)))


class Result(APIView):
    renderer_classes = [JSONRenderer, File]

    @extend_schema(
        operation_id="tasks_result",
        summary="What was made, as a download",
        responses={
            (200, media_type): OpenApiResponse({"type": "string", "format": "binary"}, "The file")
            for media_type in (MEDIA_TYPE, "application/pdf")
        },
        parameters=[OpenApiParameter("format", exclude=True)],
    )
    def get(self, request: Request, task: UUID) -> HttpResponseBase:
        found = asking.own_one(person(request), task)
        return showing.download(request._request, found)  # noqa: SLF001  (DRF has no other way)


class Exports(APIView):
    @call("exports_ask", "The campaign as a file, in a while", TASK, code=202, parameters=[AGAIN, LOCATION])
    def post(self, request: Request, campaign_id: UUID) -> Response:
        entrance, key = enter(request.user, campaign_id), optional_key(request)
        read_nothing(request)
        return accepted(asking.ask_export(entrance, key))


class Audits(APIView):
    @call(
        "audits_ask", "A look at the whole ledger, in a while", TASK, code=202, parameters=[AGAIN, LOCATION]
    )
    def post(self, request: Request, campaign_id: UUID) -> Response:
        entrance, key = enter(request.user, campaign_id), optional_key(request)
        read_nothing(request)
        return accepted(asking.ask_audit(entrance, key))


class Papers(APIView):
    @call(
        "papers_list",
        "What can be put on paper, and what may be chosen of it",
        {"type": "array", "items": ref("PaperAnswer")},
    )
    def get(self, request: Request, campaign_id: UUID) -> Response:
        found = offered(enter(request.user, campaign_id))
        return Response([localised(paper_answer(one)) for one in found])

    @call(
        "papers_ask",
        "Sheets, cards, a price list or the chronicle as a PDF, as the caller sees them, in a while",
        TASK,
        code=202,
        body="PaperWanted",
        parameters=[AGAIN, LOCATION],
    )
    def post(self, request: Request, campaign_id: UUID) -> Response:
        entrance, key = enter(request.user, campaign_id), optional_key(request)
        asked = read(body(request), PaperWanted)
        wanted = Wanted(
            kind=Kind(asked.paper),
            page_size=PageSize(asked.page_size),
            language=asked.language or "",
            hero=asked.hero,
            choice=asked.choice,
            secrets=asked.secrets,
        )
        return accepted(asking.ask_paper(entrance, wanted, key))


class Imports(APIView):
    parser_classes = [JsonLinesParser, MultiPartParser]

    @extend_schema(
        operation_id="imports_ask",
        summary="Founds a campaign from its file, in a while; what is wrong with it the task says",
        description=f"The file may also be the body itself, as `{MEDIA_TYPE}`.",
        request={"multipart/form-data": IN_A_FORM},
        responses={202: OpenApiResponse(TASK, "The task")},
        parameters=[AGAIN, LOCATION],
    )
    def post(self, request: Request) -> Response:
        file, key = sent_file(request), optional_key(request)
        name = getattr(file, "name", None)
        return accepted(asking.ask_import(person(request), file, str(name or ""), key))


def person(request: Request) -> User:
    return cast(User, request.user)


def accepted(outcome: Task | Refusal) -> Response:
    task: Task = unless_refused(outcome)
    address = reverse("api-task", args=[task.pk])
    return Response(task_plain(task), status.HTTP_202_ACCEPTED, headers={"Location": address})


def task_plain(task: Task) -> Plain:
    one = showing.shown(task)
    findings = one.findings
    answer = TaskAnswer(
        id=task.pk,
        kind=cast(KindName, task.kind),
        state=cast(StateName, one.state),
        campaign=task.campaign_id,
        title=task.title,
        hero=task.hero or None,
        created_at=task.created_at,
        ended_at=one.ended_at,
        progress=one.progress,
        whole=one.whole,
        result=reverse("api-task-result", args=[task.pk]) if one.may_fetch else None,
        size=task.size if one.may_fetch else None,
        founded=one.campaign.pk if one.campaign else None,
        code=(task.refused_code or "given_up") if one.state == "failed" else None,
        reason=one.why,
        findings=None if findings is None else tuple(map(finding_answer, findings)),
    )
    plain: Plain = localised(answer)
    return plain


def finding_answer(one: showing.Finding) -> FindingAnswer:
    return FindingAnswer(code=one.code, seq=one.seq, message=one.text, detail=one.detail)


def paper_answer(one: Offered) -> PaperAnswer:
    return PaperAnswer(
        paper=cast(PaperName, one.kind.value),
        name=one.name,
        text=one.text,
        about_hero=one.kind in ABOUT_A_HERO,
        secrets=one.secrets,
        is_open=one.is_open,
        choices=tuple(PaperChoice(value=it.value, label=it.label, group=it.group) for it in one.choices),
    )
