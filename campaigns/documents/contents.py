"""What a document says, as one frozen value; a version of it is kept as it was."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, get_args

import msgspec
from django.utils.translation import gettext_lazy as _

from rules.kernel.messages import LINE, Key

Kind = Literal["note", "prepared_quest", "plan"]
KINDS: tuple[Kind, ...] = get_args(Kind)
NAMES = {"note": _("Note"), "prepared_quest": _("Preparation"), "plan": _("Plan")}
ICONS = {"note": "scroll", "prepared_quest": "map", "plan": "monster"}

ROOMS_MOST, GROUPS_MOST = 40, 12
STORABLE = r"^[^\x00\ud800-\udfff]*$"

Title = Annotated[str, msgspec.Meta(min_length=1, max_length=120, pattern=LINE)]
NoTitle = Annotated[str, msgspec.Meta(max_length=120, pattern=rf"{LINE}|^(?!\n)$")]
"""A title, or nothing."""
Prose = Annotated[str, msgspec.Meta(max_length=50_000, pattern=STORABLE)]
"""Markdown."""
ShortProse = Annotated[str, msgspec.Meta(max_length=8_000, pattern=STORABLE)]
QuestKey = Annotated[str, msgspec.Meta(max_length=80, pattern=r"^[A-Za-z0-9_.:-]*(?!\n)$")]
"""The key of a quest, or nothing."""


class MonsterGroup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many monsters of a kind of the rulebook."""

    monster: Key
    count: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1


Groups: TypeAlias = Annotated[tuple[MonsterGroup, ...], msgspec.Meta(max_length=GROUPS_MOST)]


class Room(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A room of a prepared quest: what is read or remembered, and who waits in it."""

    title: NoTitle = ""
    text: ShortProse = ""
    monsters: Groups = ()


Rooms: TypeAlias = Annotated[tuple[Room, ...], msgspec.Meta(max_length=ROOMS_MOST)]


class Content(msgspec.Struct, frozen=True, kw_only=True):
    """Of a shared note everybody reads title and body, and `secret` stays with the game masters.

    `rooms` are a prepared quest's, `monsters` a plan's.
    """

    title: Title
    body: Prose = ""
    quest: QuestKey = ""
    shared: bool = False
    secret: Prose = ""
    rooms: Rooms = ()
    monsters: Groups = ()

    @property
    def groups(self) -> tuple[MonsterGroup, ...]:
        """Every monster it names."""
        return self.monsters + tuple(group for room in self.rooms for group in room.monsters)


def encode(content: Content) -> str:
    return msgspec.json.encode(content).decode()


def decode(text: str) -> Content:
    return msgspec.json.decode(text, type=Content)
