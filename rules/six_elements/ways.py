"""Where to get what a refusal misses: for each of its codes the commands that would help, the nearest first."""

from __future__ import annotations

GAME = ("begin_game",)
HEROES = ("recruit_hero", "enrol_hero")
FIGHT = ("keep_dice", "play_round", "flee")
DUES = ("gain_level", "choose_skill", "lose_equipment")
WAYS: dict[str, tuple[str, ...]] = {
    "no_game": GAME,
    "no_heroes": HEROES,
    "unknown_hero": HEROES,
    "wrong_mode": HEROES,
    "game_decided": ("close_game",),
    "game_open": ("close_game",),
    "fight_on": FIGHT,
    "dice_lie": ("keep_dice", "reroll_die", "add_die"),
    "dice_lie_item": ("keep_dice",),
    "no_dice": ("play_round", "face_adventure"),
    "tile_waits": ("place_tile",),
    "no_tile_drawn": ("explore",),
    "level_waits": ("gain_level",),
    "owes_choice": DUES,
    "not_your_turn": ("end_turn",),
    "not_heroes_phase": ("draw_adventure", "face_adventure"),
    "no_adventure_due": ("end_turn",),
    "nothing_to_face": ("draw_adventure",),
    "monster_blocks": ("engage", "move"),
    "no_exit": ("move",),
    "no_steps": ("end_turn",),
    "no_tiles": ("call_oracle",),
    "oracle_silent": ("explore",),
    "stones_short": ("exchange_stones",),
    "no_affinity": ("raise_affinity",),
    "stat_short": ("gain_level",),
    "nemesis_worn": ("unequip",),
    "hands_full": ("unequip",),
    "in_the_act": FIGHT,
    "no_opponent": ("engage",),
    "gold_short": ("face_adventure", "engage"),
}
