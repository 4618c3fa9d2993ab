"""Deeds of a quest and what each is worth by the book (§3.1, R11)."""

from __future__ import annotations

from rules.kernel.text import Text

DEEDS: dict[str, tuple[Text, Text, int]] = {
    "quest_treasure": (
        Text("trésor de quête", "quest treasure"),
        Text("trésors de quête", "quest treasures"),
        2,
    ),
    "spell_kill": (
        Text("sort offensif mortel", "deadly offensive spell"),
        Text("sorts offensifs mortels", "deadly offensive spells"),
        2,
    ),
    "trap_disarmed": (
        Text("piège désamorcé", "trap disarmed"),
        Text("pièges désamorcés", "traps disarmed"),
        1,
    ),
    "fabulous_treasure": (
        Text("trésor fabuleux", "fabulous treasure"),
        Text("trésors fabuleux", "fabulous treasures"),
        1,
    ),
}
