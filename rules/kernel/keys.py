"""Short keys for what an act brings into being: the state holds many of them."""

from __future__ import annotations

from collections.abc import Collection

from rules.kernel.dice import Act

SHORTEST, LONGEST = 6, 32


def short_key(act: Act, known: Collection[str]) -> str:
    """The beginning of the act's id, as long as it takes not to be one of those known."""
    sizes = range(SHORTEST, LONGEST + 1)
    return next(key for size in sizes if (key := act.id[:size]) not in known)
