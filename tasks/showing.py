"""What somebody sees of their task, on pages and by program."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.http import Http404, HttpRequest, StreamingHttpResponse

from campaigns.models import Campaign
from campaigns.transfer.sending import send
from rules.kernel.text import Text
from tasks import asking, results
from tasks.models import Task

GIVEN_UP = Text(
    "Le serveur n’y est pas arrivé, après plusieurs essais. Qui l’héberge en trouve la raison dans le journal.",
    "The server did not manage it, after several attempts. Whoever runs it finds the reason in the log.",
)
NOT_YOURS = Text(
    "Votre place à la table ne vous le donne plus.", "Your seat at the table does not give you this any more."
)
FOUND = {
    "gap": Text("un acte manque", "an act is missing"),
    "chain_broken": Text(
        "l’empreinte ne suit pas de ce qui précède", "the hash does not follow from what is before it"
    ),
    "columns": Text("une colonne dit autre chose que l’acte", "a column says something else than the act"),
    "unreadable": Text("l’acte ne se lit pas", "the act cannot be read"),
    "head": Text(
        "la campagne n’en est pas où finit son journal", "the campaign is not where its ledger ends"
    ),
    "ruleset_missing": Text(
        "ce serveur n’a pas ce livre de règles", "this server does not have this rulebook"
    ),
    "unfoldable": Text("l’histoire ne se rejoue pas", "the history cannot be played again"),
    "projection": Text(
        "une liste ne dit pas ce que dit le journal", "a list does not say what the ledger says"
    ),
    "checkpoint": Text(
        "un état d’alors n’est pas celui du journal", "a state of then is not that of the ledger"
    ),
    "state": Text("l’état actuel n’est pas celui du journal", "the state of now is not that of the ledger"),
    "invariant": Text("la partie ne tient pas", "the game does not hold"),
    "busy": Text(
        "on joue plus vite que cela ne se lit : réessayez", "people act faster than this reads: try again"
    ),
}
"""What an audit may find, in people's words."""


@dataclass(frozen=True)
class Finding:
    code: str
    seq: int | None
    text: Text
    detail: str


@dataclass(frozen=True, kw_only=True)
class Shown:
    """`why` it failed; `campaign` is what an import has founded; `findings` None where nothing was audited."""

    task: Task
    state: str
    ended_at: datetime | None
    may_fetch: bool
    why: Text | None
    note: Text | None
    campaign: Campaign | None
    findings: tuple[Finding, ...] | None

    @property
    def is_over(self) -> bool:
        return self.task.is_over

    @property
    def progress(self) -> int:
        return self.task.job.progress

    @property
    def whole(self) -> int:
        return self.task.job.whole


def shown(task: Task) -> Shown:
    state, job = task.state, task.job
    may_fetch = asking.may_fetch(task)
    failed = (task.refused or GIVEN_UP) if state == "failed" else None
    return Shown(
        task=task,
        state=state,
        ended_at=job.done_at or job.gave_up_at or job.cancelled_at,
        may_fetch=may_fetch,
        why=failed,
        note=NOT_YOURS if task.made and state == "done" and not may_fetch else None,
        campaign=asking.campaign_of(task),
        findings=tuple(_findings(task)) if state == "done" and task.report else None,
    )


def _findings(task: Task) -> Iterator[Finding]:
    if asking.refused_now(task):
        return
    in_full = asking.knows_secrets(task)
    for one in task.findings:
        code, seq = str(one["code"]), one["seq"]
        detail = str(one["detail"]) if in_full else ""
        yield Finding(code, seq if isinstance(seq, int) else None, FOUND[code], detail)


def download(request: HttpRequest, task: Task) -> StreamingHttpResponse:
    """To be kept, and never shown by the browser within this site; raises Http404 where it is not to be had."""
    if not asking.may_fetch(task):
        raise Http404("no such result")
    response = send(request, results.read(task, task.made), task.filename, task.media_type)
    response["Content-Length"] = str(task.size)
    response["Cache-Control"] = "private, no-store"
    response["X-Content-Type-Options"] = "nosniff"
    return response
