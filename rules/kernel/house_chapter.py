"""Setting a house rule: a chapter over the rules of one rulebook. It changes what comes, never what happened.

A rulebook where more than type and bounds stands in the way overrides what `Setting` asks.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.house_rules import HouseRule, Value, Words, check, settled, shown, value_of
from rules.kernel.messages import Command, Decision, Event, Key, Number, Violation
from rules.kernel.offers import Choice, Draft, Field, Given, choice, flag, span, subset
from rules.kernel.text import Text

VALUE = Text("Valeur", "Value")
RULE = Text("Règle", "Rule")
OWN = Text("{value} (livre : {book}, {source})", "{value} (book: {book}, {source})")
BY_THE_BOOK = Text("{value} ({source})", "{value} ({source})")
Word = Annotated[str, msgspec.Meta(max_length=80)]


class SetHouseRule(Command, frozen=True, tag="set_house_rule"):
    """The rulebook's own value takes the house rule away."""

    label = Text("Changer une règle maison", "Change a house rule")
    icon = "gear"
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


class Setting:
    """The functions of the chapter, over the house rules of one rulebook."""

    def __init__(self, rules: dict[str, HouseRule]) -> None:
        self.rules = rules
        self.by_the_book = {rule.key: by_the_book(rule) for rule in rules.values()}

    def obstacle(self, state: Any, rule: HouseRule) -> Violation | None:
        """Why this rule may not be set now, whatever its value."""
        return None

    def bounds(self, state: Any, rule: HouseRule) -> tuple[int, int]:
        """The numbers it may have now."""
        return rule.low, rule.high

    def out_of_bounds(self, state: Any, rule: HouseRule, value: int) -> Violation | None:
        """Why a number within the rule's own bounds is not within those of now."""
        return None

    def decide(self, state: Any, command: SetHouseRule, act: Act) -> Decision:
        rule, value = self.rules.get(command.rule), command.value
        wrong = check(rule, command.rule, value)
        if wrong or rule is None:
            assert wrong is not None
            return wrong
        wrong = self.obstacle(state, rule)
        if not wrong and isinstance(value, int):
            wrong = self.out_of_bounds(state, rule, value)
        return wrong or (self._set(state, rule, settled(rule, value)),)

    def _set(self, state: Any, rule: HouseRule, value: Value) -> HouseRuleSet:
        before = self._now(state, rule)
        return HouseRuleSet(
            rule=rule.key,
            label=rule.label,
            before=before,
            value=value,
            before_shown=shown(rule, before),
            value_shown=shown(rule, value),
            is_default=value == rule.default,
        )

    def _now(self, state: Any, rule: HouseRule) -> Value:
        return value_of(self.rules, state.house, rule.key)

    def offer(self, state: Any, given: Given) -> Draft:
        free = (rule for rule in self.rules.values() if self.obstacle(state, rule) is None)
        rules = choice("rule", RULE, tuple(self._choice(state, rule) for rule in free), depends=True)
        rule = self.rules.get(str(given.get("rule")))
        return Draft((rules, self._field(state, rule)) if rule else (rules,))

    def _choice(self, state: Any, rule: HouseRule) -> Choice:
        """The value in force, and the rulebook's where the campaign has its own."""
        if rule.key not in state.house:
            return self.by_the_book[rule.key]
        value, book = shown(rule, self._now(state, rule)), shown(rule, rule.default)
        hint = OWN(value=value, book=book, source=rule.source)
        return Choice(rule.key, rule.label, hint=hint, group=rule.group)

    def _field(self, state: Any, rule: HouseRule) -> Field:
        now = self._now(state, rule)
        choices = tuple(Choice(key, name) for key, name in rule.choices)
        if isinstance(now, tuple):
            words = subset("value", rule.label, choices, rule.low, rule.high, default=now)
            return replace(words, conflicts=rule.conflicts)
        if rule.type == "bool":
            return flag("value", VALUE, default=bool(now), required=True)
        if rule.type == "choice":
            return choice("value", VALUE, choices, default=str(now))
        return span("value", VALUE, *self.bounds(state, rule), default=int(now))


def by_the_book(rule: HouseRule) -> Choice:
    """With the value of the rulebook. Worked out once: there may be hundreds, and a campaign changes few."""
    hint = BY_THE_BOOK(value=shown(rule, rule.default), source=rule.source)
    return Choice(rule.key, rule.label, hint=hint, group=rule.group)


def chapter(
    rules: dict[str, HouseRule],
    *,
    setting: type[Setting] = Setting,
    command: type[SetHouseRule] = SetHouseRule,
) -> Chapter:
    """Over a state that holds its differences in `house`; `command` may say more of how it is shown."""
    functions = setting(rules)
    return Chapter(
        name="house_rules",
        decides={command: functions.decide},
        evolves={HouseRuleSet: house_rule_set},
        tells={HouseRuleSet: tell_set},
        offers={command: functions.offer},
    )


def house_rule_set(state: Any, event: HouseRuleSet) -> Any:
    """Differences only, in the order of the rules."""
    after = {key: value for key, value in state.house.items() if key != event.rule}
    if not event.is_default:
        after[event.rule] = event.value
    return replace(state, house={key: after[key] for key in sorted(after)})


def tell_set(event: HouseRuleSet) -> Text:
    sentence = Text(
        "Règle maison « {label} » : {before} → {value}", "House rule “{label}”: {before} → {value}"
    )(label=event.label, before=event.before_shown, value=event.value_shown)
    by_the_book = Text(", comme dans le livre.", ", as in the book.")
    return sentence + (by_the_book if event.is_default else Text(".", "."))
