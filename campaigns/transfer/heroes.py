"""A hero's file: one JSON object."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from rules.kernel.messages import LINE
from rules.kernel.text import Text

FORMAT = "questkeep-hero"
VERSION = 1


class HistoryEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An act of the past that everybody may know of."""

    seq: int
    time: str
    kind: str
    sentence: Text
    undone: bool


class HeroFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`facts` are those of the sheet, by the rulebook's names; texts in both languages."""

    format: Literal["questkeep-hero"] = "questkeep-hero"
    format_version: int = VERSION
    ruleset: Annotated[str, msgspec.Meta(max_length=60)]
    ruleset_version: Annotated[str, msgspec.Meta(max_length=30)]
    campaign: Annotated[str, msgspec.Meta(max_length=80, pattern=LINE)]
    name: Annotated[str, msgspec.Meta(max_length=80, pattern=LINE)]
    status: Literal["active", "dead", "retired"]
    facts: dict[str, Any]
    history: tuple[HistoryEntry, ...]
