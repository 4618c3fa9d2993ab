"""What the pages of the documents show, as plain values."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.urls import reverse
from django.utils.safestring import SafeString

from campaigns.access import Entrance
from campaigns.answers import Refusal
from campaigns.documents import naming, writing
from campaigns.documents.comparing import Line, differences, lines_of
from campaigns.documents.contents import ICONS, KINDS, NAMES, Content, MonsterGroup, Room, decode
from campaigns.documents.hidden_rolls import die_of, fallen, hidden_rolls
from campaigns.documents.markdown import plain, rendered
from campaigns.models import Document, DocumentVersion, HiddenRoll
from campaigns.rulebook.addresses import rulebook_url
from campaigns.rulebook.folding import excerpt, marked, words_of
from rules.kernel.offers import Field, Offer
from rules.kernel.text import Text, same

LISTED = 100
ROLLS_SHOWN = 12
MOST_THROWN = 6
"""Dice of one kind that have a button of their own."""


@dataclass(frozen=True)
class Row:
    """A document in a list, with what the search found in it."""

    document: Document
    title: SafeString
    said: SafeString
    quest: Text | None

    @property
    def icon(self) -> str:
        return ICONS.get(self.document.kind, "scroll")

    @property
    def kind(self) -> Any:
        return NAMES.get(self.document.kind, "")


@dataclass(frozen=True)
class ListPage:
    rows: tuple[Row, ...]
    kinds: tuple[tuple[str, Any, str], ...]
    kind: str
    query: str
    deleted: bool
    more: str


def list_page(entrance: Entrance, rows: Any, form: QueryDict, *, deleted: bool) -> ListPage:
    """Rows are the caller's to ask for: who may not, has been refused by then. `more`: the query for those left out."""
    kind, query = form.get("kind", ""), form.get("q", "").strip()[:200]
    rows = writing.found_by(rows.filter(kind=kind) if kind in KINDS else rows, query)
    quests, listed = naming.quests(entrance), how_many(form.get("listed", ""))
    here = list(rows[: listed + 1])
    further = form.copy()
    further["listed"] = str(listed + LISTED)
    return ListPage(
        rows=tuple(row_of(row, words_of(query), quests) for row in here[:listed]),
        more=further.urlencode() if len(here) > listed else "",
        kinds=tuple((key, NAMES[key], ICONS[key]) for key in KINDS),
        kind=kind,
        query=query,
        deleted=deleted,
    )


def how_many(text: str) -> int:
    """Documents in a list that was asked for more of them."""
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else LISTED
    return min(max(number, LISTED), writing.MOST)


def row_of(document: Document, words: tuple[str, ...], quests: dict[str, Text]) -> Row:
    content = decode(document.content)
    told = " · ".join(filter(None, (content.body, content.secret, *(room.text for room in content.rooms))))
    said = excerpt(plain(told), words)
    return Row(document, marked(document.title, words), said, quests.get(document.quest))


@dataclass(frozen=True)
class MonsterLine:
    count: int
    name: Text
    url: str


@dataclass(frozen=True)
class Substitute:
    """One that may enter in place of a figure that was prepared; `url` opens the act that says so."""

    name: Text
    hint: Text | None
    replaces: Text
    url: str


@dataclass(frozen=True)
class RoomView:
    number: int
    title: str
    text: SafeString
    monsters: tuple[MonsterLine, ...]
    substitutes: tuple[Substitute, ...]


@dataclass(frozen=True)
class DocumentPage:
    """`room`: the one that is revealed now, of `rooms`; `way`: the act by which another than was prepared
    may enter, `why_not` why it cannot be done now.
    """

    document: Document
    content: Content
    kind: Any
    icon: str
    body: SafeString
    secret: SafeString
    quest: Text | None
    monsters: tuple[MonsterLine, ...]
    rooms: tuple[RoomView, ...] = ()
    room: RoomView | None = None
    way: Text | None = None
    why_not: Text | None = None

    @property
    def before(self) -> int | None:
        return self.room.number - 1 if self.room and self.room.number > 1 else None

    @property
    def after(self) -> int | None:
        return self.room.number + 1 if self.room and self.room.number < len(self.rooms) else None


def document_page(entrance: Entrance, document: Document, room: str = "") -> DocumentPage:
    content = decode(document.content)
    stock, why_not = substitutes(entrance) if content.rooms else ((), None)
    way = entrance.ruleset.command_that("replaces_figure")
    rooms = tuple(room_view(entrance, number, one, stock) for number, one in enumerate(content.rooms, 1))
    every = Counter[str]()
    for group in content.groups:
        every[group.monster] += group.count
    return DocumentPage(
        document=document,
        content=content,
        kind=NAMES.get(document.kind, ""),
        icon=ICONS.get(document.kind, "scroll"),
        body=rendered(content.body, 1),
        secret=rendered(content.secret),
        quest=naming.quests(entrance).get(content.quest),
        monsters=monster_lines(entrance, tuple(MonsterGroup(key, count) for key, count in every.items())),
        rooms=rooms,
        room=next((one for one in rooms if str(one.number) == room), None),
        way=way.label if way else None,
        why_not=why_not,
    )


def room_view(
    entrance: Entrance,
    number: int,
    room: Room,
    stock: tuple[tuple[str, Substitute], ...] = (),
    below: int = 1,
) -> RoomView:
    here = {group.monster for group in room.monsters}
    return RoomView(
        number=number,
        title=room.title,
        text=rendered(room.text, below),
        monsters=monster_lines(entrance, room.monsters),
        substitutes=tuple(one for base, one in stock if base in here),
    )


