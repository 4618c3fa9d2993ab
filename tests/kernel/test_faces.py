"""Faces in words, and how likely they were: against every throw there is."""

from itertools import product

import pytest

from rules.heroquest_evolution.combat_dice import COMBAT
from rules.kernel.dice import D6, Roll
from rules.kernel.faces import chance_of, chance_text, rolled_text, totals

DICE = {D6.key: D6, COMBAT.key: COMBAT}


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_the_chances_of_a_sum_are_those_of_every_throw(number):
    every = [sum(map(int, faces)) for faces in product(D6.faces, repeat=number)]
    for total, chance in enumerate(totals(D6.faces, number)):
        assert chance == pytest.approx(every.count(total) / len(every))


def test_the_chance_of_symbols_is_that_of_every_order():
    wanted = ("skull", "skull", "white", "black")
    every = [sorted(faces) for faces in product(COMBAT.faces, repeat=4)]
    assert chance_of(COMBAT, wanted) == pytest.approx(every.count(sorted(wanted)) / len(every))


def test_one_die_needs_no_odds_and_nothing_is_certain_or_impossible():
    assert chance_text(D6, ("6",)) is None
    assert chance_text(D6, ("6",) * 9).en == "54 or more: less than 1%"
    assert chance_text(D6, ("3", "4")).en == "7 or more: 58%"
    assert chance_text(D6, ("1", "2")).fr == "3 ou moins : 8\N{NO-BREAK SPACE}%"


@pytest.mark.parametrize(
    ("rolls", "modifier", "told"),
    [
        ([("2d6", "4 5")], 0, "4 + 5 = 9"),
        ([("1d6", "4")], -5, "4 \N{MINUS SIGN} 5 = \N{MINUS SIGN}1"),
        ([("1d6", "4")], 0, "4"),
        ([("2combat", "skull skull"), ("1d6", "2")], 1, "skull ×2; 2 + 1 = 3"),
        ([("1combat", "white")], 2, "white shield; + 2"),
        ([("2old", "x x")], 0, "x ×2"),
    ],
)
def test_symbols_are_counted_and_numbers_summed(rolls, modifier, told):
    made = tuple(Roll("throw", dice, tuple(faces.split()), "app") for dice, faces in rolls)
    assert rolled_text(made, DICE, modifier).en == told
