"""House rules: typed and bounded values a campaign may set instead of the rulebook's."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from rules.kernel.messages import Violation
from rules.kernel.text import Text

Value: TypeAlias = int | str | bool
House: TypeAlias = dict[str, Value]
"""The differences from the default, by rule key (`upkeep`, `price.shield`)."""


class HouseRule(msgspec.Struct, frozen=True, kw_only=True):
    """One rule: `low`…`high` for an int, `choices` for a choice. `default` is the rulebook's, from `source`."""

    key: str
    label: Text
    type: Literal["int", "bool", "choice"]
    default: Value
    source: str
    low: int = 0
    high: int = 0
    choices: tuple[tuple[str, Text], ...] = ()
    group: Text | None = None
    house_table: bool = False


def value_of(rules: dict[str, HouseRule], house: House, key: str) -> Value:
    """The value in force: the campaign's, else the default. An unknown key is a bug."""
    return house.get(key, rules[key].default)


def check(rule: HouseRule | None, key: str, value: Value) -> Violation | None:
    """Why `value` may not be set, or None."""
    if rule is None:
        return _violation(
            "house_rule_unknown",
            Text("Règle maison inconnue : {key}.", "Unknown house rule: {key}.")(key=key),
            "rule",
        )
    if rule.type == "bool" and isinstance(value, bool):
        return None
    if rule.type == "choice" and any(value == option for option, _ in rule.choices):
        return None
    if (
        rule.type == "int"
        and isinstance(value, int)
        and not isinstance(value, bool)
        and rule.low <= value <= rule.high
    ):
        return None
    return _violation("house_rule_value", _expected(rule), "value")


def _expected(rule: HouseRule) -> Text:
    if rule.type == "int":
        return Text("Attendu : un nombre de {low} à {high}.", "Expected a number from {low} to {high}.")(
            low=rule.low, high=rule.high
        )
    if rule.type == "bool":
        return Text("Attendu : oui ou non.", "Expected yes or no.")
    options = ", ".join(option for option, _ in rule.choices)
    return Text("Attendu : {options}.", "Expected one of {options}.")(options=options)


def _violation(code: str, message: Text, field: str) -> Violation:
    return Violation(code=code, message=message, rule="R6", field=field)
