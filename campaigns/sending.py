"""What a form or a tap sends: a command's plain fields, and the envelope around them."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any

import msgspec
from django.http import QueryDict

from campaigns.access import Entrance
from campaigns.answers import Envelope, Plain, Refusal
from campaigns.forms import read_form, read_rolls
from campaigns.offered import digest
from rules.kernel.dice import Thrown
from rules.kernel.text import Text

LOOK_AGAIN = Refusal(
    status=422,
    code="look_again",
    message=Text(
        "Ce que cela ferait a changé depuis le dernier affichage. Relisez, puis confirmez.",
        "What this would do has changed since it was shown. Read it again, then confirm.",
    ),
)


@dataclass(frozen=True, kw_only=True)
class Sent:
    """`again` are the inputs that send the same once more; `unseen` refuses what no preview has shown."""

    plain: Plain
    envelope: Envelope
    is_tap: bool = False
    through: bool = False
    again: tuple[tuple[str, str], ...] = ()
    unseen: Refusal | None = None

    @property
    def kind(self) -> str:
        return str(self.plain.get("kind", ""))


def read_act(entrance: Entrance, form: QueryDict) -> Sent:
    tap = form.get("tap", "")
    fields = QueryDict(tap, mutable=True) if tap else form
    kind = fields.get("kind", "")
    command = entrance.ruleset.codec.commands.get(kind)
    if tap:
        add_extras(fields, form, kind)
    plain = {"kind": kind} | (read_form(command, fields) if command else {})
    seen = form.get("reviewed")
    return Sent(
        plain=plain,
        envelope=read_envelope(form, tap),
        is_tap=bool(tap),
        again=again_of(form, "tap", "key", "next"),
        unseen=LOOK_AGAIN if seen and seen != digest(plain) else None,
    )


def again_of(form: QueryDict, *names: str) -> tuple[tuple[str, str], ...]:
    return tuple((name, form.get(name, "")) for name in names if name in form)


def add_extras(fields: QueryDict, form: QueryDict, kind: str) -> None:
    """Choices beside a picker, named `with.<kind>.<field>`, go along with its taps."""
    start = f"with.{kind}."
    for name in form:
        if name.startswith(start) and form[name]:
            fields.setlist(name[len(start) :], form.getlist(name))


def read_undo(form: QueryDict, seq: int) -> Sent:
    through = form.get("through") == "true"
    again = again_of(form, "key", "next")
    return Sent(plain={}, envelope=read_envelope(form, f"undo {seq} {through}"), through=through, again=again)


def read_envelope(form: QueryDict, button: str = "") -> Envelope:
    version = form.get("version", "")
    return Envelope(
        key=key_of(form.get("key", ""), button),
        on_behalf_of=form.get("on_behalf_of") or None,
        rolls=read_thrown(form),
        app_dice=form.get("roll") == "app",
        if_match=int(version) if version.isdecimal() and len(version) < 10 else None,
    )


def key_of(key: str, button: str) -> str:
    """Many buttons share a form and its key: each has one of its own, the same however often it is pressed."""
    if not (key and button):
        return key
    return str(uuid.uuid5(uuid.NAMESPACE_OID, f"{key} {button}"))


def read_thrown(form: QueryDict) -> tuple[Thrown, ...]:
    rolls: list[dict[str, Any]] = read_rolls(form)
    return tuple(msgspec.convert(roll, Thrown) for roll in rolls)
