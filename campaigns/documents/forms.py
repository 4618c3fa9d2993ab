"""A document's form: what was typed stays as it was typed, until it can be read as a Content."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec
from django.http import QueryDict

from campaigns.answers import Refusal
from campaigns.documents.contents import GROUPS_MOST, ROOMS_MOST, Content
from campaigns.malformed import explain
from rules.kernel.text import Text

BLANK_GROUPS = 2
PLACE = re.compile(r"`\$\.rooms\[(\d+)\]")


@dataclass(frozen=True)
class GroupDraft:
    monster: str = ""
    count: str = "1"


@dataclass(frozen=True)
class RoomDraft:
    title: str = ""
    text: str = ""
    monsters: tuple[GroupDraft, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not (self.title.strip() or self.text.strip() or any(group.monster for group in self.monsters))

    @property
    def rows(self) -> tuple[GroupDraft, ...]:
        return with_blanks(self.monsters)


@dataclass(frozen=True)
class Draft:
    """`errors` by field; those of a room by `rooms.<number>`."""

    kind: str
    title: str = ""
    body: str = ""
    secret: str = ""
    quest: str = ""
    shared: bool = False
    rooms: tuple[RoomDraft, ...] = ()
    monsters: tuple[GroupDraft, ...] = ()
    errors: dict[str, Text] = field(default_factory=dict)
    at: str = ""
    """The name of the field to go on at, after a button that changed the form."""

    @property
    def rows(self) -> tuple[GroupDraft, ...]:
        return with_blanks(self.monsters)

    @property
    def numbered(self) -> list[tuple[str, RoomDraft, Text | None]]:
        """Each room with its name in the form, and what is wrong with it."""
        named = [(f"rooms.{number}", room) for number, room in enumerate(self.rooms)]
        return [(name, room, self.errors.get(name)) for name, room in named]


def with_blanks(groups: tuple[GroupDraft, ...]) -> tuple[GroupDraft, ...]:
    filled = tuple(group for group in groups if group.monster)
    return (*filled, *[GroupDraft()] * min(BLANK_GROUPS, GROUPS_MOST - len(filled)))


def draft_of(kind: str, content: Content) -> Draft:
    rooms = tuple(RoomDraft(room.title, room.text, _drafts(room.monsters)) for room in content.rooms)
    return Draft(
        kind=kind,
        title=content.title,
        body=content.body,
        secret=content.secret,
        quest=content.quest,
        shared=content.shared,
        rooms=rooms or new_rooms(kind),
        monsters=_drafts(content.monsters),
    )


def new_rooms(kind: str) -> tuple[RoomDraft, ...]:
    return (RoomDraft(),) if kind == "prepared_quest" else ()


def _drafts(groups: Any) -> tuple[GroupDraft, ...]:
    return tuple(GroupDraft(group.monster, str(group.count)) for group in groups)


def read_draft(kind: str, form: QueryDict) -> Draft:
    number = form.get("rooms", "")
    many = min(int(number), ROOMS_MOST) if number.isdecimal() and len(number) < 4 else 0
    return Draft(
        kind=kind,
        title=form.get("title", "").strip(),
        body=_lines(form.get("body", "")),
        secret=_lines(form.get("secret", "")),
        quest=form.get("quest", ""),
        shared=form.get("shared") == "true",
        rooms=tuple(_read_room(form, f"rooms.{place}") for place in range(many)),
        monsters=_read_groups(form, "monsters"),
    )


def _read_room(form: QueryDict, name: str) -> RoomDraft:
    text = _lines(form.get(f"{name}.text", ""))
    return RoomDraft(form.get(f"{name}.title", "").strip(), text, _read_groups(form, f"{name}.monsters"))


def _read_groups(form: QueryDict, name: str) -> tuple[GroupDraft, ...]:
    keys, counts = form.getlist(name), form.getlist(f"{name}.count")
    counts += ["1"] * (len(keys) - len(counts))
    return tuple(GroupDraft(key, count) for key, count in zip(keys, counts, strict=False) if key)


def _lines(text: str) -> str:
    """Line ends as they are kept: a browser sends two characters for each."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def edited(draft: Draft, button: str) -> Draft | None:
    """The form with a room more, moved up or dropped, or with more lines for monsters; None for a button that saves."""
    what, _, place = button.partition(":")
    at = int(place) if place.isdecimal() and len(place) < 4 else -1
    rooms = list(draft.rooms)
    if what == "room":
        rooms += [RoomDraft()] if len(rooms) < ROOMS_MOST else []
        at = len(rooms) - 1
    elif what == "up" and 0 < at < len(rooms):
        rooms[at - 1], rooms[at] = rooms[at], rooms[at - 1]
        at -= 1
    elif what == "drop" and 0 <= at < len(rooms):
        del rooms[at]
        at = min(at, len(rooms) - 1)
    elif what == "monsters":
        return replace(draft, at=f"rooms.{at}.monsters" if 0 <= at < len(rooms) else "monsters")
    else:
        return None
    return replace(draft, rooms=tuple(rooms), at=f"rooms.{at}.title" if rooms else "title")


def content_of(draft: Draft) -> Content | Draft:
    """What the form says; or the form with the error that is in the way."""
    rooms = tuple(room for room in draft.rooms if not room.is_empty)
    draft = replace(draft, rooms=rooms)
    plain: Mapping[str, Any] = {
        "title": draft.title,
        "body": draft.body,
        "secret": draft.secret,
        "quest": draft.quest,
        "shared": draft.shared,
        "rooms": [
            {"title": room.title, "text": room.text, "monsters": _plain_groups(room.monsters)}
            for room in rooms
        ],
        "monsters": _plain_groups(draft.monsters),
    }
    try:
        return msgspec.convert(plain, Content)
    except msgspec.ValidationError as error:
        name, why = explain(str(error))
        found = PLACE.search(str(error))
        name = f"rooms.{found[1]}" if found else name.partition(".")[0]
        return replace(draft, errors={name: why})


def _plain_groups(groups: tuple[GroupDraft, ...]) -> list[dict[str, Any]]:
    return [{"monster": group.monster, "count": _whole(group.count)} for group in groups if group.monster]


def _whole(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else text


def refused(draft: Draft, refusal: Refusal) -> Draft:
    return replace(draft, errors=dict(refusal.errors))
