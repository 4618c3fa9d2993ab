"""The own heroes against a thing of the rulebook that can be fought."""

from __future__ import annotations

from campaigns.rulebook.books import Thing
from campaigns.rulebook.here import Here
from rules.kernel.sections import AnySection


def against(thing: Thing, table: Here) -> tuple[AnySection, ...]:
    """Tables of every hero of the campaign the page was opened from; nothing for anybody else."""
    entrance = table.entrance
    versus = entrance.ruleset.versus if entrance else None
    if entrance is None or versus is None or thing.section.key != versus.section:
        return ()
    return versus.party(entrance.state(), thing.key)
