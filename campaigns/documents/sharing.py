"""What of the documents reaches everybody at the table: title and body of the notes that are shared, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from campaigns.access import Entrance
from campaigns.documents.contents import decode
from campaigns.models import Document
from campaigns.rulebook.folding import searchable


@dataclass(frozen=True)
class SharedNote:
    """Without version and time: they change with the secret part too."""

    id: UUID
    title: str
    quest: str
    body: str


def shared_notes(entrance: Entrance) -> list[SharedNote]:
    """By their titles: an order by time would tell when one was written in secret, before it was shared."""
    rows = Document.objects.filter(campaign=entrance.campaign, shared=True, kind="note", deleted_at=None)
    return sorted(map(shared_note, rows), key=lambda note: (searchable(note.title), note.title, note.id))


def shared_note(row: Document) -> SharedNote:
    content = decode(row.content)
    return SharedNote(row.id, content.title, content.quest, content.body)
