"""Commands ready to be sent: a tap exists exactly where the rules would accept it now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.heroquest_evolution.state import State
from rules.kernel.dice import NO_ACT, Act, RollRefused
from rules.kernel.messages import Command, Decision, Violation, field_names, kind_of
from rules.kernel.sections import Tap
from rules.kernel.text import Text


def obstacle(
    state: State, decide: Callable[[State, Any, Act], Decision], command: Command
) -> Violation | None:
    """The violation in the way of a command. A roll still to be thrown is none."""
    try:
        answer = decide(state, command, NO_ACT)
    except RollRefused:
        return None
    return answer if isinstance(answer, Violation) else None


def as_tap(command: Command, label: Text | None = None, *, without: str = "", icon: str = "") -> Tap:
    """The command as a tap, labelled as it is unless told better; the field `without` is left to the page."""
    fields = {
        name: value
        for name in field_names(type(command))
        if name != without and (value := getattr(command, name)) is not None
    }
    return Tap(kind_of(command), fields, label or command.label, icon)


def tap(
    state: State,
    decide: Callable[[State, Any, Act], Decision],
    command: Command,
    label: Text | None = None,
    *,
    without: str = "",
    icon: str = "",
) -> Tap | None:
    """The command as a tap where it would be accepted."""
    return None if obstacle(state, decide, command) else as_tap(command, label, without=without, icon=icon)
