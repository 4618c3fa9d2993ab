"""The long work itself: each kind from its beginning to its end, by whoever has the job in hand.

It may be begun again, where a worker died: what that one left behind is dropped, and what came of it is written once, in the
transaction that looks a last time whether the job is still ours.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any
from uuid import UUID

import msgspec
from django.utils import translation
from django.utils.text import slugify

from campaigns.access import enter
from campaigns.answers import Refusal
from campaigns.audit import audit_campaign
from campaigns.models import Campaign
from campaigns.transfer.exporting import BusyError, filename, pieces
from campaigns.transfer.format import MEDIA_TYPE
from campaigns.transfer.importing import read, write
from campaigns.transfer.reading import UnreadableError
from jobs import kinds
from jobs.kinds import Retry
from jobs.running import AgainError, LostError, Progress, Run
from jobs.transactions import writing
from tasks import asking, pdf, printing, results
from tasks.models import Kind, Task
from tasks.papers import PAPERS

LEASE = 120.0
"""Seconds for the longest step that shows no progress: one sheet laid out, one campaign written."""
LEASES = {Kind.CHRONICLE: 600.0}
"""A book is bound in one go, which takes a while on a busy machine."""
MOST_FINDINGS = 200


@dataclass(frozen=True)
class Work:
    """A task in hand; `tell` says how far it has come."""

    run: Run
    task: Task
    tell: Progress

    @property
    def part(self) -> UUID:
        """What this worker makes, and no other."""
        assert self.run.job.claim is not None
        return self.run.job.claim

    @property
    def campaign(self) -> Campaign:
        assert self.task.campaign is not None
        return self.task.campaign

    def keep(self, made: Iterator[bytes]) -> int:
        return results.keep(self.task, self.part, made)

    def finish(self, **facts: Any) -> None:
        """What came of it, where the job is still ours; else LostError, and nothing."""
        with writing():
            self.run.progress(self.tell.whole, self.tell.whole)
            Task.objects.filter(pk=self.task.pk).update(sent=None, **facts)
            results.drop(self.task, but=facts.get("made"))


Works = Callable[[Work], Refusal | None]


def register() -> None:
    for kind, works in WORKS.items():
        retry = Retry(attempts=3, first=5)
        lease = LEASES.get(kind, LEASE)
        kinds.register(kinds.Kind(kind.value, _run(works), retry, lease=lease, stays=True))


def _run(works: Works) -> Callable[[Run], None]:
    def run(run: Run) -> None:
        task = Task.objects.select_related("user", "campaign").filter(pk=run.job.pk).first()
        if task is None:
            return  # its person is gone, or its campaign
        results.drop(task, but=task.sent)
        work = Work(run, task, Progress(run))
        try:
            with translation.override(task.language):
                refusal = asking.refused_now(task) or works(work)
            if refusal is not None:
                refuse(work, refusal)
        except LostError:
            task.chunks.filter(part=work.part).delete()
            raise

    return run


def refuse(work: Work, refusal: Refusal) -> None:
    """Done, and nothing came of it: people are told why, and it is not tried again."""
    why = refusal.message
    work.finish(refused_code=refusal.code, refused_fr=why.fr, refused_en=why.en)


def export(work: Work) -> None:
    whole = work.campaign.version + 1

    def lines() -> Iterator[bytes]:
        count = 0
        for piece in pieces(work.campaign.pk):
            yield piece
            count += piece.count(b"\n")
            work.tell(count, whole)

    try:
        size = work.keep(lines())
    except BusyError as error:
        raise AgainError("people act faster than the file is written") from error
    name = filename(work.campaign)
    work.finish(made=work.part, size=size, filename=name, media_type=MEDIA_TYPE)


def bring_in(work: Work) -> Refusal | None:
    """The campaign's id follows from the task's: begun again it is the same campaign."""
    known = uuid.uuid5(work.task.pk, "campaign")
    try:
        if not is_there(known):
            file = BytesIO(b"".join(results.read(work.task, work.task.sent)))
            found = read(file, work.tell)
            with writing():
                write(work.task.user, found, known)
                work.finish(founded=known, title=found.header.name)
            return None
    except UnreadableError as error:
        if not is_there(known):
            return error.refusal
    work.finish(founded=known)
    return None


def is_there(campaign_id: UUID) -> bool:
    """Another worker was faster, which was taken for dead."""
    return Campaign.objects.filter(pk=campaign_id).exists()


def put_on_paper(work: Work) -> Refusal | None:
    """As whoever asked may see it now."""
    entrance, wanted = enter(work.task.user, work.campaign.pk), asking.wanted_of(work.task)
    try:
        size = work.keep(printing.printed(entrance, wanted, work.task.title, work.tell))
    except printing.NothingError:
        return asking.nothing_of(wanted)
    except pdf.NoPdfError:
        return asking.NO_PDF
    work.finish(
        made=work.part,
        size=size,
        filename=f"{slugify(work.task.title) or 'campaign'}-{wanted.kind}.pdf",
        media_type="application/pdf",
        role=entrance.seat.role,
        heroes=" ".join(sorted(entrance.viewer.heroes)),
    )
    return None


def audit(work: Work) -> None:
    findings = audit_campaign(work.campaign.pk, work.tell)[:MOST_FINDINGS]
    report = [{"code": one.code, "seq": one.seq, "detail": one.detail} for one in findings]
    work.finish(report=msgspec.json.encode(report).decode())


WORKS: dict[Kind, Works] = {
    Kind.EXPORT: export,
    Kind.IMPORT: bring_in,
    Kind.AUDIT: audit,
    **dict.fromkeys(PAPERS, put_on_paper),
}
