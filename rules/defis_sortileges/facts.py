"""Plain values of a sheet and of the board, for programs."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.defis_sortileges.book import SCORES
from rules.defis_sortileges.fighters import (
    combat,
    fighter_name,
    in_order,
    initiative,
    known_spells,
    magic,
    next_fighter,
)
from rules.defis_sortileges.numbers import in_fight
from rules.defis_sortileges.state import Fight, Hero, State, of
from rules.defis_sortileges.units import alliance_of, decider, leader_of, tied, units

Plain = dict[str, Any]


def sheet_facts(state: State, hero: Hero) -> Plain:
    """`scores` as they are, `scores_now` with what the fight takes."""
    return {
        "character": hero.character,
        "scores": {key: getattr(hero.now, key) for key in SCORES},
        "scores_at_start": {key: getattr(hero.start, key) for key in SCORES},
        "scores_now": {key: in_fight(state, hero, key) for key in SCORES},
        "vitality": hero.vitality,
        "wounds": hero.wounds,
        "power": hero.power,
        "attitudes": {name: getattr(hero.ticks, name) for name in hero.ticks.__struct_fields__},
        "rests": hero.rests,
        "spells": [{"key": spell.key} for spell in known_spells(state, hero)],
        "spells_cast": list(of(state).cast.get(hero.key, ())) if state.adventure else [],
        "things": [msgspec.to_builtins(thing) for thing in hero.things],
        "weapon": hero.weapon,
        "place": hero.place,
        "place_name": state.places[hero.place].name if hero.place else "",
        "explored": list(hero.explored),
        "alliance": list(alliance_of(state, hero.key)) if hero.place else [],
        "leader": leader_of(state, hero.key) if hero.place else "",
        "leader_name": state.heroes[leader_of(state, hero.key)].name if hero.place else "",
    }


def board_facts(state: State) -> Plain:
    return {
        "places": [
            {"key": key, "name": place.name, "links": list(place.links), "heroes": _at(state, key)}
            for key, place in state.places.items()
        ],
        "adventure": adventure_facts(state) if state.adventure else None,
        "is_open": state.adventure is not None,
        "adventures": state.adventures,
        "house_rules": dict(state.house),
    }


def _at(state: State, place: str) -> list[str]:
    return [key for key, hero in state.heroes.items() if hero.place == place]


def adventure_facts(state: State) -> Plain:
    adventure = of(state)
    turn, meeting = adventure.turn, adventure.meeting
    return {
        "name": adventure.name,
        "round": adventure.round,
        "units": [list(unit) for unit in units(state)],
        "up": decider(state),
        "up_name": state.heroes[decider(state)].name if decider(state) else "",
        "tied": len(tied(state)),
        "played": list(adventure.played),
        "turn": turn.did or "must-move" if turn else "",
        "meeting": meeting.stage if meeting else "",
        "submitted": list(adventure.submitted),
        "spoils": [msgspec.to_builtins(thing) for thing in adventure.spoils],
        "is_fighting": adventure.fight is not None,
        "fight": fight_facts(state, adventure.fight) if adventure.fight else None,
    }


def fight_facts(state: State, fight: Fight) -> Plain:
    return {
        "round": fight.round,
        "next": next_fighter(state),
        "next_name": msgspec.to_builtins(fighter_name(state, next_fighter(state))),
        "order": [
            {
                "key": key,
                "initiative": initiative(state, key),
                "combat": combat(state, key),
                "magic": magic(state, key),
            }
            for key in in_order(state)
        ],
        "foes": [msgspec.to_builtins(foe) for foe in fight.foes],
        "shades": [msgspec.to_builtins(shade) for shade in fight.shades],
    }
