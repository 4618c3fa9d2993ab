"""What a sentence of the history names, by the fields of its events: pages of the rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rules.kernel.messages import Event
from rules.kernel.ruleset import Ruleset
from rules.kernel.text import Text


def mentioned(ruleset: Ruleset[Any], events: Iterable[Event]) -> tuple[tuple[str, Text], ...]:
    """Each thing that the events speak of: its place in the catalog (`section/key`) and a name for it, or several."""
    return tuple(found for event in events for found in _of(ruleset, event))


def _of(ruleset: Ruleset[Any], event: Event) -> Iterator[tuple[str, Text]]:
    for field, sections in ruleset.mentions.items():
        for key in _keys(getattr(event, field, None)):
            for link, name in _found(ruleset, sections, key):
                yield link, name
                many = getattr(event, f"{field}_plural", None)
                if isinstance(many, Text):
                    yield link, many


def _keys(value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, tuple) else ()


def _found(ruleset: Ruleset[Any], sections: tuple[str, ...], key: str) -> Iterator[tuple[str, Text]]:
    """In the first of the sections that has it."""
    for name in sections:
        section = ruleset.section(name)
        row = next((row for row in section.rows if row["key"] == key), None) if section else None
        if row is not None:
            yield f"{name}/{key}", Text(row["name"]["fr"], row["name"]["en"])
            return
