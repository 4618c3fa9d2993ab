"""Bytes that go in and come out, as rows: whoever asks and whoever works need not share a disk.

They are written where the rest of the task is, so that both stand or fall together, and go with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from uuid import UUID

from jobs.transactions import writing
from tasks.models import Chunk, Task

PIECE = 256 * 1024


def keep(task: Task, part: UUID, pieces: Iterable[bytes]) -> int:
    """The pieces as chunks of a part, each written at once; how many bytes there were."""
    size = 0
    for number, piece in enumerate(_cut(pieces)):
        size += len(piece)
        with writing():
            Chunk.objects.create(task=task, part=part, number=number, content=piece)
    return size


def _cut(pieces: Iterable[bytes]) -> Iterator[bytes]:
    waiting = bytearray()
    for piece in pieces:
        waiting += piece
        while len(waiting) >= PIECE:
            yield bytes(waiting[:PIECE])
            del waiting[:PIECE]
    if waiting:
        yield bytes(waiting)


def read(task: Task, part: UUID | None) -> Iterator[bytes]:
    """A chunk at a time; nothing where the part is not there."""
    if part is None:
        return
    number = 0
    found = Chunk.objects.filter(task=task, part=part).values_list("content", flat=True)
    while (piece := found.filter(number=number).first()) is not None:
        yield bytes(piece)
        number += 1


def drop(task: Task, *, but: UUID | None = None) -> None:
    """All of a task's parts, or all but one."""
    parts = Chunk.objects.filter(task=task)
    (parts.exclude(part=but) if but else parts).delete()
