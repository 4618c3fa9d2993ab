"""Commands ready to be sent: a tap exists exactly where the rules would accept it now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.kernel.dice import NO_ACT, Act, RollRefused
from rules.kernel.messages import Command, Decision, Violation, field_names, kind_of
from rules.kernel.sections import Tap
from rules.kernel.text import Text
from rules.six_elements.state import State

Decide = Callable[[State, Any, Act], Decision]


def accepted(state: State, decide: Decide, command: Command) -> bool:
    """Whether nothing is in the way of a command but a roll still to be thrown."""
    try:
        return not isinstance(decide(state, command, NO_ACT), Violation)
    except RollRefused:
        return True


def tap(state: State, decide: Decide, command: Command, label: Text | None = None) -> Tap | None:
    """The command as a tap where it would be accepted."""
    if not accepted(state, decide, command):
        return None
    fields = {
        name: value for name in field_names(type(command)) if (value := getattr(command, name)) is not None
    }
    return Tap(kind_of(command), fields, label or command.label)
