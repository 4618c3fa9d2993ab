"""Figures of the catalog that a campaign's house rules choose (R6)."""

from __future__ import annotations

from rules.kernel.ruleset import Places
from rules.six_elements.book import BOOK
from rules.six_elements.house import HOUSE_RULES
from rules.six_elements.state import State

FIELDS = {"monster_body": "body", "monster_attack": "attack", "monster_defence": "defence"}


def figures(state: State) -> Places:
    """Thresholds of adventures and figures of monsters, where the campaign has its own."""
    found: Places = {}
    for key, value in state.house.items():
        family, _, rest = key.partition(".")
        if not isinstance(value, int) or not rest:
            continue
        place = _place(family, rest)
        found[place] = value, HOUSE_RULES[key].source
    return found


def _place(family: str, rest: str) -> tuple[str, str]:
    if family == "threshold":
        card, _, grade = rest.partition(".")
        return f"adventures/{card}", grade
    return f"{'bosses' if rest in BOOK.bosses else 'monsters'}/{rest}", FIELDS[family]
