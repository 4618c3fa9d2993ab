"""A hero's file: one JSON object."""

from __future__ import annotations

from base64 import b64decode
from typing import Annotated, Any, Literal

import msgspec

from rules.kernel.messages import LINE
from rules.kernel.text import Text

FORMAT = "questkeep-hero"
VERSION, OLDEST = 2, 1
PICTURE = Annotated[str, msgspec.Meta(max_length=400_000)]
"""A square of ours in base64."""


class HistoryEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An act of the past that everybody may know of."""

    seq: int
    time: str
    kind: str
    sentence: Text
    undone: bool


class HeroFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`facts` are those of the sheet, by the rulebook's names; texts in both languages; `portrait` is a WebP in base64.

    Version 1 had no portrait, and is read like one of a hero who has none.
    """

    format: Literal["questkeep-hero"] = "questkeep-hero"
    format_version: int = VERSION
    ruleset: Annotated[str, msgspec.Meta(max_length=60)]
    ruleset_version: Annotated[str, msgspec.Meta(max_length=30)]
    campaign: Annotated[str, msgspec.Meta(max_length=80, pattern=LINE)]
    name: Annotated[str, msgspec.Meta(max_length=80, pattern=LINE)]
    status: Literal["active", "dead", "retired"]
    facts: dict[str, Any]
    history: tuple[HistoryEntry, ...]
    portrait: PICTURE = ""


class _Portrait(msgspec.Struct, frozen=True):
    format: Literal["questkeep-hero"]
    portrait: PICTURE = ""


def portrait_in(content: bytes) -> bytes:
    """The picture within a hero's file; nothing where it is no such file, or has none."""
    if content.lstrip()[:1] != b"{":
        return b""
    try:
        return b64decode(msgspec.json.decode(content, type=_Portrait).portrait, validate=True)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return b""
