"""Content files: TOML tables keyed by content key, decoded into frozen structs."""

from __future__ import annotations

import tomllib
from collections.abc import Container
from pathlib import Path
from typing import Any, TypeVar

import msgspec

Row = TypeVar("Row")


class ContentError(Exception):
    """A content file that cannot be used; the message names file and key."""


def read_toml(path: Path) -> dict[str, Any]:
    """The whole file as plain values; raises ContentError naming the file."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ContentError(f"{path.name}: {error}") from error


def load_table(path: Path, row: type[Row]) -> dict[str, Row]:
    """`[key]` tables of one file in source order, each as `row`, its `key` field filled from the table's name."""
    return {key: _row(path, key, value, row) for key, value in read_toml(path).items()}


def _row(path: Path, key: str, value: Any, row: type[Row]) -> Row:
    try:
        return msgspec.convert({"key": key, **value}, row)
    except (msgspec.ValidationError, TypeError) as error:
        raise ContentError(f"{path.name}: [{key}]: {error}") from error


def resolve(path_name: str, owner: str, keys: tuple[str, ...], known: Container[str]) -> None:
    """Refuse a reference that names nothing, with file, owner and key."""
    for key in keys:
        if key not in known:
            raise ContentError(f"{path_name}: [{owner}]: unknown key {key!r}")
