"""Kernel values as plain ones for JSON: in the reader's language, or in both for what everybody reads."""

from __future__ import annotations

from typing import Any

import msgspec
from django.utils.translation import get_language

from rules.kernel.text import Language, Text

Plain = dict[str, Any]


def language() -> Language:
    """The language of this request."""
    return "fr" if (get_language() or "").startswith("fr") else "en"


def localised(value: Any) -> Any:
    """The value with every Text in this request's language. What a Struct may leave out is left out when it is None."""
    return _localised(value, language())


def _localised(value: Any, wanted: Language) -> Any:
    if isinstance(value, Text):
        return value.in_(wanted)
    if isinstance(value, msgspec.Struct):
        return {name: _localised(inner, wanted) for name, inner in _fields(value).items()}
    if isinstance(value, dict):
        return {name: _localised(inner, wanted) for name, inner in value.items()}
    if isinstance(value, tuple | list | set | frozenset):
        return [_localised(inner, wanted) for inner in value]
    return value


def _fields(value: msgspec.Struct) -> Plain:
    config = value.__struct_config__
    tag = {config.tag_field: config.tag} if config.tag_field else {}
    return tag | {
        field.encode_name: inner
        for field in msgspec.structs.fields(value)
        if (inner := getattr(value, field.name)) is not None or field.required
    }


def in_both(value: Any) -> Any:
    """The value with every Text as `{fr, en}`."""
    return msgspec.to_builtins(value)
