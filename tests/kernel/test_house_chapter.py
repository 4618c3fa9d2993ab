"""The chapter that sets house rules, over a state that has nothing else."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules.kernel.dice import NO_ACT
from rules.kernel.house_chapter import SetHouseRule, Setting, chapter
from rules.kernel.house_rules import House, HouseRule
from rules.kernel.messages import Violation
from rules.kernel.refusing import refuse
from rules.kernel.text import Text


class State(msgspec.Struct, frozen=True):
    house: House = {}


def rule(key: str, **fields: Any) -> HouseRule:
    return HouseRule(key=key, label=Text(f"Règle {key}", f"Rule {key}"), source="R1", **fields)


RULES = {
    one.key: one
    for one in (
        rule("gold", type="int", default=3, low=0, high=9),
        rule("cheap", type="bool", default=False),
        rule(
            "who",
            type="choice",
            default="app",
            choices=(("app", Text("l’application", "the app")), ("table", Text("la table", "the table"))),
        ),
        rule(
            "drinks",
            type="words",
            default=(),
            high=2,
            choices=(("ale", Text("Bière", "Ale")), ("wine", Text("Vin", "Wine"))),
        ),
    )
}
CHAPTER = chapter(RULES)
REFUSED = refuse("not_now", "Pas maintenant.", "Not now.", "R1")


def play(state: State, key: str, value: Any) -> tuple[State, Any]:
    found = CHAPTER.decides[SetHouseRule](state, SetHouseRule(rule=key, value=value), NO_ACT)
    if isinstance(found, Violation):
        return state, found
    [event] = found
    evolved: State = CHAPTER.evolves[type(event)](state, event)
    return evolved, event


def test_a_rule_is_kept_while_it_differs_from_the_book() -> None:
    state, event = play(State(), "gold", 5)
    assert state.house == {"gold": 5}
    assert CHAPTER.tells[type(event)](event) == Text(
        "Règle maison « Règle gold » : 3 → 5.", "House rule “Rule gold”: 3 → 5."
    )
    state, event = play(state, "gold", 3)
    assert state.house == {}
    assert CHAPTER.tells[type(event)](event).en.endswith("3, as in the book.")


def test_rules_stand_in_the_order_of_their_keys() -> None:
    state, _ = play(State(), "who", "table")
    state, _ = play(state, "cheap", True)
    assert list(state.house) == ["cheap", "who"]


@pytest.mark.parametrize(("key", "value"), [("gold", 10), ("gold", True), ("cheap", 1), ("who", "nobody")])
def test_a_value_that_does_not_fit_is_refused_and_changes_nothing(key: str, value: Any) -> None:
    state, wrong = play(State(house={"cheap": True}), key, value)
    assert isinstance(wrong, Violation)
    assert (wrong.code, wrong.field) == ("house_rule_value", "value")
    assert state == State(house={"cheap": True})


def test_an_unknown_rule_names_the_field() -> None:
    _, wrong = play(State(), "silver", 1)
    assert (wrong.code, wrong.field) == ("house_rule_unknown", "rule")


def test_the_offer_asks_for_the_rule_and_then_for_a_value_of_its_kind() -> None:
    offer, state = CHAPTER.offers[SetHouseRule], State(house={"gold": 5})
    [first] = offer(state, {}).fields
    assert [one.value for one in first.choices] == list(RULES)
    assert first.choices[0].hint == Text("5 (livre : 3, R1)", "5 (book: 3, R1)")
    kinds = {key: offer(state, {"rule": key}).fields[1] for key in RULES}
    assert {key: field.type for key, field in kinds.items()} == {
        "gold": "range",
        "cheap": "bool",
        "who": "choice",
        "drinks": "subset",
    }
    assert (kinds["gold"].low, kinds["gold"].high, kinds["gold"].default) == (0, 9, 5)


class Guarded(Setting):
    """Nobody sets `cheap` while gold is 9, and gold goes up by 3 at most."""

    def obstacle(self, state: State, rule: HouseRule) -> Violation | None:
        return REFUSED if rule.key == "cheap" and state.house.get("gold") == 9 else None

    def bounds(self, state: State, rule: HouseRule) -> tuple[int, int]:
        return rule.low, int(str(state.house.get("gold", 3))) + 3

    def out_of_bounds(self, state: State, rule: HouseRule, value: int) -> Violation | None:
        return REFUSED if rule.key == "gold" and value > self.bounds(state, rule)[1] else None


def test_a_rulebook_may_guard_its_rules() -> None:
    guarded = Guarded(RULES)
    rich = State({"gold": 9})
    assert guarded.decide(rich, SetHouseRule(rule="cheap", value=True), NO_ACT) == REFUSED
    assert guarded.decide(State(), SetHouseRule(rule="gold", value=7), NO_ACT) == REFUSED
    assert guarded.decide(State(), SetHouseRule(rule="gold", value=6), NO_ACT) != REFUSED
    assert [one.value for one in guarded.offer(rich, {}).fields[0].choices] == ["gold", "who", "drinks"]
    field = guarded.offer(State(), {"rule": "gold"}).fields[1]
    assert (field.low, field.high) == (0, 6)


def test_words_are_chosen_among_their_choices_and_kept_in_their_order() -> None:
    state, event = play(State(), "drinks", ("wine", "ale"))
    assert state.house == {"drinks": ("ale", "wine")}
    assert event.value_shown.en == "Ale and Wine"
    field = CHAPTER.offers[SetHouseRule](state, {"rule": "drinks"}).fields[1]
    assert (field.type, field.default) == ("subset", ("ale", "wine"))
