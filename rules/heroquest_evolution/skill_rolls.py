"""What some skills do beyond a use that is spent: rolls of their own, effects, healing, traps (§IV, R33, R35, R36, R47, R55)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import msgspec

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.combat_dice import doubled
from rules.heroquest_evolution.content_types import Monster, Skill
from rules.heroquest_evolution.effects import ended, given
from rules.heroquest_evolution.foes import affect, monster_name, never_stunned, no_room
from rules.heroquest_evolution.numbers import uses_left
from rules.heroquest_evolution.refusals import amount, in_dungeon, refuse
from rules.heroquest_evolution.spells import not_recalled, recovered
from rules.heroquest_evolution.state import Hero, State
from rules.heroquest_evolution.tally import regain
from rules.kernel.dice import D6, Act, Roll
from rules.kernel.messages import Command, Decision, Event, Key, Number, Violation
from rules.kernel.text import Text, same

TRAP_KIT, TRAPS_IN_KIT = "trap-kit", 3

RECALL_LEVEL = 5

"""The highest level of a spell that *Méditation* recalls (R36)."""

RAGES = ("berserk", "berserk-rage")

FLUIDS = ("medical-fluid", "regenerative-energy")


class UseSkill(Command, frozen=True, tag="use_skill"):
    """One use, or `points` of a pool. Its own roll is made when it is told what it needs: the `monster`, or the `spell` to recall.

    `target` is who is healed; without any of this only the use is kept, and the table sees to the rest. `unseen`: no monster is in sight (R36); `late`: declared after the own turn of this round (R33); `cure`: end a poison for 1 point (R55).
    """

    who = "own"
    label = Text("Utiliser une compétence", "Use a skill")
    icon = "bolt"
    hero: Key
    skill: Key
    target: Key | None = None
    monster: Key | None = None
    spell: Key | None = None
    points: Number | None = None
    unseen: bool = False
    late: bool = False
    cure: bool = False


class SkillUsed(Event, frozen=True, tag="skill_used"):
    """`spent` uses or points of it; `roll` and whether it succeeded, where it rolls; `on` whom."""

    hero: str
    hero_name: str
    skill: str
    skill_name: Text
    spent: int = 1
    on: Text | None = None
    roll: Roll | None = None
    success: bool | None = None
    round: int = 0


class SpellForgotten(Event, frozen=True, tag="spell_forgotten"):
    """A meditation that failed: the spell is gone for this dungeon (R36)."""

    hero: str
    hero_name: str
    spell: str
    spell_name: Text


class KitOpened(Event, frozen=True, tag="kit_opened"):
    """A trap kit is opened, or another of its three traps laid: `left` remain in it (R20)."""

    hero: str
    hero_name: str
    left: int
    opened: bool = False


def no_room_left(state: State) -> Violation | None:
    assert state.quest is not None
    return no_room(state.quest)


def recallable(state: State, hero: Hero) -> tuple[str, ...]:
    """Spells that a meditation may recall: cast, of level 5 at most, not forgotten (R36)."""
    return tuple(
        key
        for key in hero.cast
        if BOOK.spells[key].level <= RECALL_LEVEL and not_recalled(state, hero, key) is None
    )


def used(state: State, hero: Hero, row: Skill, **more: object) -> SkillUsed:
    """`round` is kept of activated skills in a quest alone (R34)."""
    counts = row.activated and state.quest is not None and hero.key in state.quest.present
    event = SkillUsed(
        hero=hero.key,
        hero_name=hero.name,
        skill=row.key,
        skill_name=row.name,
        round=state.quest.round if counts and state.quest else 0,
    )
    return msgspec.structs.replace(event, **more) if more else event


Special: TypeAlias = Callable[[State, Hero, Skill, UseSkill, Act], Decision]


def _rage(state: State, hero: Hero, row: Skill, command: UseSkill, act: Act) -> Decision:
    """Declared on the own turn or before it, the round counts; after it, it does not (R33)."""
    return (used(state, hero, row), given(state, hero, row.skill, own_turn=not command.late))


def _sprint(state: State, hero: Hero, row: Skill, command: UseSkill, act: Act) -> Decision:
    return (used(state, hero, row), given(state, hero, "sprint", own_turn=True))


def _meditate(state: State, hero: Hero, row: Skill, command: UseSkill, act: Act) -> Decision:
    """2d6, less 1 if no monster is in sight, below the mind; a tie and a double 6 fail (R35, R36)."""
    key = command.spell
    if key is None or key not in recallable(state, hero):
        return refuse(
            "choose_spell",
            "Quel sort {name} veut-il se rappeler ? Un sort déjà lancé, de niveau {level} au plus.",
            "Which spell is {name} to recall? One already cast, of level {level} at most.",
            "R36",
            field="spell",
            name=hero.name,
            level=RECALL_LEVEL,
        )
    roll = act.roll("meditation", 2, D6)
    success = roll.total - (1 if command.unseen else 0) < hero.mind and not doubled(roll, "6")
    told = used(state, hero, row, roll=roll, success=success, on=BOOK.spells[key].name)
    if success:
        return (told, recovered(hero, key))
    forgotten = SpellForgotten(
        hero=hero.key, hero_name=hero.name, spell=key, spell_name=BOOK.spells[key].name
    )
    return (told, forgotten)


def _wanted_monster(command: UseSkill, allowed: Callable[[Monster], bool], rule: str) -> Monster | Violation:
    monster = BOOK.monsters.get(command.monster or "")
    if monster is None:
        return refuse(
            "choose_monster",
            "Contre quel monstre ?",
            "Against which monster?",
            rule,
            field="monster",
        )
    if allowed(monster):
        return monster
    return refuse(
        "immune",
        "Sans effet contre : {monster}.",
        "No effect against: {monster}.",
        rule,
        field="monster",
        monster=monster.name.inline,
    )


def may_be_stunned(monster: Monster) -> bool:
    return not never_stunned(monster)


def may_be_disarmed(monster: Monster) -> bool:
    """A mummy carries no weapon (§4.1); whoever has no known defence cannot be rolled against."""
    return monster.species != "mummy" and monster.defence is not None


def may_be_challenged(monster: Monster) -> bool:
    return monster.attack is not None


def _stun(state: State, hero: Hero, row: Skill, command: UseSkill, act: Act) -> Decision:
    """2d6 below the body now; a tie and a double 6 fail (§4.1, R35)."""
    monster = _wanted_monster(command, may_be_stunned, "R47")
    wrong = monster if isinstance(monster, Violation) else no_room_left(state)
    if isinstance(wrong, Violation):
        return wrong
    assert isinstance(monster, Monster)
    assert state.quest is not None
    roll = act.roll("stunning_blow", 2, D6)
    success = roll.total < hero.body and not doubled(roll, "6")
    told = used(state, hero, row, roll=roll, success=success, on=monster_name(monster.key))
    stunned = affect(state.quest, act, "stunned", monster.key, by=hero.key)
    return (told, stunned) if success else (told,)


def _disarm(state: State, hero: Hero, row: Skill, command: UseSkill, act: Act) -> Decision:
    """1d6 less the defence dice of the opponent, above 0 (§4.1)."""
    monster = _wanted_monster(command, may_be_disarmed, "§4.1")
    wrong = monster if isinstance(monster, Violation) else no_room_left(state)
    if isinstance(wrong, Violation):
        return wrong
    assert isinstance(monster, Monster)
    assert state.quest is not None
    roll = act.roll("disarming", 1, D6)
    success = roll.total - (monster.defence or 0) > 0
    told = used(state, hero, row, roll=roll, success=success, on=monster_name(monster.key))
    disarmed = affect(state.quest, act, "disarmed", monster.key, by=hero.key)
    return (told, disarmed) if success else (told,)


def _challenge(state: State, hero: Hero, row: Skill, command: UseSkill, act: Act) -> Decision:
    """2d6 above the opponent's attack dice, never on a double; failed, one die fewer in this fight (§4.4)."""
    monster = _wanted_monster(command, may_be_challenged, "§4.4")
    if isinstance(monster, Violation):
        return monster
    roll = act.roll("intrepidity", 2, D6)
    dice = monster.attack or 0
    success = roll.total > dice and roll.faces[0] != roll.faces[1]
    told = used(state, hero, row, roll=roll, success=success, on=monster_name(monster.key))
    before = tuple(ended(hero, key, "ended") for key in ("intrepid", "unsettled") if hero.effect(key))
    gained = given(state, hero, "intrepid", amount=dice) if success else given(state, hero, "unsettled")
    return (told, *before, gained)


