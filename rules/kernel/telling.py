"""Sentences of the history, filled from nothing but the event."""

from __future__ import annotations

from collections.abc import Callable

from rules.kernel.messages import Event
from rules.kernel.text import Text


def told(fr: str, en: str) -> Callable[[Event], Text]:
    """A teller that fills the sentence with the event's fields."""
    sentence = Text(fr, en)

    def tell(event: Event) -> Text:
        fields = {name: getattr(event, name) for name in event.__struct_fields__}
        return sentence(
            **{name: value for name, value in fields.items() if isinstance(value, Text | str | int)}
        )

    return tell
