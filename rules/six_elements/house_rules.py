"""House rules as the group sets them: typed, bounded, told (R6)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.house_rules import HouseRule, Words, check, settled, shown
from rules.kernel.messages import Command, Decision, Event, Key, Number
from rules.kernel.offers import Choice, Draft, Field, Given, choice, span
from rules.kernel.refusing import refuse
from rules.kernel.text import Text
from rules.six_elements.house import HOUSE_RULES, house
from rules.six_elements.refusals import unknown
from rules.six_elements.state import State

RULE, VALUE = Text("Règle", "Rule"), Text("Valeur", "Value")
Word = Annotated[str, msgspec.Meta(max_length=80)]
Value = bool | Number | Word | Annotated[tuple[Word, ...], msgspec.Meta(max_length=20)]


class SetHouseRule(Command, frozen=True, tag="set_house_rule"):
    """From then on; nothing that happened changes."""

    label = Text("Changer une règle maison", "Change a house rule")
    icon = "gear"
    rule: Key
    value: Value


class HouseRuleSet(Event, frozen=True, tag="house_rule_set"):
    """`is_default`: by the rulebook again. The values as they were shown."""

    rule: str
    label: Text
    before: bool | int | str | Words
    value: bool | int | str | Words
    before_shown: Text
    value_shown: Text
    is_default: bool = False


def set_house_rule(state: State, command: SetHouseRule, act: Act) -> Decision:
    rule = HOUSE_RULES.get(command.rule)
    if rule is None:
        return unknown("rule", command.rule, "R6")
    if not may_set(state, rule):
        return refuse(
            "monster_on_board",
            "Ce monstre est sur le plateau : ses chiffres ne changent pas en cours de partie.",
            "This monster is on the board: its figures do not change while it is.",
            "R6",
            field="rule",
        )
    wrong = check(rule, command.rule, command.value)
    if wrong:
        return wrong
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


def may_set(state: State, rule: HouseRule) -> bool:
    """Not the figures of a monster that stands on the board."""
    family, _, key = rule.key.partition(".")
    if not family.startswith("monster_") or state.game is None:
        return True
    return all(foe.card != key for foe in state.game.foes)


def house_rule_set(state: State, event: HouseRuleSet) -> State:
    kept = {key: value for key, value in state.house.items() if key != event.rule}
    return msgspec.structs.replace(
        state, house=kept if event.is_default else kept | {event.rule: event.value}
    )


def offer_set(state: State, given: Given) -> Draft:
    rules = choice(
        "rule",
        RULE,
        tuple(_rule_choice(state, rule) for rule in HOUSE_RULES.values() if may_set(state, rule)),
        depends=True,
    )
    rule = HOUSE_RULES.get(str(given.get("rule")))
    return Draft((rules, _value_field(state, rule)) if rule else (rules,))


def _rule_choice(state: State, rule: HouseRule) -> Choice:
    """The value in force, and the rulebook's where the campaign has its own."""
    value, default = shown(rule, house(state, rule.key)), shown(rule, rule.default)
    hint = Text(f"{value.fr} ({rule.source})", f"{value.en} ({rule.source})")
    if rule.key in state.house:
        hint = Text(
            f"{value.fr} (livre : {default.fr}, {rule.source})",
            f"{value.en} (book: {default.en}, {rule.source})",
        )
    return Choice(rule.key, rule.label, hint=hint, group=rule.group)


def _value_field(state: State, rule: HouseRule) -> Field:
    now = house(state, rule.key)
    if rule.type == "choice":
        return choice(
            "value", VALUE, tuple(Choice(key, label) for key, label in rule.choices), default=str(now)
        )
    assert isinstance(now, int)
    return span("value", VALUE, rule.low, rule.high, default=now)


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
    offers={SetHouseRule: offer_set},
)
