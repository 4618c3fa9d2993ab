"""The rulebook at hand: sections of rows that pages and programs look up."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from rules.kernel.text import Text

Holds = Literal["", "opponents", "runs"]


class CatalogSection(msgspec.Struct, frozen=True, kw_only=True):
    """`rows` in source order, plain values with at least `key`, `name` and `text` (`{fr, en}`), `source`, `house_table`.

    `group_by` is the field a page groups them by, `also_by` others with their label. `covers`, of a section or a row:
    places of the rulebook (`§5.2`) it is the page of; `number` of a row: the one ruling (`R20`) it is. `as_cards`: its rows are wanted
    at hand at the table, on cards to be cut out. `holds`: its rows are whom heroes fight, or what an evening may open.
    It is drawn with its `icon`, in its `tone`.
    """

    key: str
    name: Text
    rows: tuple[dict[str, Any], ...]
    columns: tuple[tuple[str, Text], ...] = ()
    group_by: str | None = None
    also_by: tuple[tuple[str, Text], ...] = ()
    covers: tuple[str, ...] = ()
    as_cards: bool = False
    holds: Holds = ""
    icon: str = "book"
    tone: str = ""


def as_row(value: msgspec.Struct, **more: Any) -> dict[str, Any]:
    """A content row as plain values; a missing text is null in both languages' place."""
    row: dict[str, Any] = msgspec.to_builtins(value)
    row.setdefault("text", None)
    return row | more
