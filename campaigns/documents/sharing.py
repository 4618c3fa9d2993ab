"""What of the documents reaches everybody at the table: title and body of the notes that are shared, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from campaigns.access import Entrance
from campaigns.documents.contents import decode
from campaigns.models import Document


@dataclass(frozen=True)
class SharedNote:
    """Without version and time: they change with the secret part too."""

    id: UUID
    title: str
    quest: str
    body: str


def shared_notes(entrance: Entrance) -> list[SharedNote]:
    """The oldest first: an order by the last change would tell of secret ones."""
    rows = Document.objects.filter(campaign=entrance.campaign, shared=True, kind="note", deleted_at=None)
    return [shared_note(row) for row in rows.order_by("created_at", "id")]


def shared_note(row: Document) -> SharedNote:
    content = decode(row.content)
    return SharedNote(row.id, content.title, content.quest, content.body)
