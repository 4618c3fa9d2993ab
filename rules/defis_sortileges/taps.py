"""Commands ready to be sent: a tap exists exactly where the rules would accept it now."""

from __future__ import annotations

from collections.abc import Iterable

from rules.defis_sortileges.state import State
from rules.kernel.messages import Command, kind_of
from rules.kernel.sections import Card, Tap
from rules.kernel.tapping import Decide, tap
from rules.kernel.text import Text


def taps(state: State, decide: Decide, labelled: Iterable[tuple[Command, Text]]) -> tuple[Tap, ...]:
    """Those that would be accepted."""
    found = (tap(state, decide, command, label) for command, label in labelled)
    return tuple(one for one in found if one)


def card(state: State, decide: Decide, command: Command, icon: str, text: Text | None = None) -> Card | None:
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
