"""The plain values of a hero that programs read (`api.md`)."""

from __future__ import annotations

from typing import Any

from rules.heroquest_evolution import retinue
from rules.heroquest_evolution.conditions import effect_facts, run_facts
from rules.heroquest_evolution.levels import level_due
from rules.heroquest_evolution.numbers import attack, defence, movement, uses_left
from rules.heroquest_evolution.state import Hero, Mercenary, Run, State, Tally
from rules.kernel.sections import Derived

Plain = dict[str, Any]


def is_alive(state: State, hero: Hero) -> bool:
    return state.quest is None or hero.key not in state.quest.dead


def is_down(state: State, hero: Hero) -> bool:
    """Whether body or mind is at 0 (R39), or the hero has died in the open quest."""
    fallen = hero.body == 0 and not hero.effect("last-stand")
    return fallen or hero.mind == 0 or not is_alive(state, hero)


def in_quest(state: State, hero: Hero) -> bool:
    return state.quest is not None and hero.key in state.quest.present


def standing_facts(state: State, hero: Hero) -> Plain:
    """What the roster and the sheet both say of a hero."""
    return {
        "hero_class": hero.hero_class,
        "level": hero.level,
        "xp": hero.xp,
        "gold": hero.gold,
        "alive": is_alive(state, hero),
        "in_quest": in_quest(state, hero),
        "level_due": level_due(state, hero),
        "dues": sum(hero.dues),
    }


def sheet_facts(state: State, hero: Hero) -> Plain:
    """Everything of a sheet as values; labels are Texts."""
    return standing_facts(state, hero) | {
        "spheres": list(hero.spheres),
        "tracks": {
            "body": {"now": hero.body, "max": hero.body_max},
            "mind": {"now": hero.mind, "max": hero.mind_max},
        },
        "numbers": {
            number.key: number_facts(number) for number in (attack(hero), defence(hero), movement(hero))
        },
        "skills": [{"key": key, "uses_left": uses_left(hero, key)} for key in hero.skills],
        "spells": [{"key": key, "cast": key in hero.cast} for key in hero.spells],
        "lost_spells": list(hero.lost),
        "items": items_facts(hero),
        "effects": effect_facts(hero, state.quest),
        "traps": hero.traps,
        "mercenaries": [mercenary_facts(mercenary) for mercenary in hero.mercenaries],
    }


def mercenary_facts(mercenary: Mercenary) -> Plain:
    """One in the hero's pay; `choices_due` counts the improvements still to be chosen (R28)."""
    return {
        "key": mercenary.key,
        "mercenary": mercenary.kind,
        "name": retinue.label(mercenary),
        "apprentice": retinue.row(mercenary).apprentice,
        "pay": mercenary.pay,
        "body": {"now": mercenary.body, "max": mercenary.body_max},
        "mind": retinue.row(mercenary).mind,
        "numbers": {number.key: number_facts(number) for number in retinue.profile(mercenary)},
        "skills": list(mercenary.skills),
        "items": [owned.key for owned in retinue.armed(mercenary)],
        "survived": mercenary.survived,
        "choices_due": len(mercenary.owed),
        "may_become_hero": retinue.may_become_hero(mercenary),
    }


def number_facts(number: Derived) -> Plain:
    parts = [{"label": part.label, "amount": part.amount, "source": part.source} for part in number.parts]
    dice = {"dice": number.dice} if number.dice else {}
    return {"value": number.value, **dice, "parts": parts}


def items_facts(hero: Hero) -> list[Plain]:
    """One row per item and whether it is worn; lots of different prices are joined."""
    counts: dict[tuple[str, bool], int] = {}
    for owned in hero.items:
        where = (owned.key, owned.equipped)
        counts[where] = counts.get(where, 0) + owned.quantity
    return [{"key": key, "quantity": count, "equipped": worn} for (key, worn), count in counts.items()]


def party_facts(state: State, hero: Hero) -> Plain:
    points = {"body": hero.body, "body_max": hero.body_max, "mind": hero.mind, "mind_max": hero.mind_max}
    return {"key": hero.key, "name": hero.name} | standing_facts(state, hero) | points


def quest_facts(state: State, run: Run) -> Plain:
    """The open quest; `quest` is null for one of the group's own."""
    return {
        "quest": run.quest or None,
        "name": run.name,
        "xp": run.xp,
        **run_facts(state, run),
        "heroes": list(run.present),
        "left": list(run.left),
        "reveals": [{"reveal": reveal, "monster": key} for reveal, key in run.reveals.items()],
        "dead": {key: {"cause": death.cause, "by": death.by} for key, death in run.dead.items()},
        "tallies": {key: tally_facts(run.tally(key)) for key in run.everyone},
    }


def tally_facts(tally: Tally) -> Plain:
    kills = [{"monster": kill.monster, "means": kill.means, "count": kill.count} for kill in tally.kills]
    return {"kills": kills, "deeds": dict(tally.deeds)}
