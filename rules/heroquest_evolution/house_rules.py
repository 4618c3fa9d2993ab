"""Setting a house rule (R5, R6, R19, R20, R23, R31). It changes what comes, never what happened."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rules.heroquest_evolution.book import MAX_LEVEL
from rules.heroquest_evolution.house import HOUSE_RULES, house, house_int
from rules.heroquest_evolution.refusals import refuse
from rules.heroquest_evolution.state import State
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.house_rules import HouseRule, Value, Words, check, settled, shown
from rules.kernel.messages import Command, Decision, Event, Key, Number, Violation
from rules.kernel.offers import Choice, Draft, Field, Given, choice, flag, span, subset
from rules.kernel.text import Text

THRESHOLD = "level_threshold."
VALUE = Text("Valeur", "Value")
Word = Annotated[str, msgspec.Meta(max_length=80)]


class SetHouseRule(Command, frozen=True, tag="set_house_rule"):
    """The rulebook's own value takes the house rule away."""

    label = Text("Changer une règle maison", "Change a house rule")
    icon = "gear"
    review = True
    rule: Key
    value: bool | Number | Word | Annotated[tuple[Word, ...], msgspec.Meta(max_length=20)]


class HouseRuleSet(Event, frozen=True, tag="house_rule_set"):
    """`is_default`: the campaign plays by the rulebook again here. The values as they were shown."""

    rule: str
    label: Text
    before: bool | int | str | Words
    value: bool | int | str | Words
    before_shown: Text
    value_shown: Text
    is_default: bool = False


def set_house_rule(state: State, command: SetHouseRule, act: Act) -> Decision:
    rule = HOUSE_RULES.get(command.rule)
    wrong = check(rule, command.rule, command.value)
    if wrong or rule is None:
        return wrong or refuse(
            "house_rule_unknown", "Règle maison inconnue.", "Unknown house rule.", "R6", field="rule"
        )
    crossing = _crosses(state, rule, command.value)
    if crossing:
        return crossing
    before, value = house(state, rule.key), settled(rule, command.value)
    return (
        HouseRuleSet(
            rule=rule.key,
            label=rule.label,
            before=before,
            value=value,
            before_shown=shown(rule, before),
            value_shown=shown(rule, value),
            is_default=value == rule.default,
        ),
    )


def _crosses(state: State, rule: HouseRule, value: Value) -> Violation | None:
    """R5: thresholds rise strictly from level to level; the refusal names the neighbour in the way."""
    if not rule.key.startswith(THRESHOLD) or not isinstance(value, int):
        return None
    low, high = bounds(state, rule)
    if low <= value <= high:
        return None
    level = int(rule.key.removeprefix(THRESHOLD)) + (-1 if value < low else 1)
    return refuse(
        "thresholds_cross",
        "Les seuils doivent croître : celui du niveau {level} est à {xp} XP.",
        "Thresholds have to rise: that of level {level} is at {xp} XP.",
        "R5",
        field="value",
        level=level,
        xp=house_int(state, f"{THRESHOLD}{level}"),
    )


def bounds(state: State, rule: HouseRule) -> tuple[int, int]:
    """The values a number may have now; a level's threshold stays between its neighbours."""
    low, high = rule.low, rule.high
    if not rule.key.startswith(THRESHOLD):
        return low, high
    level = int(rule.key.removeprefix(THRESHOLD))
    if level > 2:
        low = max(low, house_int(state, f"{THRESHOLD}{level - 1}") + 1)
    if level < MAX_LEVEL:
        high = min(high, house_int(state, f"{THRESHOLD}{level + 1}") - 1)
    return low, high


def house_rule_set(state: State, event: HouseRuleSet) -> State:
    kept = {key: value for key, value in state.house.items() if key != event.rule}
    return msgspec.structs.replace(
        state, house=kept if event.is_default else kept | {event.rule: event.value}
    )


def offer_set_house_rule(state: State, given: Given) -> Draft:
    rules = choice(
        "rule",
        Text("Règle", "Rule"),
        tuple(_rule_choice(state, rule) for rule in HOUSE_RULES.values()),
        depends=True,
    )
    rule = HOUSE_RULES.get(str(given.get("rule")))
    return Draft((rules, _value_field(state, rule)) if rule else (rules,))


def _by_the_book(rule: HouseRule) -> Choice:
    """With the value of the rulebook."""
    value = shown(rule, rule.default)
    hint = Text(f"{value.fr} ({rule.source})", f"{value.en} ({rule.source})")
    return Choice(rule.key, rule.label, hint=hint, group=rule.group)


BY_THE_BOOK = {rule.key: _by_the_book(rule) for rule in HOUSE_RULES.values()}
"""Worked out once: there are hundreds, and a campaign changes few."""


def _rule_choice(state: State, rule: HouseRule) -> Choice:
    """The value in force, and the rulebook's where the campaign has its own."""
    if rule.key not in state.house:
        return BY_THE_BOOK[rule.key]
    value, default = shown(rule, house(state, rule.key)), shown(rule, rule.default)
    hint = Text(
        f"{value.fr} (livre : {default.fr}, {rule.source})", f"{value.en} (book: {default.en}, {rule.source})"
    )
    return Choice(rule.key, rule.label, hint=hint, group=rule.group)


def _value_field(state: State, rule: HouseRule) -> Field:
    now = house(state, rule.key)
    if rule.type == "bool":
        return flag("value", VALUE, default=bool(now), required=True)
    if rule.type == "choice":
        options = tuple(Choice(key, label) for key, label in rule.choices)
        return choice("value", VALUE, options, default=str(now))
    if isinstance(now, tuple):
        options = tuple(Choice(key, label) for key, label in rule.choices)
        field = subset("value", rule.label, options, rule.low, rule.high, default=now)
        return msgspec.structs.replace(field, conflicts=rule.conflicts)
    low, high = bounds(state, rule)
    return span("value", VALUE, low, high, default=int(now))


def tell_set(event: HouseRuleSet) -> Text:
    sentence = Text(
        "Règle maison « {label} » : {before} → {value}", "House rule “{label}”: {before} → {value}"
    )(label=event.label, before=event.before_shown, value=event.value_shown)
    return sentence + (
        Text(", comme dans le livre.", ", as in the book.") if event.is_default else Text(".", ".")
    )


CHAPTER = Chapter(
    name="house_rules",
    decides={SetHouseRule: set_house_rule},
    evolves={HouseRuleSet: house_rule_set},
    tells={HouseRuleSet: tell_set},
    offers={SetHouseRule: offer_set_house_rule},
)
