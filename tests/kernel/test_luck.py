"""The luck of dice: exact where there are few, and nothing said where there are too few."""

from itertools import product
from random import Random

import pytest

from rules.kernel.counting import score
from rules.kernel.dice import D6, Die
from rules.kernel.luck import ENOUGH, EXACT, Fallen, beaten, beyond, fairness, luck, spread

COIN = Die("coin", ("heads", "tails"))


def fallen(faces, aim="high", die=D6):
    return [Fallen(die, aim, face, faces.count(face)) for face in set(faces)]


@pytest.mark.parametrize(
    ("aim", "face", "worth"),
    [("high", "6", 6), ("low", "6", -6), ("3+6", "6", 1), ("3+6", "5", 0), ("", "6", None)],
)
def test_a_face_is_worth_what_the_roll_hoped_for(aim, face, worth):
    assert score(aim, D6.faces, face) == worth


def test_three_dice_are_worked_out_exactly():
    sums = [a + b + c for a, b, c in product(range(1, 7), repeat=3)]
    for total in range(3, 19):
        share = (sum(s < total for s in sums) + sum(s == total for s in sums) / 2) / len(sums)
        assert beaten(spread(D6.faces, "high", 3), total) == pytest.approx(share)


def test_many_dice_follow_the_curve_that_few_lead_to():
    few, many = spread(D6.faces, "high", EXACT), spread(D6.faces, "high", EXACT + 1)
    assert few.chances
    assert not many.chances
    assert beaten(few, round(few.mean + 10)) == pytest.approx(beaten(many, round(many.mean + 10)), abs=0.03)


def test_too_few_throws_say_nothing_however_lucky():
    assert luck(fallen(["6"] * (ENOUGH - 1))).verdict == "too_few"
    assert luck(fallen(["6"] * ENOUGH)).verdict == "very_lucky"
    assert luck(fallen(["6"] * ENOUGH, "low")).verdict == "very_unlucky"


def test_throws_without_a_hope_are_no_luck():
    assert luck(fallen(["6"] * ENOUGH, "")).throws == 0


def test_hopes_of_different_kinds_count_together():
    both = luck([*fallen(["6"] * 15), *fallen(["1"] * 15, "low"), *fallen(["heads"] * 10, "heads", COIN)])
    assert both.throws == 40
    assert both.verdict == "very_lucky"


def test_one_fair_thrower_in_ten_is_said_to_be_out_of_the_ordinary():
    random = Random(7)
    rolls = ([random.choice(D6.faces) for _ in range(40)] for _ in range(600))
    odd = sum(luck(fallen(faces)).verdict != "usual" for faces in rolls)
    assert 40 <= odd <= 80


@pytest.mark.parametrize(("away", "degrees"), [(3.8415, 1), (5.9915, 2), (7.8147, 3), (11.0705, 5)])
def test_chi_square_is_that_of_the_books(away, degrees):
    assert beyond(away, degrees) == pytest.approx(0.05, abs=1e-5)


def test_a_loaded_die_is_found_out_and_a_fair_one_is_not():
    assert fairness(D6, {"6": 60}).is_odd
    assert not fairness(D6, dict.fromkeys(D6.faces, 10)).is_odd
    assert fairness(D6, {"6": 12}).chance is None
