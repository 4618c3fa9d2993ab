"""Documents made, changed, deleted and brought back: by game masters only, never one over another's words."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from campaigns import answers
from campaigns.access import Entrance
from campaigns.answers import Refusal, unprocessable
from campaigns.documents import naming
from campaigns.documents.contents import Content, Kind, decode, encode
from campaigns.door import asking_again
from campaigns.models import Document, DocumentVersion, Role
from campaigns.rulebook.folding import SHORT, words_of
from rules.kernel.text import Text

KEPT = 20
"""Versions of a document that can be read and brought back."""
MOST = 500
"""Documents of a campaign, the deleted ones too."""

NO_DOCUMENT = Refusal(
    status=404, code="not_found", message=Text("Ce document n’existe pas.", "There is no such document.")
)
TOO_MANY = Text("Pas plus de {most} documents par campagne.", "At most {most} documents in a campaign.")
UNKNOWN_QUEST = Text("Il n’y a pas de quête « {key} » ici.", "There is no quest “{key}” here.")
UNKNOWN_MONSTER = Text(
    "Il n’y a pas de monstre « {key} » dans le livre.", "There is no monster “{key}” in the book."
)
NOTES_ONLY = Text(
    "Seules les notes se partagent et ont une part secrète : un autre document est secret en entier.",
    "Only notes are shared and have a secret part: any other document is secret as a whole.",
)
QUESTS_ONLY = Text("Seules les quêtes préparées ont des salles.", "Only prepared quests have rooms.")
PLANS_ONLY = Text(
    "Les monstres d’une quête préparée sont dans ses salles ; seuls les plans en ont d’autres.",
    "The monsters of a prepared quest are in its rooms; only plans have others.",
)
CHANGED = Text(
    "Ce document a changé entre-temps : rien n’a été écrasé. Comparez, puis enregistrez.",
    "This document was changed meanwhile: nothing was overwritten. Compare, then save.",
)


@dataclass(frozen=True)
class Made:
    """A document, and whether this call has just made it."""

    document: Document
    is_new: bool


def masters_only(entrance: Entrance) -> Refusal | None:
    """Asked before anything is looked up: who may not, does not learn what there is."""
    return None if entrance.seat.role == Role.GM else answers.FORBIDDEN


@asking_again
def create(entrance: Entrance, kind: Kind, content: Content, key: UUID) -> Made | Refusal:
    """A new document. Sent again with the same key it is made once."""
    wrong = masters_only(entrance) or _wrong(entrance, kind, content)
    if wrong:
        return wrong
    known = uuid.uuid5(key, f"{entrance.campaign.pk} {entrance.seat.key} document")
    found = Document.objects.filter(pk=known).first()
    if found:
        first = DocumentVersion.objects.filter(document=found, number=1, content=encode(content)).exists()
        return Made(found, False) if first and found.kind == kind else answers.KEY_REUSED
    if Document.objects.filter(campaign=entrance.campaign).count() >= MOST:
        return unprocessable("too_many", TOO_MANY(most=MOST), most=MOST)
    document = Document(id=known, campaign=entrance.campaign, kind=kind, version=0)
    _write(entrance, document, content)
    return Made(document, True)


@asking_again
def change(entrance: Entrance, document_id: UUID, content: Content, version: int) -> Document | Refusal:
    """The document as it says from now on; refused where it is no longer at `version`."""
    document = _at(entrance, document_id, version)
    if isinstance(document, Refusal):
        return document
    wrong = _wrong(entrance, document.kind, content)
    if wrong:
        return wrong
    if encode(content) != document.content:
        _write(entrance, document, content)
    return document


@asking_again
def bring_back(entrance: Entrance, document_id: UUID, number: int, version: int) -> Document | Refusal:
    """An earlier version becomes the newest; none is lost by it."""
    document = _at(entrance, document_id, version)
    if isinstance(document, Refusal):
        return document
    earlier = DocumentVersion.objects.filter(document=document, number=number).first()
    if earlier is None:
        return NO_DOCUMENT
    if earlier.content != document.content:
        _write(entrance, document, decode(earlier.content))
    return document


@asking_again
def delete(entrance: Entrance, document_id: UUID, version: int | None = None) -> Refusal | None:
    """It goes from the lists, and can be brought back."""
    document = _at(entrance, document_id, version)
    if isinstance(document, Refusal):
        return document
    document.deleted_at = timezone.now()
    document.save(update_fields=["deleted_at"])
    return None


@asking_again
def undelete(entrance: Entrance, document_id: UUID) -> Document | Refusal:
    document = document_of(entrance, document_id, deleted=True)
    if isinstance(document, Refusal):
        return document
    document.deleted_at = None
    document.save(update_fields=["deleted_at"])
    return document


def documents(entrance: Entrance, *, deleted: bool = False) -> QuerySet[Document] | Refusal:
    """The newest change first."""
    found = Document.objects.filter(campaign=entrance.campaign, deleted_at__isnull=not deleted)
    return masters_only(entrance) or found


def found_by(rows: QuerySet[Document], query: str) -> QuerySet[Document]:
    """Those that have every word of the query; short ones at the beginning of words only."""
    for word in words_of(query[:200]):
        rows = rows.filter(words__contains=word if len(word) >= SHORT else f" {word}")
    return rows


def document_of(entrance: Entrance, document_id: UUID, *, deleted: bool = False) -> Document | Refusal:
    found = documents(entrance, deleted=deleted)
    return found if isinstance(found, Refusal) else found.filter(pk=document_id).first() or NO_DOCUMENT


def versions(entrance: Entrance, document_id: UUID) -> QuerySet[DocumentVersion] | Refusal:
    """The newest first."""
    found = document_of(entrance, document_id)
    if isinstance(found, Refusal):
        return found
    return DocumentVersion.objects.filter(document=found).select_related("seat")


def changed(version: int) -> Refusal:
    return Refusal(status=412, code="stale", message=CHANGED, params={"version": version})


def _at(entrance: Entrance, document_id: UUID, version: int | None) -> Document | Refusal:
    """The document, where it is still at `version`."""
    found = document_of(entrance, document_id)
    if isinstance(found, Refusal) or version in (None, found.version):
        return found
    return changed(found.version)


def _write(entrance: Entrance, document: Document, content: Content) -> None:
    """One more version; those beyond the last `KEPT` go."""
    document.version += 1
    document.title, document.quest, document.shared = content.title, content.quest, content.shared
    document.content = encode(content)
    document.words = naming.words(entrance, content)
    document.updated_at = timezone.now()
    document.full_clean(exclude=["campaign"])
    document.save()
    DocumentVersion.objects.create(
        document=document,
        number=document.version,
        seat=entrance.seat,
        written_at=document.updated_at,
        content=document.content,
    )
    DocumentVersion.objects.filter(document=document, number__lte=document.version - KEPT).delete()


def _wrong(entrance: Entrance, kind: str, content: Content) -> Refusal | None:
    return _misplaced(kind, content) or _unknown(entrance, content)


def _misplaced(kind: str, content: Content) -> Refusal | None:
    """What only another kind of document has."""
    if kind != "note" and content.shared:
        return unprocessable("notes_only", NOTES_ONLY, field="shared")
    if kind != "note" and content.secret:
        return unprocessable("notes_only", NOTES_ONLY, field="secret")
    if kind != "prepared_quest" and content.rooms:
        return unprocessable("prepared_quests_only", QUESTS_ONLY, field="rooms")
    if kind != "plan" and content.monsters:
        return unprocessable("plans_only", PLANS_ONLY, field="monsters")
    return None


def _unknown(entrance: Entrance, content: Content) -> Refusal | None:
    """Keys that name nothing."""
    if content.quest and content.quest not in naming.quests(entrance):
        text = UNKNOWN_QUEST(key=content.quest)
        return unprocessable("unknown_quest", text, field="quest", quest=content.quest)
    known = naming.monsters(entrance.ruleset)
    for group in content.groups:
        if group.monster not in known:
            text = UNKNOWN_MONSTER(key=group.monster)
            field = "monsters" if group in content.monsters else "rooms"
            return unprocessable("unknown_monster", text, field=field, monster=group.monster)
    return None
