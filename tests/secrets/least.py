"""The least that is a well-formed command: whatever is asked of it afterwards, is asked by the rules or by who sends it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import inspect

from rules.kernel.messages import Command, field_names, kind_of

Plain = dict[str, Any]


def least(command: type[Command], hero: str) -> Plain:
    """Its required fields only, about this hero where it is about one."""
    info = inspect.type_info(command)
    assert isinstance(info, inspect.StructType)
    own = {"hero": hero} if "hero" in field_names(command) else {}
    return {"kind": kind_of(command)} | _required(info) | own


def _required(info: inspect.StructType) -> Plain:
    return {field.encode_name: _value(field.type) for field in info.fields if field.required}


def _value(kind: Any) -> Any:
    if type(kind) not in LEAST:
        raise NotImplementedError(f"{kind}: say in tests/secrets/least.py what the least of it is")
    return LEAST[type(kind)](kind)


LEAST: dict[type[inspect.Type], Callable[[Any], Any]] = {
    inspect.StrType: lambda kind: "x" * (kind.min_length or 1),
    inspect.IntType: lambda kind: max(1, kind.ge or 1),
    inspect.BoolType: lambda _kind: True,
    inspect.LiteralType: lambda kind: kind.values[0],
    inspect.VarTupleType: lambda kind: [_value(kind.item_type)] * (kind.min_length or 0),
    inspect.DictType: lambda _kind: {},
    inspect.StructType: _required,
    inspect.UnionType: lambda kind: _value(
        next(one for one in kind.types if not isinstance(one, inspect.NoneType))
    ),
}


def as_form(plain: Plain, before: str = "") -> list[tuple[str, str]]:
    """As the fields of a form are named."""
    found: list[tuple[str, str]] = []
    for name, value in plain.items():
        if isinstance(value, dict):
            found += as_form(value, f"{before}{name}.")
        else:
            values = value if isinstance(value, list) else [value]
            found += [
                (before + name, str(one).lower() if isinstance(one, bool) else str(one)) for one in values
            ]
    return found
