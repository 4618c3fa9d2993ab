"""Commands ready to be sent: a tap exists exactly where the rules would accept it now."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from rules.kernel.dice import NO_ACT, Act, RollRefused
from rules.kernel.messages import Command, Decision, Violation, field_names, kind_of
from rules.kernel.sections import Card, Tap
from rules.kernel.text import Text

Decide: TypeAlias = Callable[[Any, Any, Act], Decision]


def obstacle(state: Any, decide: Decide, command: Command) -> Violation | None:
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
    state: Any,
    decide: Decide,
    command: Command,
    label: Text | None = None,
    *,
    without: str = "",
    icon: str = "",
) -> Tap | None:
    """The command as a tap where it would be accepted."""
    return None if obstacle(state, decide, command) else as_tap(command, label, without=without, icon=icon)


def taps(state: Any, decide: Decide, labelled: Iterable[tuple[Command, Text]]) -> tuple[Tap, ...]:
    """Those that would be accepted."""
    found = (tap(state, decide, command, label) for command, label in labelled)
    return tuple(one for one in found if one)


def card(state: Any, decide: Decide, command: Command, icon: str, text: Text | None = None) -> Card | None:
    """A card of one tap; None where the rules would refuse it."""
    found = tap(state, decide, command)
    if found is None:
        return None
    return Card(key=kind_of(command), title=command.label, text=text, state="ready", icon=icon, tap=found)


def card_of(
    key: str,
    title: Text,
    choices: tuple[Tap, ...],
    icon: str,
    text: Text | None = None,
    *,
    ask: str | None = None,
) -> Card | None:
    """A card that opens on several taps; one alone is the card's own."""
    if not choices:
        return None
    if len(choices) == 1 and ask is None:
        return Card(key=key, title=title, text=text, state="ready", icon=icon, tap=choices[0])
    return Card(key=key, title=title, text=text, state="ready", icon=icon, taps=choices, ask=ask)
