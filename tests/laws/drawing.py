"""Commands drawn from the domains of offers, and whether a command lies within them."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from rules.kernel.messages import Command, kind_of
from rules.kernel.offers import Field, Offer, Viewer
from rules.kernel.ruleset import Ruleset

GM = Viewer("gm", "s1")


def offer_of(
    ruleset: Ruleset[Any], state: Any, kind: str, hero: str | None, given: dict[str, Any]
) -> Offer | None:
    found = ruleset.offers(state, GM, hero=hero, kind=kind, given=given)
    return found[0] if found else None


def draw(ruleset: Ruleset[Any], state: Any, kind: str, hero: str | None, random: Random) -> Command | None:
    """A command from the offer's domains, field by field; None where it is not offered or has a violation."""
    given: dict[str, Any] = {}
    asked: set[str] = set()
    while (offer := offer_of(ruleset, state, kind, hero, given)) is not None and offer.violation is None:
        field = next((field for field in offer.fields if field.name not in asked), None)
        if field is None:
            return _command(ruleset, offer, given)
        asked.add(field.name)
        must = field.required or (field.name in offer.any_of[-1:] and not given.keys() & set(offer.any_of))
        if must or random.random() < 0.5:
            given[field.name] = _value(field, random)
    return None


def _command(ruleset: Ruleset[Any], offer: Offer, given: dict[str, Any]) -> Command | None:
    if offer.any_of and not given.keys() & set(offer.any_of):
        return None
    flat = given | ({"hero": offer.hero} if offer.hero else {})
    return ruleset.codec.command(nested({"kind": offer.kind, **flat}))


def nested(flat: dict[str, Any]) -> dict[str, Any]:
    """`a.b` as a field of a field."""
    plain: dict[str, Any] = {}
    for name, value in flat.items():
        outer, dot, inner = name.partition(".")
        if dot:
            plain.setdefault(outer, {})[inner] = value
        else:
            plain[name] = value
    return plain


def _value(field: Field, random: Random) -> Any:
    if field.type == "choice":
        return random.choice(field.choices).value
    if field.type == "bool":
        return random.random() < 0.7
    if field.type == "range":
        near = [
            field.low,
            field.low + 1,
            field.high,
            field.default,
            random.randint(field.low, min(field.high, field.low + 60)),
        ]
        return random.choice([n for n in near if isinstance(n, int) and _lies_in(field, n)])
    if field.type == "text":
        return random.choice(["Brom", "Œil-de-Lynx d’Ys", "x" * field.high])[: field.high]
    return _subset(field, random)


def _subset(field: Field, random: Random) -> tuple[str, ...]:
    chosen: list[str] = []
    weight = 0
    target = random.randint(field.low, min(field.high, field.low + 4))
    for option in random.sample(field.choices, len(field.choices)):
        fits = weight + option.weight <= (target if weight >= field.low else field.high)
        clash = any({option.value, other} == set(pair) for other in chosen for pair in field.conflicts)
        if weight < target and fits and not clash:
            chosen.append(option.value)
            weight += option.weight
    return tuple(chosen)


def flat_of(command: Command) -> dict[str, Any]:
    """The fields of a command that are not left at their default, nested ones as `a.b`."""
    flat: dict[str, Any] = {}
    for info in msgspec.structs.fields(type(command)):
        value = getattr(command, info.name)
        default = info.default_factory() if info.default_factory is not msgspec.NODEFAULT else info.default
        if value is None or value == default or info.name == "hero":
            continue
        if isinstance(value, msgspec.Struct):
            flat |= {
                f"{info.name}.{key}": inner
                for key, inner in msgspec.to_builtins(value).items()
                if inner not in (None, [], ())
            }
        elif isinstance(value, dict):
            flat |= {f"{info.name}.{key}": inner for key, inner in value.items()}
        else:
            flat[info.name] = value
    return flat


def outside(ruleset: Ruleset[Any], state: Any, command: Command) -> str | None:
    """Why the command lies in no offer's domains, or None."""
    flat = flat_of(command)
    hero = getattr(command, "hero", None)
    offer = offer_of(ruleset, state, kind_of(command), hero, flat)
    if offer is None:
        return "not offered"
    if offer.violation:
        return f"offered with {offer.violation.code}"
    fields = {field.name: field for field in offer.fields}
    for name, value in flat.items():
        if name not in fields:
            return f"no field {name}"
        if not _lies_in(fields[name], value):
            return f"{name}={value!r} outside {fields[name].type} {fields[name].low}..{fields[name].high}"
    missing = [
        name for name, field in fields.items() if field.required and name not in flat and field.type != "bool"
    ]
    return f"missing {missing}" if missing else None


def _lies_in(field: Field, value: Any) -> bool:
    weights = {option.value: option.weight for option in field.choices}
    if field.type == "choice":
        return value in weights
    if field.type == "bool":
        return isinstance(value, bool)
    if field.type == "range":
        return field.low <= value <= field.high and value not in field.without
    if field.type == "text":
        return field.low <= len(value) <= field.high
    total = sum(weights.get(item, 10_000) for item in value)
    clash = any(set(pair) <= set(value) for pair in field.conflicts)
    return len(set(value)) == len(value) and field.low <= total <= field.high and not clash


def spoil(command: Command, pool: list[Any], random: Random) -> dict[str, Any]:
    """The command's plain values with one or two of them replaced: what somebody might send all the same."""
    plain: dict[str, Any] = msgspec.to_builtins(command)
    names = [name for name in plain if name not in ("kind", "hero")]
    for name in random.sample(names, min(len(names), random.randint(1, 2))):
        plain[name] = _other(plain[name], pool, random)
    return plain


def _other(value: Any, pool: list[Any], random: Random) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + random.choice([-100, -2, -1, 1, 2, 50])
    if isinstance(value, str):
        return random.choice(pool)
    if isinstance(value, list):
        return random.choice([value[1:], [*value, random.choice(pool)], []])
    if isinstance(value, dict) and value:
        key = random.choice(list(value))
        return value | {key: _other(value[key], pool, random)}
    return value