def _heal(state: State, hero: Hero, row: Skill, command: UseSkill, act: Act) -> Decision:
    """Points of the pool, to oneself or someone adjacent; *Énergie régénératrice* may end a poison for one (R55)."""
    target = in_dungeon(state, command.target or hero.key)
    if isinstance(target, Violation):
        return msgspec.structs.replace(target, field="target")
    left = uses_left(hero, row.key) or 0
    missing = target.body_max - target.body
    cure = command.cure or (missing == 0 and may_cure(row, target))
    points = command.points if command.points is not None else 0 if cure else 1
    plain = command.points is None and command.target is None
    wrong = None if plain and not cure else _wrong_dose(target, points, left, missing, cure=cure)
    if wrong:
        return wrong
    on = same(target.name) if target.key != hero.key else None
    told = used(state, hero, row, spent=points + (1 if cure else 0), on=on)
    cured = (ended(target, "poisoned", "cured"),) if cure else ()
    return (told, *regain(target, "body", points), *cured)


def may_cure(row: Skill, target: Hero) -> bool:
    return row.skill == "regenerative-energy" and target.effect("poisoned") is not None


def _wrong_dose(target: Hero, points: int, left: int, missing: int, *, cure: bool) -> Violation | None:
    if cure and not target.effect("poisoned"):
        return refuse(
            "not_poisoned",
            "{name} n’est pas empoisonné.",
            "{name} is not poisoned.",
            "R55",
            field="cure",
            name=target.name,
        )
    if not cure and missing == 0:
        return refuse(
            "above_maximum",
            "Il ne manque aucun point de Corps à {name}.",
            "{name} lacks no Body point.",
            "R55",
            field="target",
            name=target.name,
        )
    most = min(left - (1 if cure else 0), missing)
    return amount(points, 0 if cure else 1, most, "points", "R55")


def _lay_trap(state: State, hero: Hero, row: Skill, command: UseSkill, act: Act) -> Decision:
    """One of the three traps of a kit; a new kit is opened when the last is laid (§4.4, R20)."""
    assert state.quest is not None
    opened = hero.traps == 0
    left = (TRAPS_IN_KIT if opened else hero.traps) - 1
    kit = KitOpened(hero=hero.key, hero_name=hero.name, left=left, opened=opened)
    laid = affect(state.quest, act, "laid-trap", by=hero.key)
    return (used(state, hero, row), kit, laid)


SPECIAL: dict[str, Special] = {
    "berserk": _rage,
    "berserk-rage": _rage,
    "sprint": _sprint,
    "meditation": _meditate,
    "stunning-blow": _stun,
    "disarming": _disarm,
    "intrepidity": _challenge,
    "medical-fluid": _heal,
    "regenerative-energy": _heal,
    "trap-laying": _lay_trap,
}

"""Skills with more to them than a use that is spent, by identity."""
