"""Where to get what a refusal misses: for each of its codes the commands that would help, the nearest first."""

from __future__ import annotations

CHARACTERS = ("recruit_hero", "enrol_hero")
SETTING_OUT = ("set_out", "add_place")
MAP = ("add_place", "link_places")
FIGHT = ("strike", "foe_strikes", "break_off")
ANSWERS = ("welcome", "turn_away", "accept_challenge", "give_way", "ask_alliance", "challenge")
AWAY = ("force_fight", "go_back", "flee")
TURN = ("explore", "move", "take_rest")
READ = ("end_exploration",)
WAYS: dict[str, tuple[str, ...]] = {
    "nobody": CHARACTERS,
    "unknown_hero": CHARACTERS,
    "character_taken": CHARACTERS,
    "all_chosen": SETTING_OUT,
    "no_adventure": (*SETTING_OUT, *CHARACTERS),
    "adventure_open": ("fulfil_mission", "abandon_adventure"),
    "not_set_out": ("join_adventure", *SETTING_OUT),
    "already_out": TURN,
    "no_places": ("add_place",),
    "few_places": ("add_place",),
    "no_other_place": ("add_place",),
    "no_free_place": ("add_place",),
    "place_taken": MAP,
    "place_in_use": ("move", "correct_place"),
    "map_full": ("remove_place",),
    "many_ways": ("unlink_places",),
    "no_pair": MAP,
    "linked_already": ("unlink_places",),
    "not_linked": ("link_places",),
    "off_the_map": ("link_places", "take_rest", "explore"),
    "not_adjacent": ("link_places",),
    "no_way_out": ("accept_challenge", "force_fight", "go_back"),
    "not_your_turn": (*TURN, "end_turn", *READ),
    "lots_to_draw": ("draw_lots",),
    "must_move": ("move",),
    "has_acted": (*READ, "end_turn"),
    "exploring": READ,
    "nothing_done": TURN,
    "explored_already": ("move", "take_rest"),
    "not_exploring": ("explore",),
    "turn_open": (*READ, "end_turn"),
    "in_fight": FIGHT,
    "in_meeting": (*ANSWERS, *AWAY),
    "no_meeting": ("approach",),
    "not_asked": (*ANSWERS, *AWAY),
    "not_teleported": AWAY[:2],
    "leader_decides": ("refuse_to_lead", "repudiate"),
    "refused_already": ("repudiate",),
    "not_before_the_turn": ("end_turn", *READ),
    "no_alliance": ("approach", "ask_alliance"),
    "nobody_here": ("move", "correct_place"),
    "exchange_at_rest": ("take_rest",),
    "no_fight": ("begin_fight", "simple_fight"),
    "not_in_fight": ("begin_fight", "approach"),
    "not_your_time": FIGHT[:2],
    "round_has_begun": FIGHT[:2],
    "many_foes": FIGHT,
    "guarded": ("aim", "prepare_spell"),
    "nobody_to_protect": ("aim", "prepare_spell"),
    "no_spell": ("aim", "hold_back"),
    "spell_spent": ("prepare_spell", "aim"),
    "spell_closed": ("choose_attitude", "prepare_spell"),
    "no_box": ("choose_attitude",),
    "no_room": ("lose_thing", "give_thing"),
    "no_spoils": ("find_thing",),
    "no_things": ("find_thing",),
    "no_weapon_left": ("find_thing",),
    "nothing_to_give": ("find_thing", "lose_thing"),
}
"""What is refused because of what was typed is set right in its own field; what can never be has no way: neither stands here."""
