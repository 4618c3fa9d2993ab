"""House rules by type: what a value may be, how it is kept and how it reads."""

from typing import Any

import pytest

from rules.kernel.house_rules import HouseRule, Value, check, settled, shown
from rules.kernel.text import Text, same

NAMES = (("orc", same("Orc")), ("goblin", Text("Gobelin", "Goblin")), ("troll", same("Troll")))


def rule(type_: Any, default: Value, **more: Any) -> HouseRule:
    return HouseRule(key="r", label=same("R"), type=type_, default=default, source="R1", **more)


WORDS = rule("words", ("orc",), low=1, high=2, choices=NAMES)


@pytest.mark.parametrize("value", [("orc",), ("troll", "goblin")])
def test_a_few_different_words_of_the_choices_will_do(value: Value) -> None:
    assert check(WORDS, "r", value) is None


@pytest.mark.parametrize("value", [(), ("orc", "orc"), ("orc", "goblin", "troll"), ("elf",), "orc", 1, True])
def test_anything_else_is_no_list_of_words(value: Value) -> None:
    violation = check(WORDS, "r", value)
    assert violation is not None
    assert (violation.code, violation.field) == ("house_rule_value", "value")
    assert "1 to 2" in violation.message.en


@pytest.mark.parametrize(
    "of", [rule("int", 3, high=9), rule("bool", True), rule("choice", "orc", choices=NAMES)]
)
def test_words_are_no_other_value(of: HouseRule) -> None:
    assert check(of, "r", ("orc",)) is not None


def test_words_are_kept_in_the_order_of_the_choices() -> None:
    assert settled(WORDS, ("troll", "orc")) == ("orc", "troll")
    assert settled(rule("int", 3), 4) == 4


@pytest.mark.parametrize(
    ("of", "value", "reads"),
    [
        (WORDS, ("orc", "goblin"), Text("Orc et Gobelin", "Orc and Goblin")),
        (rule("words", (), low=0, high=2, choices=NAMES), (), Text("rien", "nothing")),
        (rule("bool", True), False, Text("non", "no")),
        (rule("choice", "orc", choices=NAMES), "goblin", Text("Gobelin", "Goblin")),
        (rule("int", 3), 12, same("12")),
    ],
)
def test_a_value_reads_as_words(of: HouseRule, value: Value, reads: Text) -> None:
    assert shown(of, value) == reads


def test_words_that_exclude_each_other_do_not_stand_together() -> None:
    pair = rule("words", (), low=0, high=3, choices=NAMES, conflicts=(("orc", "troll"),))
    assert check(pair, "r", ("orc", "goblin")) is None
    violation = check(pair, "r", ("orc", "troll"))
    assert violation is not None
    assert violation.message.en.endswith("Some exclude each other.")
