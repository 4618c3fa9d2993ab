import pytest

from rules.kernel.dice import (
    D6,
    Act,
    AppDice,
    NoDice,
    RecordedDice,
    Recorder,
    Roll,
    RollRefused,
    TableDice,
    Thrown,
)


def test_a_missing_roll_is_asked_for_by_purpose_and_dice():
    with pytest.raises(RollRefused) as refusal:
        NoDice().roll("healing", 2, D6)
    assert refusal.value.violation.code == "roll_needed"
    assert refusal.value.violation.params == {"for": "healing", "dice": "2d6"}


def test_faces_of_the_table_are_taken_and_marked():
    table = TableDice((Thrown("healing", (3, 4)),), NoDice())
    assert table.roll("healing", 2, D6) == Roll("healing", "2d6", ("3", "4"), "table")
    assert table.unused == ()


@pytest.mark.parametrize("faces", [(7,), (0,), (1, 2), (), ("skull",)])
def test_faces_that_cannot_fall_are_refused(faces):
    with pytest.raises(RollRefused) as refusal:
        TableDice((Thrown("healing", faces),), NoDice()).roll("healing", 1, D6)
    assert refusal.value.violation.code == "roll_impossible"


def test_faces_nobody_asked_for_are_known():
    assert TableDice((Thrown("luck", (1,)),), NoDice()).unused == ("luck",)


def test_the_app_throws_every_face_and_says_so():
    fallen = [AppDice(lambda sides, n=n: n % sides).roll("x", 1, D6) for n in range(6)]
    assert [roll.faces[0] for roll in fallen] == list(D6.faces)
    assert {roll.origin for roll in fallen} == {"app"}


def test_what_was_recorded_falls_again():
    recorder = Recorder(AppDice(lambda _: 4))
    first = Act("a" * 32, recorder).roll("x", 1, D6)
    assert RecordedDice(tuple(recorder.rolls)).roll("x", 1, D6) == first


def test_one_act_always_brings_the_same_key():
    assert Act("0123456789abcdef" * 2, NoDice()).new_key() == "0123456789ab"
