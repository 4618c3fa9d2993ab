"""What the game master has prepared, beside the table: the rooms of the open quest, and the notes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.utils.safestring import SafeString

from campaigns.access import Entrance
from campaigns.answers import Refusal
from campaigns.documents import naming, writing
from campaigns.documents.contents import Content, Room, decode
from campaigns.documents.markdown import rendered
from campaigns.documents.pages import MonsterLine, monster_lines
from campaigns.models import Document
from campaigns.showing import address
from rules.kernel.sections import Tap
from rules.kernel.text import Text

ROOMS = "rooms"
"""The fact of a board that names the rooms revealed so far, by their numbers."""
NOTES_MOST = 5
REVEAL = Text("Mettre la salle en jeu", "Put the room into play")


@dataclass(frozen=True)
class PreparedRoom:
    """`tap` puts its monsters into play, where that can be done now."""

    number: int
    title: str
    text: SafeString
    monsters: tuple[MonsterLine, ...]
    is_revealed: bool
    tap: Tap | None


@dataclass(frozen=True)
class Prepared:
    """The newest plan of the open quest."""

    title: str
    url: str
    rooms: tuple[PreparedRoom, ...]


@dataclass(frozen=True)
class Note:
    title: str
    url: str
    body: SafeString
    secret: SafeString


@dataclass(frozen=True)
class Beside:
    """`prepared` is None where the open quest has no plan."""

    prepared: Prepared | None
    notes: tuple[Note, ...]


def beside_the_table(entrance: Entrance, facts: dict[str, Any]) -> Beside | None:
    """For game masters alone; `facts` are those of the board they see."""
    rows = writing.documents(entrance)
    if isinstance(rows, Refusal):
        return None
    quest = entrance.ruleset.scope(entrance.state())
    plan = rows.filter(kind="prepared_quest", quest=quest).first() if quest else None
    notes = rows.filter(Q(quest="") | Q(quest=quest), kind="note")[:NOTES_MOST]
    return Beside(
        prepared=prepared(entrance, plan, facts.get(ROOMS, ())) if plan else None,
        notes=tuple(note(entrance, row, decode(row.content)) for row in notes),
    )


def prepared(entrance: Entrance, plan: Document, revealed: Any) -> Prepared:
    place = entrance.ruleset.kind_that("fills_room")
    offers = entrance.ruleset.offers(entrance.state(), entrance.viewer, kind=place)
    way = place if any(offer.violation is None for offer in offers) else ""
    rooms = enumerate(decode(plan.content).rooms, 1)
    shown = tuple(room_of(entrance, at, room, way, is_revealed=at in revealed) for at, room in rooms)
    return Prepared(plan.title, address("document", entrance.campaign.pk, plan.pk), shown)


def room_of(entrance: Entrance, number: int, room: Room, way: str, *, is_revealed: bool) -> PreparedRoom:
    """`way`: the kind that puts its monsters into play, empty where none can now."""
    known = naming.monsters(entrance.ruleset)
    many: dict[str, int] = {}
    for group in room.monsters:
        if group.monster in known:
            many[group.monster] = many.get(group.monster, 0) + group.count
    return PreparedRoom(
        number=number,
        title=room.title,
        text=rendered(room.text, 3),
        monsters=monster_lines(entrance, room.monsters),
        is_revealed=is_revealed,
        tap=Tap(way, {"monsters": many, "room": number}, REVEAL) if many and way else None,
    )


def note(entrance: Entrance, row: Document, content: Content) -> Note:
    url = address("document", entrance.campaign.pk, row.pk)
    return Note(content.title, url, rendered(content.body, 3), rendered(content.secret, 3))
