"""The rulebook at hand: sections of rows that pages and programs look up."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.kernel.text import Text


class CatalogSection(msgspec.Struct, frozen=True, kw_only=True):
    """`rows` in source order, plain values with at least `key`, `name` and `text` (`{fr, en}`), `source`, `house_table`."""

    key: str
    name: Text
    rows: tuple[dict[str, Any], ...]
    columns: tuple[tuple[str, Text], ...] = ()
    group_by: str | None = None


def as_row(value: msgspec.Struct, **more: Any) -> dict[str, Any]:
    """A content row as plain values; a missing text is null in both languages' place."""
    row: dict[str, Any] = msgspec.to_builtins(value)
    row.setdefault("text", None)
    return row | more
