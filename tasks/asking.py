"""Asking for long work, stopping it, and who may: asked when it is asked for, again when it runs and when it is fetched."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import IO, Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404

from accounts.models import User
from campaigns import answers
from campaigns.access import LIVE, Entrance, enter
from campaigns.answers import Refusal, unprocessable
from campaigns.door import asking_again
from campaigns.localising import language
from campaigns.malformed import UNSTORABLE
from campaigns.models import Campaign, Role
from campaigns.people import may_settle, runs_table
from campaigns.transfer.exporting import may_export
from characters.api import roster
from jobs import queue
from jobs.models import WAITING, Job
from jobs.transactions import writing
from rules.kernel.text import Text
from tasks import pdf, results
from tasks.models import Kind, PageSize, Task
from tasks.papers import ABOUT_A_HERO, Wanted, choices, chosen_things, has_paper

AT_ONCE, KEPT = 3, 20
"""Of one person: tasks that are not over, and tasks there are at all. The oldest that is over makes room."""
LONG_ENTRIES, LONG_FILE = 5000, 1024 * 1024
"""A ledger of more acts, and a file of more bytes, are not waited for."""

TOO_MANY = Refusal(
    status=409,
    code="too_many_tasks",
    message=Text(
        "Trois tâches attendent ou sont en cours : patientez, ou annulez-en une.",
        "Three tasks are waiting or running: have patience, or cancel one.",
    ),
)
NO_PDF = unprocessable("no_pdf", Text("Ce serveur ne fait pas de PDF.", "This server cannot make PDFs."))
NO_HERO = unprocessable("no_hero", Text("Il n’y a pas encore de héros.", "There is no hero yet."))
NO_PAPER = unprocessable(
    "no_paper",
    Text("Ce livre de règles n’a rien de tel à imprimer.", "This rulebook has nothing of the kind to print."),
    field="paper",
)
NO_CARDS = unprocessable(
    "no_cards",
    Text("De cela, il n’y a rien à mettre sur des cartes.", "There is nothing of this to put on cards."),
    field="choice",
)
UNKNOWN_CHOICE = unprocessable(
    "unknown_choice", Text("Ce choix n’existe pas.", "There is no such choice."), field="choice"
)
NO_SECRETS = unprocessable(
    "no_secrets",
    Text(
        "Seul le maître du jeu peut mettre ses secrets dans une chronique.",
        "Only a game master may put secrets into a chronicle.",
    ),
    field="secrets",
)
UNKNOWN_HERO = unprocessable(
    "unknown_hero",
    Text("Ce héros n’est pas de cette campagne.", "This hero is not of this campaign."),
    field="hero",
)


# Asking


@asking_again
def ask_export(entrance: Entrance, key: UUID | None = None) -> Task | Refusal:
    """The whole campaign as a file."""
    if not may_export(entrance):
        return answers.FORBIDDEN
    return _left(_person(entrance), Kind.EXPORT, key, entrance.campaign)


@asking_again
def ask_audit(entrance: Entrance, key: UUID | None = None) -> Task | Refusal:
    """A look at every act of the ledger, and at all that is derived from it."""
    if not may_settle(entrance):
        return answers.FORBIDDEN
    return _left(_person(entrance), Kind.AUDIT, key, entrance.campaign)


@asking_again
def ask_paper(entrance: Entrance, wanted: Wanted, key: UUID | None = None) -> Task | Refusal:
    """Something on paper, as the person sees it. Of a hero also where they have left."""
    if not pdf.is_installed():
        return NO_PDF
    row = roster(entrance).filter(key=wanted.hero).first() if _may_be_key(wanted.hero) else None
    refusal = _wrong(entrance, wanted, row)
    if refusal is not None:
        return refusal
    of = entrance.campaign
    return _left(_person(entrance), wanted.kind, key, of, wanted=wanted, title=row.name if row else "")


def _may_be_key(hero: str) -> bool:
    return bool(hero) and not UNSTORABLE.search(hero)


def _wrong(entrance: Entrance, wanted: Wanted, row: Any) -> Refusal | None:
    if wanted.hero and (row is None or wanted.kind not in ABOUT_A_HERO):
        return UNKNOWN_HERO
    if wanted.choice and wanted.choice not in {one.value for one in choices(entrance, wanted.kind)}:
        return UNKNOWN_CHOICE
    if wanted.secrets and (wanted.kind is not Kind.CHRONICLE or entrance.seat.role != Role.GM):
        return NO_SECRETS
    if not wanted.hero and not has_paper(entrance, wanted.kind):
        return NO_HERO if wanted.kind in (Kind.SHEETS, Kind.PARTY) else NO_PAPER
    if wanted.kind is Kind.CARDS and not chosen_things(entrance, wanted):
        return NO_CARDS
    return None


def nothing_of(wanted: Wanted) -> Refusal:
    """What was there when it was asked for is not there any more."""
    if wanted.kind is Kind.CARDS:
        return NO_CARDS
    return UNKNOWN_HERO if wanted.hero else NO_HERO


def ask_import(user: User, file: IO[bytes], name: str, key: UUID | None = None) -> Task | Refusal:
    """The file becomes a campaign of the person's. It is kept until that is done."""
    digest = hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
    file.seek(0)
    pieces = iter(lambda: file.read(results.PIECE), b"")
    with writing():
        return _left(user, Kind.IMPORT, key, title=_printable(name), digest=digest, sent=pieces)


