"""Commands, events and violations: what is asked, what happened, what was refused."""

from __future__ import annotations

from functools import cache
from typing import Annotated, ClassVar, Literal, TypeAlias

import msgspec

from rules.kernel.text import Text

Who = Literal["own", "gm"]
"""Who may send a command: the hero's player and the game master, or the game master alone."""

Key = Annotated[str, msgspec.Meta(min_length=1, max_length=80, pattern=r"^[A-Za-z0-9_.:-]+(?!\n)$")]
"""A content key or a hero's key. Types never enumerate content: whether it names something is a rule."""
CONTROLS = r"\x00-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029\u202a-\u202e\u2066-\u2069"
"""Control characters, line ends, and what turns the direction of all that stands after it."""
BLANKS = (
    r"\s\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u206f\u2800\u3164"
    r"\ufe00-\ufe0f\ufeff\uffa0"
)
"""What leaves nothing to read or to press where it stands alone; within a word or an emoji it may be needed."""
LINE = rf"^[^{CONTROLS}]*[^{CONTROLS}{BLANKS}][^{CONTROLS}]*(?!\n)$"
"""One line with something on it. `$` alone would let a last line feed pass."""
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60, pattern=LINE)]
"""A name or a short reason on one line: 1 to 60 characters, not only spaces, no control characters."""
Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=300, pattern=LINE)]
Number = Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)]
"""A technical bound only; what the rules allow is decided by the rules."""
Keys = Annotated[tuple[Key, ...], msgspec.Meta(max_length=200)]

ENVELOPE = frozenset({"on_behalf_of", "rolls", "roll", "kind"})
"""Fields around a command that no command may declare."""

RESERVED = frozenset({"undo"})
"""Kinds of the ledger's own entries, which no command may bear."""


Does = Literal["", "ends_play", "raises_level", "fills_room", "replaces_figure"]
"""What a page that knows no rulebook may use a command for, by its fields.

`raises_level` of a `hero`; `fills_room`: so many of each kind in `monsters`, for the `room` of a plan by its number;
`replaces_figure`: a `monster` enters where another one, which it `replaces`, was prepared.
"""


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """What somebody asks. Subclasses set `tag` (the kind), `who` and `label`.

    `review`: its page shows what it would do first; `brings_hero`: a new hero comes of it, who may be another player's;
    `at_hand`: whoever runs the table wants it within reach while a quest is played; `begins_play`: heroes are made before it,
    and play comes after; `aside`: it changes nothing of the game, so that taking back what was before it passes it over, and it
    has a page of its own. `icon` is what its button is drawn with, `shortcut` the key that presses it at the table;
    `does` what pages may use it for.
    """

    who: ClassVar[Who] = "gm"
    label: ClassVar[Text]
    review: ClassVar[bool] = False
    brings_hero: ClassVar[bool] = False
    at_hand: ClassVar[bool] = False
    aside: ClassVar[bool] = False
    begins_play: ClassVar[bool] = False
    icon: ClassVar[str] = "mark"
    shortcut: ClassVar[str] = ""
    does: ClassVar[Does] = ""


class Event(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="kind",
    omit_defaults=True,
):
    """What happened: resolved facts as differences, with the names as they were shown."""

    audience: ClassVar[str] = "all"
    version: ClassVar[int] = 1


class Violation(msgspec.Struct, frozen=True):
    """A refusal as a value. `rule` cites the rulebook; `field` names the command's field at fault, if one is."""

    code: str
    message: Text
    rule: str
    params: dict[str, int | str | Text] = {}
    field: str | None = None


Decision: TypeAlias = tuple[Event, ...] | Violation


def kind_of(message: type[Command | Event] | Command | Event) -> str:
    """The stable `kind` of a command or an event, from its class or its value."""
    config = message.__struct_config__
    return str(config.tag)


def field_names(command: type[Command]) -> tuple[str, ...]:
    return tuple(command.__struct_fields__)


HERO_FIELDS = ("hero", "to", "heroes", "heir")
"""The fields of an event that name heroes."""


def heroes_of(event: Event) -> tuple[str, ...]:
    """The heroes an event is about, for the history of each."""
    fields = _hero_fields(type(event))
    if fields == ("hero",):
        return (event.hero,) if event.hero else ()  # type: ignore[attr-defined]
    found: list[str] = []
    for name in fields:
        value = getattr(event, name)
        found += (value,) if isinstance(value, str) else value or ()
    return tuple(dict.fromkeys(filter(None, found)))


@cache
def _hero_fields(event: type[Event]) -> tuple[str, ...]:
    return tuple(name for name in HERO_FIELDS if name in event.__struct_fields__)
