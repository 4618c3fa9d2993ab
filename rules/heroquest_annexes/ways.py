"""Where to get what a refusal misses: for each of its codes the commands that would help, the nearest first."""

from __future__ import annotations

GEAR = ("buy", "give", "find")

WAYS: dict[str, tuple[str, ...]] = {
    "no_quest": ("open_quest",),
    "quest_open": ("close_quest", "abandon_quest"),
    "not_in_quest": ("join_quest",),
    "hero_dead": ("use_item", "cast_spell", "close_quest"),
    "no_heroes": ("recruit_hero", "enrol_hero"),
    "unknown_hero": ("recruit_hero", "enrol_hero"),
    "not_your_turn": ("end_turn", "give_turn", "end_round"),
    "heroes_turn": ("end_turn",),
    "has_acted": ("end_turn",),
    "has_moved": ("end_turn",),
    "asleep": ("wake", "end_turn"),
    "in_pit": ("climb_out", "end_turn"),
    "no_market": ("close_quest",),
    "no_monster": ("place_monsters", "place_unique"),
    "no_ammunition": GEAR,
    "no_tool_kit": GEAR,
    "no_rope": GEAR,
    "nothing_to_use": GEAR,
    "nothing_to_wear": GEAR,
    "nothing_to_give": GEAR,
    "no_room": ("open_door",),
    "not_in_room": ("enter_room", "open_door"),
    "not_adjacent": ("enter_room",),
    "nothing_here": ("place_thing", "leave_loot"),
    "gold_short": ("exchange_xp",),
    "no_spell_ready": ("choose_series",),
}
