"""The least that is a well-formed command: whatever is asked of it afterwards, is asked by the rules or by who sends it."""

from __future__ import annotations

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


def _value(kind: inspect.Type) -> Any:
    match kind:
        case inspect.StrType():
            return "x" * (kind.min_length or 1)
        case inspect.IntType():
            return max(1, kind.ge or 1)
        case inspect.BoolType():
            return True
        case inspect.LiteralType():
            return kind.values[0]
        case inspect.VarTupleType() | inspect.ListType():
            return [_value(kind.item_type)] * (kind.min_length or 0)
        case inspect.DictType():
            return {}
        case inspect.StructType():
            return _required(kind)
        case inspect.UnionType():
            return _value(next(one for one in kind.types if not isinstance(one, inspect.NoneType)))
    raise NotImplementedError(f"{kind}: say in tests/secrets/least.py what the least of it is")


def as_form(plain: Plain, before: str = "") -> list[tuple[str, str]]:
    """As the fields of a form are named."""
    found: list[tuple[str, str]] = []
    for name, value in plain.items():
        if isinstance(value, dict):
            found += as_form(value, f"{before}{name}.")
        else:
            values = value if isinstance(value, list) else [value]
            found += [(before + name, str(one).lower() if isinstance(one, bool) else str(one)) for one in values]
    return found
