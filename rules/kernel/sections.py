"""What a viewer sees of a hero or of a party, as plain sections. These kinds are all there are."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from rules.kernel.text import Text


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """One summand of a number: what it is, how much, the rule (`R20`, `§4.1`) it comes from, its page (`items/shield`).

    `thing` is what an act brought, by the key that the act's event gave it (`Brought`): it leads to the act.
    """

    label: Text
    amount: int
    source: str
    link: str = ""
    thing: str = ""


class Derived(msgspec.Struct, frozen=True, kw_only=True):
    """A number that explains itself: its parts sum to its value. `dice` is thrown in addition (`2d6`).

    `times` (`½`) applies to dice and value together; `notes` say what no summand can; `base` is what it is without
    what lasts only for a while, where that makes a difference.
    """

    key: str
    label: Text
    value: int
    parts: tuple[Part, ...]
    dice: str | None = None
    icon: str = ""
    mood: Literal["", "up", "down"] = ""
    base: int | None = None
    times: str = ""
    notes: tuple[Text, ...] = ()

    def __post_init__(self) -> None:
        if sum(part.amount for part in self.parts) != self.value:
            raise ValueError(f"the parts of {self.key} do not sum to {self.value}")


def derive(
    key: str, label: Text, parts: tuple[Part, ...], *, dice: str | None = None, icon: str = ""
) -> Derived:
    """A Derived from its parts; parts of 0 are left out unless nothing else remains."""
    kept = tuple(part for part in parts if part.amount) or parts[:1]
    return Derived(key=key, label=label, value=sum(p.amount for p in kept), parts=kept, dice=dice, icon=icon)


class Tap(msgspec.Struct, frozen=True):
    """A command ready to be sent by one tap: kind and fields, flat. With an `icon` it may be drawn as that alone."""

    kind: str
    fields: dict[str, Any]
    label: Text
    icon: str = ""


class Track(msgspec.Struct, frozen=True, kw_only=True):
    """`now` of `most`; `marks` are drawn one by one, a `bar` runs from `floor` to `most`. The key is the tone unless one is named.

    `points` are what a tap on each mark does, the first mark first: a full one goes out, an empty one is filled.
    """

    key: str
    label: Text
    now: int
    most: int
    floor: int = 0
    icon: str = ""
    tone: str = ""
    style: Literal["marks", "bar"] = "marks"
    parts: tuple[Part, ...] = ()
    note: Text | None = None
    down: Tap | None = None
    up: Tap | None = None
    points: tuple[Tap, ...] = ()


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """A thing one has or may do. `uses` are left of `uses_most`; `tap` uses it, `back` takes the use back.

    `ask` names the kind of command whose form the card opens, where there is more to choose than one tap says; `given`
    are fields the card has chosen already. `taps` are the usual choices at once: the card opens, and one more tap does it.
    """

    key: str
    title: Text
    text: Text | None = None
    state: Literal["ready", "spent", "passive", "lost"] = "passive"
    uses: int | None = None
    uses_most: int | None = None
    count: int | None = None
    icon: str = ""
    tone: str = ""
    group: Text | None = None
    link: str | None = None
    tap: Tap | None = None
    back: Tap | None = None
    ask: str | None = None
    given: dict[str, str] = {}
    taps: tuple[Tap, ...] = ()


class Effect(msgspec.Struct, frozen=True, kw_only=True):
    """Something that lasts: `rounds` or `rolls` are left; `mood` says whether it helps; `taps` are what can be done about it."""

    key: str
    title: Text
    text: Text | None = None
    rounds: int | None = None
    rolls: int | None = None
    icon: str = ""
    mood: Literal["", "good", "bad"] = ""
    link: str | None = None
    taps: tuple[Tap, ...] = ()


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """An opponent that stands on the table: its `track`, who may bring it down (`taps`), and how it is taken `away`.

    `opponent` is what a fight with it is asked by (see `Versus.field`); `is_down` waits to be told by whom.
    """

    key: str
    title: Text
    text: Text | None = None
    icon: str = ""
    link: str | None = None
    opponent: str = ""
    is_down: bool = False
    track: Track | None = None
    taps: tuple[Tap, ...] = ()
    away: Tap | None = None


class Line(msgspec.Struct, frozen=True, kw_only=True):
    label: Text
    detail: Text | None = None
    link: str | None = None
    hero: str | None = None
    icon: str = ""


class Section(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """`place` says where it belongs: the head of the page, a tab, or behind "more"."""

    key: str
    title: Text
    place: Literal["head", "tab", "more"] = "tab"


class Numbers(Section, frozen=True, kw_only=True, tag="numbers"):
    numbers: tuple[Derived, ...]


class Tracks(Section, frozen=True, kw_only=True, tag="tracks"):
    tracks: tuple[Track, ...]


class Cards(Section, frozen=True, kw_only=True, tag="cards"):
    cards: tuple[Card, ...]
    empty: Text | None = None
    search: bool = False
    picker: bool = False


class Effects(Section, frozen=True, kw_only=True, tag="effects"):
    effects: tuple[Effect, ...]


class Figures(Section, frozen=True, kw_only=True, tag="figures"):
    figures: tuple[Figure, ...]
    empty: Text | None = None


class Listing(Section, frozen=True, kw_only=True, tag="list"):
    lines: tuple[Line, ...]
    empty: Text | None = None


class Table(Section, frozen=True, kw_only=True, tag="table"):
    columns: tuple[Text, ...]
    rows: tuple[tuple[Text | int | str, ...], ...]


class Prose(Section, frozen=True, kw_only=True, tag="text"):
    text: Text
    mood: Literal["", "good", "warn"] = ""


class Bar(msgspec.Struct, frozen=True):
    """One bar of a chart: `share` from 0 to 1 of the whole width, `text` what it says in words."""

    label: Text
    share: float
    text: Text


class Bars(Section, frozen=True, kw_only=True, tag="bars"):
    """A small chart that is a table too: `columns` are the headings of labels and values."""

    columns: tuple[Text, Text]
    bars: tuple[Bar, ...]


class Receipt(Section, frozen=True, kw_only=True, tag="receipt"):
    """A sum made visible: `lines` add up to `total`; `notes` say what follows from it."""

    hero: str
    subtitle: Text | None = None
    lines: tuple[Part, ...]
    total: int
    unit: Text
    notes: tuple[Text, ...] = ()
    mood: Literal["", "dead"] = ""

    def __post_init__(self) -> None:
        if sum(line.amount for line in self.lines) != self.total:
            raise ValueError(f"the receipt of {self.hero} does not add up")


AnySection: TypeAlias = (
    Numbers | Tracks | Cards | Effects | Figures | Listing | Table | Bars | Prose | Receipt
)


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """What a viewer may see of a hero. `facts` are plain values for programs, `badges` short titles."""

    key: str
    name: str
    subtitle: Text
    icon: str = ""
    badges: tuple[Text, ...] = ()
    sections: tuple[AnySection, ...]
    facts: dict[str, Any] = {}


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """What a viewer may see of the whole party; `scope` names what is open now (a quest), None when nothing is, `status` how far it is."""

    scope: Text | None = None
    status: Text | None = None
    sections: tuple[AnySection, ...]
    facts: dict[str, Any] = {}


class Change(msgspec.Struct, frozen=True):
    """One number of a hero before and after."""

    hero: str
    name: str
    label: Text
    before: int
    after: int


def changes(before: Sheet | None, after: Sheet) -> tuple[Change, ...]:
    """Every number and track of a sheet that differs, in the order of the sheet."""
    old = _values(before) if before else {}
    return tuple(
        Change(after.key, after.name, label, old.get(key, (label, 0))[1], value)
        for key, (label, value) in _values(after).items()
        if old.get(key, (label, 0))[1] != value
    )


def _values(sheet: Sheet) -> dict[str, tuple[Text, int]]:
    found: dict[str, tuple[Text, int]] = {}
    for section in sheet.sections:
        if isinstance(section, Numbers):
            found |= {number.key: (number.label, number.value) for number in section.numbers}
        elif isinstance(section, Tracks):
            found |= {track.key: (track.label, track.now) for track in section.tracks}
            found |= {
                f"{t.key}_max": (Text(f"{t.label.fr} max.", f"{t.label.en} max."), t.most)
                for t in section.tracks
                if t.style == "marks"
            }
    return found
