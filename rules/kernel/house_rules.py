"""House rules: typed and bounded values a campaign may set instead of the rulebook's."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

import msgspec

from rules.kernel.dice import Thrower
from rules.kernel.messages import Violation
from rules.kernel.text import Text, listed

Words: TypeAlias = tuple[str, ...]
Value: TypeAlias = int | str | bool | Words
House: TypeAlias = dict[str, Value]
"""The differences from the default, by rule key (`upkeep`, `price.shield`)."""
THROWERS: tuple[Thrower, ...] = get_args(Thrower)
YES, NO = Text("oui", "yes"), Text("non", "no")
NOTHING = Text("rien", "nothing")
ONE_OF_A_PAIR = Text(" Certains s’excluent.", " Some exclude each other.")


class HouseRule(msgspec.Struct, frozen=True, kw_only=True):
    """One rule: `low`…`high` for an int, `choices` for a choice. `default` is the rulebook's, from `source`.

    `words`: a short list, `low` to `high` different ones of the `choices`, in the order of these; no two of a pair in `conflicts`.
    """

    key: str
    label: Text
    type: Literal["int", "bool", "choice", "words"]
    default: Value
    source: str
    low: int = 0
    high: int = 0
    choices: tuple[tuple[str, Text], ...] = ()
    conflicts: tuple[tuple[str, str], ...] = ()
    group: Text | None = None
    house_table: bool = False


def value_of(rules: dict[str, HouseRule], house: House, key: str) -> Value:
    """The value in force: the campaign's, else the default. An unknown key is a bug."""
    return house.get(key, rules[key].default)


def who_throws(rules: dict[str, HouseRule], house: House) -> Thrower:
    """By the house rule `dice`, whose choices are those of Thrower."""
    found = value_of(rules, house, "dice")
    return next(who for who in THROWERS if who == found)


def settled(rule: HouseRule, value: Value) -> Value:
    """The value as it is kept: words in the order of the choices."""
    if not isinstance(value, tuple):
        return value
    return tuple(option for option, _ in rule.choices if option in value)


def shown(rule: HouseRule, value: Value) -> Text:
    """A value in words: yes or no, the name of a choice, a list of names, or the number."""
    if isinstance(value, bool):
        return YES if value else NO
    names = dict(rule.choices)
    if isinstance(value, tuple):
        return listed(tuple(names[word] for word in value)) if value else NOTHING
    return names.get(str(value)) or Text(str(value), str(value))


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
    if rule.type == "words" and isinstance(value, tuple) and _fits(rule, value):
        return None
    return _violation("house_rule_value", _expected(rule), "value")


def _fits(rule: HouseRule, words: Words) -> bool:
    """Few enough, all of the choices, none twice, none beside one it excludes."""
    known = {option for option, _ in rule.choices}
    if any(set(pair) <= set(words) for pair in rule.conflicts):
        return False
    return rule.low <= len(words) <= rule.high and len(set(words)) == len(words) and known.issuperset(words)


def _expected(rule: HouseRule) -> Text:
    if rule.type == "int":
        return Text("Attendu : un nombre de {low} à {high}.", "Expected a number from {low} to {high}.")(
            low=rule.low, high=rule.high
        )
    if rule.type == "bool":
        return Text("Attendu : oui ou non.", "Expected yes or no.")
    if rule.type == "words":
        expected = Text(
            "Attendu : {low} à {high} choix différents parmi ceux proposés.",
            "Expected {low} to {high} different ones of those offered.",
        )(low=rule.low, high=rule.high)
        return expected + ONE_OF_A_PAIR if rule.conflicts else expected
    options = ", ".join(option for option, _ in rule.choices)
    return Text("Attendu : {options}.", "Expected one of {options}.")(options=options)


def _violation(code: str, message: Text, field: str) -> Violation:
    return Violation(code=code, message=message, rule="R6", field=field)
