"""Disarming traps in its three forms, and the blow one survives (§4.1, §4.4, R39, R54)."""

from __future__ import annotations

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.combat_dice import BLACK, COMBAT, SKULL, WHITE, faces_text
from rules.heroquest_evolution.death import HeroDied
from rules.heroquest_evolution.effects import forbidden, given
from rules.heroquest_evolution.refusals import in_dungeon, refuse
from rules.heroquest_evolution.state import Hero, State
from rules.heroquest_evolution.tally import DeedRecorded
from rules.kernel.chapters import Chapter
from rules.kernel.dice import D6, Act, Roll
from rules.kernel.messages import Command, Decision, Event, Key, Reason, Violation
from rules.kernel.offers import Draft, Given, refused, words
from rules.kernel.text import Text

TOOL_KIT = "tool-kit"
SURVIVES = 5
"""The least that saves a tough hero at 0 (R39)."""


class DisarmTrap(Command, frozen=True, tag="disarm_trap"):
    """One combat die on a trap that was found; what springs it depends on the skill (R54)."""

    who = "own"
    label = Text("Désamorcer un piège", "Disarm a trap")
    icon = "trap"
    hero: Key


class TryToSurvive(Command, frozen=True, tag="try_to_survive"):
    """*Dur à cuir*: at exactly 0, 1d6, and 5 or more saves; else the hero dies of the `cause` (R39)."""

    who = "own"
    label = Text("Dur à cuir", "Tough as leather")
    icon = "heart"
    hero: Key
    cause: Reason


class TrapTried(Event, frozen=True, tag="trap_tried"):
    """`springs_on` is the face that sets the trap off."""

    hero: str
    hero_name: str
    roll: Roll
    springs_on: str
    sprung: bool


class SurvivalRolled(Event, frozen=True, tag="survival_rolled"):
    hero: str
    hero_name: str
    roll: Roll
    survived: bool


def springs_on(hero: Hero) -> str | None:
    """The face that sets a trap off: a skull with a kit or a dwarf's hands, a white shield with *Désamorçage*, a black one for an expert; None without either."""
    if hero.has_skill("expert-disarming"):
        return BLACK
    if hero.has_skill("trap-disarming"):
        return WHITE
    return SKULL if hero.hero_class == "dwarf" or hero.count(TOOL_KIT) else None


def _able(state: State, key: str) -> Hero | Violation:
    hero = in_dungeon(state, key)
    if isinstance(hero, Violation):
        return hero
    if springs_on(hero) is None:
        return refuse(
            "no_tool_kit",
            "{name} n’a pas de trousse à outils, et n’est pas nain.",
            "{name} has no tool kit and is no dwarf.",
            "R54",
            field="hero",
            name=hero.name,
        )
    return forbidden(hero, "search") or hero


def disarm_trap(state: State, command: DisarmTrap, act: Act) -> Decision:
    hero = _able(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    face = springs_on(hero) or SKULL
    roll = act.roll("disarm_trap", 1, COMBAT)
    sprung = roll.faces == (face,)
    tried = TrapTried(hero=hero.key, hero_name=hero.name, roll=roll, springs_on=face, sprung=sprung)
    if sprung:
        return (tried,)
    return (tried, DeedRecorded(hero=hero.key, hero_name=hero.name, deed="trap_disarmed"))


def may_survive(state: State, key: str) -> Hero | Violation:
    """A tough hero at exactly 0 by a blow that did not go past it, who has not been saved already."""
    hero = in_dungeon(state, key)
    if isinstance(hero, Violation):
        return hero
    able = hero.has_skill("tough-as-leather") and hero.body == 0 and hero.form is None
    if able and not hero.overshoot and not hero.effect("last-stand"):
        return hero
    return refuse(
        "no_second_chance",
        "{name} : le jet n’est permis qu’à exactement 0 Corps, une seule fois.",
        "{name}: the roll is allowed at exactly 0 Body, once only.",
        "R39",
        field="hero",
        name=hero.name,
    )


def try_to_survive(state: State, command: TryToSurvive, act: Act) -> Decision:
    hero = may_survive(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    roll = act.roll("survival", 1, D6)
    survived = roll.total >= SURVIVES
    rolled = SurvivalRolled(hero=hero.key, hero_name=hero.name, roll=roll, survived=survived)
    if survived:
        return (rolled, given(state, hero, "last-stand"))
    return (rolled, HeroDied(hero=hero.key, hero_name=hero.name, cause=command.cause.strip(), by="body"))


def told_only(state: State, event: Event) -> State:
    """An event that is kept for what it says; what follows has events of its own."""
    return state


def offer_disarm(state: State, hero: str, given_: Given) -> Draft:
    found = _able(state, hero)
    return refused(found) if isinstance(found, Violation) else Draft()


def offer_survive(state: State, hero: str, given_: Given) -> Draft:
    found = may_survive(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    return Draft((words("cause", Text("Ce qui l’a mis à terre", "What brought the hero down"), 300),))


def tell_tried(event: TrapTried) -> Text:
    result = (
        Text("le piège se déclenche", "the trap springs") if event.sprung else Text("désamorcé", "disarmed")
    )
    return Text(
        "{name} désamorce un piège, {faces} : {result}.", "{name} disarms a trap, {faces}: {result}."
    )(name=event.hero_name, faces=faces_text(event.roll), result=result)


def tell_survival(event: SurvivalRolled) -> Text:
    result = (
        Text("debout malgré tout", "still standing") if event.survived else Text("c’est fini", "it is over")
    )
    skill = BOOK.skills["barbarian-tough-as-leather"].name
    return Text("{name}, {skill}, {faces} : {result}.", "{name}, {skill}, {faces}: {result}.")(
        name=event.hero_name, skill=skill, faces=faces_text(event.roll), result=result
    )


CHAPTER = Chapter(
    name="traps",
    decides={DisarmTrap: disarm_trap, TryToSurvive: try_to_survive},
    evolves={TrapTried: told_only, SurvivalRolled: told_only},
    tells={TrapTried: tell_tried, SurvivalRolled: tell_survival},
    offers={DisarmTrap: offer_disarm, TryToSurvive: offer_survive},
)
