"""Setting a house rule (R5, R6, R19, R20, R23, R31). It changes what comes, never what happened."""

from __future__ import annotations

from rules.heroquest_evolution.book import MAX_LEVEL
from rules.heroquest_evolution.house import HOUSE_RULES, house_int
from rules.heroquest_evolution.refusals import refuse
from rules.heroquest_evolution.state import State
from rules.kernel import house_chapter
from rules.kernel.house_rules import HouseRule
from rules.kernel.messages import Violation

THRESHOLD = "level_threshold."


class SetHouseRule(house_chapter.SetHouseRule, frozen=True, tag="set_house_rule"):
    """Its page shows first what would change."""

    review = True


class Setting(house_chapter.Setting):
    """A level's threshold stays between its neighbours (R5)."""

    def bounds(self, state: State, rule: HouseRule) -> tuple[int, int]:
        low, high = rule.low, rule.high
        if not rule.key.startswith(THRESHOLD):
            return low, high
        level = int(rule.key.removeprefix(THRESHOLD))
        if level > 2:
            low = max(low, house_int(state, f"{THRESHOLD}{level - 1}") + 1)
        if level < MAX_LEVEL:
            high = min(high, house_int(state, f"{THRESHOLD}{level + 1}") - 1)
        return low, high

    def out_of_bounds(self, state: State, rule: HouseRule, value: int) -> Violation | None:
        """The refusal names the neighbour in the way."""
        low, high = self.bounds(state, rule)
        if not rule.key.startswith(THRESHOLD) or low <= value <= high:
            return None
        level = int(rule.key.removeprefix(THRESHOLD)) + (-1 if value < low else 1)
        return refuse(
            "thresholds_cross",
            "Les seuils doivent croître : celui du niveau {level} est à {xp} XP.",
            "Thresholds have to rise: that of level {level} is at {xp} XP.",
            "R5",
            field="value",
            level=level,
            xp=house_int(state, f"{THRESHOLD}{level}"),
        )


CHAPTER = house_chapter.chapter(HOUSE_RULES, setting=Setting, command=SetHouseRule)