def monster_lines(entrance: Entrance, groups: tuple[MonsterGroup, ...]) -> tuple[MonsterLine, ...]:
    known, pages = naming.monsters(entrance.ruleset), naming.links(entrance.ruleset)
    campaign, key = entrance.campaign, entrance.ruleset.key
    return tuple(
        MonsterLine(
            count=group.count,
            name=known.get(group.monster) or same(group.monster),
            url=rulebook_url(key, pages.get(group.monster, ""), campaign.pk),
        )
        for group in groups
    )


def substitutes(entrance: Entrance) -> tuple[tuple[tuple[str, Substitute], ...], Text | None]:
    """What may be offered now, by whose place it takes; or why nothing is."""
    offer = offered(entrance, {})
    if offer is None or offer.violation:
        return (), offer.violation.message if offer and offer.violation else None
    url = reverse("campaign-do", args=[entrance.campaign.pk, offer.kind])
    found: list[tuple[str, Substitute]] = []
    for choice in field_of(offer, "monster").choices:
        given = offered(entrance, {"monster": choice.value})
        for base in field_of(given, "replaces").choices if given else ():
            link = f"{url}?monster={choice.value}&replaces={base.value}"
            found.append((base.value, Substitute(choice.label, choice.hint, base.label, link)))
    return tuple(found), None


def offered(entrance: Entrance, given: dict[str, Any]) -> Offer | None:
    rules = entrance.ruleset
    kind = rules.kind_that("replaces_figure")
    found = rules.offers(entrance.state(), entrance.viewer, kind=kind, given=given)
    return found[0] if found else None


def field_of(offer: Offer, name: str) -> Field:
    nothing = Field(name=name, type="choice", label=same(name))
    return next((field for field in offer.fields if field.name == name), nothing)


@dataclass(frozen=True)
class HistoryPage:
    """A version in full, and what it changed in the one before; `older` and `newer` of those that are kept."""

    document: Document
    versions: tuple[DocumentVersion, ...]
    chosen: DocumentVersion
    content: Content
    body: SafeString
    secret: SafeString
    rooms: tuple[RoomView, ...]
    monsters: tuple[MonsterLine, ...]
    changed: tuple[Line, ...]
    older: DocumentVersion | None = None
    newer: DocumentVersion | None = None


def history_page(entrance: Entrance, document: Document, versions: Any, number: str) -> HistoryPage:
    kept = tuple(versions)
    place = next((place for place, one in enumerate(kept) if str(one.number) == number), 0)
    older = kept[place + 1] if place + 1 < len(kept) else None
    content = decode(kept[place].content)
    return HistoryPage(
        document=document,
        versions=kept,
        chosen=kept[place],
        content=content,
        body=rendered(content.body),
        secret=rendered(content.secret),
        rooms=tuple(room_view(entrance, at, room, below=3) for at, room in enumerate(content.rooms, 1)),
        monsters=monster_lines(entrance, content.monsters),
        changed=compared(entrance, decode(older.content), content) if older else (),
        older=older,
        newer=kept[place - 1] if place else None,
    )


def compared(entrance: Entrance, before: Content, after: Content) -> tuple[Line, ...]:
    return differences(before, after, naming.quests(entrance), naming.monsters(entrance.ruleset))


@dataclass(frozen=True)
class Theirs:
    """What another master wrote while this one was writing: in full, and against the own words."""

    version: DocumentVersion
    lines: tuple[str, ...]
    changed: tuple[Line, ...]


def theirs(entrance: Entrance, version: DocumentVersion, own: Content | None) -> Theirs:
    content = decode(version.content)
    lines = lines_of(content, naming.quests(entrance), naming.monsters(entrance.ruleset))
    return Theirs(version, tuple(lines), compared(entrance, content, own) if own else ())


@dataclass(frozen=True)
class Face:
    """A face that fell: a number, or a symbol with its word."""

    symbol: str
    word: Text

    @property
    def is_number(self) -> bool:
        return self.symbol.isdecimal()


@dataclass(frozen=True)
class RollLine:
    roll: HiddenRoll
    handfuls: tuple[tuple[Text, tuple[Face, ...], int | None], ...]


@dataclass(frozen=True)
class RollsPage:
    """`throws`: a button for each number of each die of the game."""

    lines: tuple[RollLine, ...]
    throws: tuple[tuple[Text, str, range], ...]
    key: str
    reason: str = ""
    error: Text | None = None


def rolls_page(
    entrance: Entrance, key: str, many: int = ROLLS_SHOWN, reason: str = "", error: Text | None = None
) -> RollsPage:
    """Empty of rolls for who may not see them."""
    rows = hidden_rolls(entrance)
    dice = tuple(
        (die.name or same(die.key), die.key, range(1, MOST_THROWN + 1)) for die in entrance.ruleset.dice
    )
    shown = () if isinstance(rows, Refusal) else rows[:many]
    lines = tuple(roll_line(entrance, roll) for roll in shown)
    return RollsPage(lines, dice, key, reason, error)


def roll_line(entrance: Entrance, roll: HiddenRoll) -> RollLine:
    return RollLine(roll, tuple(handful(entrance, one.die, one.faces) for one in fallen(roll)))


def handful(
    entrance: Entrance, key: str, faces: tuple[str, ...]
) -> tuple[Text, tuple[Face, ...], int | None]:
    """What was thrown, what fell, and the sum of more than one number."""
    die = die_of(entrance.ruleset, key)
    words = die.words if die else {}
    shown = tuple(Face(face, words.get(face, same(face))) for face in faces)
    numbers = [int(face) for face in faces if face.isdecimal()]
    total = sum(numbers) if len(numbers) == len(faces) > 1 else None
    return die.many(len(faces)) if die else same(key), shown, total