def _person(entrance: Entrance) -> User:
    assert entrance.seat.user_id is not None
    return User.objects.get(pk=entrance.seat.user_id)


def _printable(name: str) -> str:
    return "".join(one for one in name if one.isprintable())[:200]


def _left(
    user: User,
    kind: Kind,
    key: UUID | None,
    campaign: Campaign | None = None,
    *,
    wanted: Wanted | None = None,
    title: str = "",
    digest: str = "",
    sent: Iterable[bytes] = (),
) -> Task | Refusal:
    """In the transaction around it. Asked for twice by one key it is there once.

    The job names no campaign: whoever runs the table is not told of what becomes of somebody's own task.
    """
    list(User.objects.select_for_update(no_key=True).filter(pk=user.pk).values_list("pk"))
    about = f"{user.pk} {kind} {campaign.pk if campaign else ''} {wanted or ''} {digest}"
    name = f"task {uuid.uuid5(key, about) if key else uuid.uuid4()}"
    if first := Task.objects.select_related("job", "campaign").filter(user=user, job__key=name).first():
        return first
    if Job.objects.filter(WAITING, task__user=user).count() >= AT_ONCE:
        return TOO_MANY
    _make_room(user)
    task = Task.objects.create(
        job=queue.leave(kind.value, name),
        user=user,
        campaign=campaign,
        kind=kind,
        title=title or (campaign.name if campaign else ""),
        **_facts(wanted),
    )
    if sent:
        task.sent = uuid.uuid4()
        task.size = results.keep(task, task.sent, sent)
        task.save(update_fields=["sent", "size"])
    return task


def _facts(wanted: Wanted | None) -> dict[str, Any]:
    """What a paper is, as columns; the language is the one of the moment unless another is wanted."""
    if wanted is None:
        return {"language": language()}
    return {
        "language": wanted.language or language(),
        "hero": wanted.hero,
        "page_size": wanted.page_size,
        "choice": wanted.choice,
        "secrets": wanted.secrets,
    }


def wanted_of(task: Task) -> Wanted:
    return Wanted(
        kind=Kind(task.kind),
        page_size=PageSize(task.page_size),
        hero=task.hero,
        choice=task.choice,
        secrets=task.secrets,
        language=task.language,
    )


def _make_room(user: User) -> None:
    old = Task.objects.filter(user=user).exclude(job__in=Job.objects.filter(WAITING))
    gone = list(old.order_by("-created_at").values_list("pk", flat=True)[KEPT - AT_ONCE :])
    Job.objects.filter(pk__in=gone).delete()


# One's own


def own(user: User) -> QuerySet[Task]:
    """The newest first; of a campaign one has left, or that is gone, nothing."""
    seated = LIVE.filter(user=user, campaign=OuterRef("campaign"))
    mine = Task.objects.filter(user=user).filter(Q(campaign=None) | Exists(seated))
    return mine.select_related("job", "campaign", "user")


def own_one(user: User, task_id: UUID) -> Task:
    """Raises Http404 for anybody else's."""
    task = own(user).filter(pk=task_id).first()
    if task is None:
        raise Http404("no such task")
    return task


def refused_now(task: Task) -> Refusal | None:
    """Whether the person may still have this done."""
    if not task.user.is_active:
        return answers.NOT_FOUND
    if task.campaign_id is None:
        return None
    try:
        entrance = enter(task.user, task.campaign_id)
    except Http404:
        return answers.NOT_FOUND
    may = {Kind.EXPORT: may_export, Kind.AUDIT: may_settle}.get(Kind(task.kind))
    return None if may is None or may(entrance) else answers.FORBIDDEN


def may_fetch(task: Task) -> bool:
    """What was made, where it shows nothing that the person no longer may see."""
    if task.state != "done" or task.made is None or refused_now(task):
        return False
    if task.campaign_id is None or not task.role:
        return True
    entrance = enter(task.user, task.campaign_id)
    if entrance.seat.role == Role.GM:
        return True
    return entrance.seat.role == task.role and entrance.viewer.heroes.issuperset(task.heroes.split())


def knows_secrets(task: Task) -> bool:
    """Whether the person runs the table now: others learn where an audit found something, not what."""
    return task.campaign_id is None or runs_table(enter(task.user, task.campaign_id))


def campaign_of(task: Task) -> Campaign | None:
    """What an import has founded, as long as it is there and the person's."""
    seats = LIVE.filter(user=task.user, campaign=task.founded).select_related("campaign")
    seat = seats.first() if task.founded else None
    return seat.campaign if seat else None


def cancel(task: Task) -> bool:
    """Whether it was stopped; of what was stopped nothing is left."""
    with writing():
        is_stopped = queue.cancel(task.pk)
        if is_stopped:
            results.drop(task)
    return is_stopped


def remove(task: Task) -> None:
    """The task with all that was sent and made; whoever is at it stops."""
    with writing():
        Job.objects.filter(pk=task.pk).delete()


def clear_away(now: datetime, days: int) -> None:
    """Tasks that are over, and what they made."""
    old = now - timedelta(days=days)
    over = Q(done_at__lt=old) | Q(cancelled_at__lt=old) | Q(gave_up_at__lt=old)
    Job.objects.filter(over, task__isnull=False).delete()
