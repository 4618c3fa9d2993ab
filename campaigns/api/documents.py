"""The game masters' documents and hidden rolls; and the notes they share, which every member reads."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.urls import reverse
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from campaigns import models
from campaigns.access import Entrance, enter
from campaigns.api import documented
from campaigns.api.paging import page
from campaigns.api.reading import (
    DocumentChanges,
    NewDocument,
    body,
    idempotency_key,
    merged,
    read,
    read_nothing,
    required_version,
    word,
)
from campaigns.api.refusals import unless_refused
from campaigns.api.shapes import (
    DocumentAnswer,
    DocumentVersionAnswer,
    HiddenRollAnswer,
    SharedNoteAnswer,
)
from campaigns.documents import hidden_rolls, sharing, writing
from campaigns.documents.contents import Content, Kind, decode
from campaigns.localising import Plain, localised


class Documents(APIView):
    @documented.list_documents
    def get(self, request: Request, campaign_id: UUID) -> Response:
        entrance = enter(request.user, campaign_id)
        deleted = word(request, "deleted") == "true"
        rows = unless_refused(writing.documents(entrance, deleted=deleted))
        chosen = {name: value for name in ("kind", "quest") if (value := word(request, name))}
        found = writing.found_by(rows.filter(**chosen), word(request, "q") or "")
        return page(request, found, document_plain)

    @documented.write_document
    def post(self, request: Request, campaign_id: UUID) -> Response:
        entrance = gate(request, campaign_id)
        wanted = read(body(request), NewDocument)
        key = UUID(idempotency_key(request))
        made = unless_refused(writing.create(entrance, wanted.kind, wanted.content, key))
        address = reverse("api-document", args=[campaign_id, made.document.pk])
        code = status.HTTP_201_CREATED if made.is_new else status.HTTP_200_OK
        return answered(made.document, code, Location=address)


class OneDocument(APIView):
    @documented.read_document
    def get(self, request: Request, campaign_id: UUID, document: UUID) -> Response:
        entrance = enter(request.user, campaign_id)
        return answered(unless_refused(writing.document_of(entrance, document)))

    @documented.change_document
    def patch(self, request: Request, campaign_id: UUID, document: UUID) -> Response:
        entrance = gate(request, campaign_id)
        found = unless_refused(writing.document_of(entrance, document))
        content = merged(decode(found.content), read(body(request), DocumentChanges))
        version = required_version(request)
        return answered(unless_refused(writing.change(entrance, document, content, version)))

    @documented.delete_document
    def delete(self, request: Request, campaign_id: UUID, document: UUID) -> Response:
        entrance = gate(request, campaign_id)
        unless_refused(writing.document_of(entrance, document))
        unless_refused(writing.delete(entrance, document, required_version(request)))
        return Response(status=status.HTTP_204_NO_CONTENT)


class RestoreDocument(APIView):
    @documented.restore_document
    def post(self, request: Request, campaign_id: UUID, document: UUID) -> Response:
        entrance = gate(request, campaign_id)
        read_nothing(request)
        return answered(unless_refused(writing.undelete(entrance, document)))


class Versions(APIView):
    @documented.list_versions
    def get(self, request: Request, campaign_id: UUID, document: UUID) -> Response:
        rows = unless_refused(writing.versions(enter(request.user, campaign_id), document))
        return page(request, rows, version_plain)


class RestoreVersion(APIView):
    @documented.restore_version
    def post(self, request: Request, campaign_id: UUID, document: UUID, number: int) -> Response:
        entrance = gate(request, campaign_id)
        unless_refused(writing.document_of(entrance, document))
        read_nothing(request)
        version = required_version(request)
        return answered(unless_refused(writing.bring_back(entrance, document, number, version)))


class HiddenRolls(APIView):
    @documented.list_hidden_rolls
    def get(self, request: Request, campaign_id: UUID) -> Response:
        rows = unless_refused(hidden_rolls.hidden_rolls(enter(request.user, campaign_id)))
        return page(request, rows, roll_plain)

    @documented.roll_hidden
    def post(self, request: Request, campaign_id: UUID) -> Response:
        entrance = gate(request, campaign_id)
        wanted = read(body(request), hidden_rolls.NewHiddenRoll)
        key = UUID(idempotency_key(request))
        roll, is_new = unless_refused(hidden_rolls.throw(entrance, wanted, key))
        return Response(roll_plain(roll), status.HTTP_201_CREATED if is_new else status.HTTP_200_OK)


class Notes(APIView):
    @documented.list_notes
    def get(self, request: Request, campaign_id: UUID) -> Response:
        notes = sharing.shared_notes(enter(request.user, campaign_id))
        return page(request, notes, note_plain)


def gate(request: Request, campaign_id: UUID) -> Entrance:
    """Who may not write is told so before anything that was sent is read."""
    entrance = enter(request.user, campaign_id)
    unless_refused(writing.masters_only(entrance))
    return entrance


def answered(document: models.Document, code: int = status.HTTP_200_OK, **headers: str) -> Response:
    return Response(document_plain(document), code, headers={"ETag": f'"{document.version}"', **headers})


def document_plain(document: models.Document) -> Plain:
    content = decode(document.content)
    answer = DocumentAnswer(
        id=document.pk,
        kind=cast(Kind, document.kind),
        version=document.version,
        created_at=document.created_at,
        updated_at=document.updated_at,
        deleted=document.deleted_at is not None,
        **said(content),
    )
    plain: Plain = localised(answer)
    return plain


def said(content: Content) -> Plain:
    return {name: getattr(content, name) for name in content.__struct_fields__}


def version_plain(row: models.DocumentVersion) -> Plain:
    answer = DocumentVersionAnswer(
        number=row.number,
        seat=row.seat.key,
        seat_name=row.seat.name,
        written_at=row.written_at,
        **said(decode(row.content)),
    )
    plain: Plain = localised(answer)
    return plain


def roll_plain(roll: models.HiddenRoll) -> Plain:
    answer = HiddenRollAnswer(
        id=roll.pk,
        reason=roll.reason,
        seat=roll.seat.key,
        rolled_at=roll.rolled_at,
        dice=hidden_rolls.fallen(roll),
    )
    plain: Plain = localised(answer)
    return plain


def note_plain(note: sharing.SharedNote) -> Plain:
    answer = SharedNoteAnswer(id=note.id, title=note.title, quest=note.quest, body=note.body)
    plain: Plain = localised(answer)
    return plain
