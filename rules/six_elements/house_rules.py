"""House rules as the group sets them (R6)."""

from __future__ import annotations

from rules.kernel import house_chapter
from rules.kernel.house_rules import HouseRule
from rules.kernel.messages import Violation
from rules.kernel.refusing import refuse
from rules.six_elements.house import HOUSE_RULES
from rules.six_elements.state import State

ON_BOARD = refuse(
    "monster_on_board",
    "Ce monstre est sur le plateau : ses chiffres ne changent pas en cours de partie.",
    "This monster is on the board: its figures do not change while it is.",
    "R6",
    field="rule",
)


class Setting(house_chapter.Setting):
    def obstacle(self, state: State, rule: HouseRule) -> Violation | None:
        """Not the figures of a monster that stands on the board."""
        family, _, key = rule.key.partition(".")
        if not family.startswith("monster_") or state.game is None:
            return None
        return ON_BOARD if any(foe.card == key for foe in state.game.foes) else None


CHAPTER = house_chapter.chapter(HOUSE_RULES, setting=Setting)
