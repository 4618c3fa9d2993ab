"""From a form's strings to the plain fields of a command, by the command's type."""

from __future__ import annotations

import uuid
from functools import cache
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from msgspec import inspect

from campaigns.models import Campaign
from campaigns.scripts import in_order
from rules.kernel.messages import Command
from rules.kernel.registry import rulesets

Plain = dict[str, Any]
LISTS = (inspect.VarTupleType, inspect.ListType, inspect.SetType, inspect.FrozenSetType)
TRUE, FALSE = frozenset({"true", "on", "1"}), frozenset({"false", "off", "0"})
LONGEST_NUMBER, LONGEST_COUNT = 20, 2
ABSENT: Any = object()


def read_form(command: type[Command], form: QueryDict) -> Plain:
    """The fields the form fills, nested ones from names such as `gold.merin`; an empty input is an absent field.

    What cannot be read stays a string, so that the command's type refuses it and names the field.
    """
    return _fields(_shape(command), form, "")


@cache
def _shape(command: type[Command]) -> inspect.StructType:
    info = inspect.type_info(command)
    assert isinstance(info, inspect.StructType)
    return info


def _fields(info: inspect.StructType, form: QueryDict, prefix: str) -> Plain:
    read = {field.encode_name: _field(field, form, prefix + field.encode_name) for field in info.fields}
    return {name: value for name, value in read.items() if value is not ABSENT}


def _field(field: inspect.Field, form: QueryDict, name: str) -> Any:
    kind = _bare(field.type)
    if isinstance(kind, LISTS):
        return _list(kind, form, name) or ([] if field.required else ABSENT)
    if isinstance(kind, inspect.DictType):
        return _dict(kind, form, name) or ({} if field.required else ABSENT)
    if isinstance(kind, inspect.StructType):
        return _fields(kind, form, f"{name}.") if any(_below(form, name)) else ABSENT
    if isinstance(kind, inspect.UnionType) and _is_list(kind, form, name):
        return [text for text in form.getlist(name) if text]
    text = form.get(name, "")
    return _scalar(kind, text) if text else ABSENT


def _is_list(kind: inspect.UnionType, form: QueryDict, name: str) -> bool:
    """Of what may be a list among other things: boxes to tick send an empty text before those that are ticked."""
    values = form.getlist(name)
    return len(values) > 1 and not values[0] and any(isinstance(one, LISTS) for one in kind.types)


def _bare(kind: inspect.Type) -> inspect.Type:
    """The type itself, without `| None` around it; where a text may mean one thing or another, all of them."""
    if isinstance(kind, inspect.UnionType):
        types = tuple(one for one in kind.types if not isinstance(one, inspect.NoneType))
        return types[0] if len(types) == 1 else inspect.UnionType(types)
    return kind


def _list(kind: Any, form: QueryDict, name: str) -> list[Any]:
    return [_scalar(kind.item_type, text) for text in form.getlist(name) if text]


def _dict(kind: inspect.DictType, form: QueryDict, name: str) -> Plain:
    inner = _bare(kind.value_type)
    return {key: _scalar(inner, form.get(f"{name}.{key}", "")) for key in _below(form, name)}


def _below(form: QueryDict, name: str) -> list[str]:
    """The keys under `name.` that are filled in."""
    return [key[len(name) + 1 :] for key in form if key.startswith(f"{name}.") and form.get(key)]


def _scalar(kind: inspect.Type, text: str) -> Any:
    if isinstance(kind, inspect.UnionType):
        return _either(kind, text)
    if isinstance(kind, inspect.BoolType):
        return True if text in TRUE else False if text in FALSE else text
    if isinstance(kind, inspect.IntType) and len(text) <= LONGEST_NUMBER:
        return _number(text)
    return text


def _either(kind: inspect.UnionType, text: str) -> Any:
    """A number where it is one, yes or no where a box says so, else the text."""
    numbers = (_scalar(one, text) for one in kind.types if isinstance(one, inspect.IntType))
    number = next(numbers, text)
    if isinstance(number, int):
        return number
    is_box = text in ("true", "false") and any(isinstance(one, inspect.BoolType) for one in kind.types)
    return text == "true" if is_box else text


def _number(text: str) -> int | str:
    try:
        return int(text.replace("\N{MINUS SIGN}", "-"))
    except ValueError:
        return text


def flatten(plain: Plain, prefix: str = "") -> Plain:
    """By field name, as offers name them: `{"choices": {"skill": k}}` becomes `{"choices.skill": k}`."""
    flat: Plain = {}
    for name, value in plain.items():
        if isinstance(value, dict):
            flat |= flatten(value, f"{prefix}{name}.")
        else:
            flat[prefix + name] = value
    return flat


def pairs(plain: Plain) -> list[tuple[str, str]]:
    """As a form sends them: `gold.merin` for a nested one, a list as a repeated name."""
    return [
        (name, str(one).lower() if isinstance(one, bool) else str(one))
        for name, value in flatten(plain).items()
        for one in (value if isinstance(value, list | tuple) else [value])
    ]


def read_rolls(form: QueryDict) -> list[Plain]:
    """The faces thrown on the table: inputs named `roll.<what for>` hold one each, `fell.<what for>.<face>` how many of it."""
    rolls: dict[str, list[int | str]] = {}
    for name in form:
        kind, _, rest = name.partition(".")
        if kind == "roll" and rest:
            rolls.setdefault(rest, []).extend(_number(face) for face in form.getlist(name) if face)
        elif kind == "fell" and rest:
            purpose, _, face = rest.rpartition(".")
            rolls.setdefault(purpose, []).extend([_number(face)] * count_of(form.get(name, "")))
    return [{"for": purpose, "faces": faces} for purpose, faces in rolls.items() if faces]


def count_of(text: str) -> int:
    """A small number as typed, 0 for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= LONGEST_COUNT else 0


class FoundForm(forms.ModelForm):
    """A campaign by its name and rulebook; `key` is the same however often the button is pressed."""

    class Meta:
        model = Campaign
        fields = ["name", "ruleset"]
        widgets = {"name": forms.TextInput(attrs={"autocomplete": "off", "required": True})}

    ruleset = forms.ChoiceField(label=_("Rulebook"))
    key = forms.UUIDField(required=False, initial=uuid.uuid4, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        language = get_language() or "en"
        choices = [(key, rulesets()[key].name.in_(language)) for key in in_order()]
        self.fields["ruleset"] = forms.ChoiceField(label=_("Rulebook"), choices=choices)
