"""Taps and cards exist where the rules would accept the command."""

from __future__ import annotations

from rules.kernel.dice import D6, Act
from rules.kernel.messages import Command, Decision, Violation
from rules.kernel.tapping import card, card_of, tap, taps
from rules.kernel.text import Text, same


class Push(Command, frozen=True, tag="push"):
    label = Text("Pousser", "Push")
    by: int = 1


def decide(state: int, command: Push, act: Act) -> Decision:
    """Up to the state; four asks for a roll first."""
    if command.by == 4:
        act.roll("push", 1, D6)
    if command.by > state:
        return Violation("too_far", Text("Trop loin.", "Too far."), "R1")
    return ()


def test_a_tap_is_there_where_the_command_would_be_accepted() -> None:
    found = tap(3, decide, Push(by=2))
    assert found is not None
    assert (found.kind, found.fields, found.label) == ("push", {"by": 2}, Push.label)
    assert tap(1, decide, Push(by=2)) is None


def test_a_roll_still_to_be_thrown_is_no_obstacle() -> None:
    assert tap(1, decide, Push(by=4)) is not None


def test_of_several_those_are_left_that_would_be_accepted() -> None:
    labelled = [(Push(by=by), same(str(by))) for by in (1, 2, 3)]
    assert [one.label.en for one in taps(2, decide, labelled)] == ["1", "2"]


def test_a_card_of_one_tap_is_the_tap() -> None:
    found = card(2, decide, Push(), "boot")
    assert found is not None
    assert (found.key, found.state, found.taps) == ("push", "ready", ())
    assert card(0, decide, Push(), "boot") is None


def test_a_card_of_several_opens_on_them() -> None:
    choices = taps(2, decide, [(Push(by=by), same(str(by))) for by in (1, 2)])
    found, alone = (
        card_of("push", Push.label, choices, "boot"),
        card_of("push", Push.label, choices[:1], "boot"),
    )
    assert found is not None
    assert alone is not None
    assert (found.tap, found.taps) == (None, choices)
    assert (alone.tap, alone.taps) == (choices[0], ())
    assert card_of("push", Push.label, (), "boot") is None
