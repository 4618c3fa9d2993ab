"""Violations and guards that several chapters share."""

from __future__ import annotations

from typing import Any

from rules.heroquest_annexes.state import Hero, Quest, State
from rules.kernel.messages import Command, Violation
from rules.kernel.offers import Choice, Draft, Field, choice, refused
from rules.kernel.refusing import refuse
from rules.kernel.tapping import Decide, obstacle
from rules.kernel.text import Text


def unknown(field: str, key: str, rule: str) -> Violation:
    """A key that names nothing here."""
    return refuse(
        "unknown_key", "« {key} » n’est pas d’ici.", "There is no “{key}” here.", rule, field=field, key=key
    )


def bounds(field: str, value: int, low: int, high: int, rule: str, *, zero: bool = True) -> Violation | None:
    if low <= value <= high and (zero or value):
        return None
    return refuse(
        "out_of_range",
        "Un nombre de {low} à {high}.",
        "A number from {low} to {high}.",
        rule,
        field=field,
        low=low,
        high=high,
    )


def hero_of(state: State, key: str, field: str = "hero") -> Hero | Violation:
    return state.heroes.get(key) or refuse(
        "unknown_hero",
        "Aucun héros de cette campagne n’a la clé « {key} ».",
        "No hero of this campaign has the key “{key}”.",
        "§1",
        field=field,
        key=key,
    )


def quest_of(state: State) -> Quest | Violation:
    return state.quest or refuse("no_quest", "Aucune quête n’est ouverte.", "No quest is open.", "§1")


def no_quest(state: State) -> Violation | None:
    if state.quest is None:
        return None
    return refuse("quest_open", "Une quête est en cours.", "A quest is being played.", "§4")


def in_quest(state: State, key: str, field: str = "hero") -> Hero | Violation:
    """The hero, who is on the quest, dead or alive."""
    hero, quest = hero_of(state, key, field), quest_of(state)
    if isinstance(hero, Violation):
        return hero
    if isinstance(quest, Violation):
        return quest
    if key in quest.heroes:
        return hero
    return _named(
        "not_in_quest", "{name} n’est pas de cette quête.", "{name} is not on this quest.", hero, field
    )


def living(state: State, key: str, field: str = "hero") -> Hero | Violation:
    """The hero, who is on the quest and alive."""
    hero = in_quest(state, key, field)
    if isinstance(hero, Violation) or not hero.is_dead:
        return hero
    return _named("hero_dead", "{name} est mort.", "{name} is dead.", hero, field)


def _named(code: str, fr: str, en: str, hero: Hero, field: str | None = None, rule: str = "§1") -> Violation:
    return refuse(code, fr, en, rule, field=field, name=hero.name)


def on_turn(state: State, key: str) -> Hero | Violation:
    """The hero whose turn it is, awake and out of any pit."""
    hero = waking(state, key)
    if isinstance(hero, Violation):
        return hero
    if hero.has("sleep"):
        return _named("asleep", "{name} dort.", "{name} is asleep.", hero, rule="§II")
    if hero.has("pit"):
        return _named("in_pit", "{name} est dans une oubliette.", "{name} is in a pit.", hero, rule="§III")
    return hero


def waking(state: State, key: str) -> Hero | Violation:
    """The living hero whose turn it is, whatever holds them."""
    hero = living(state, key)
    if isinstance(hero, Violation):
        return hero
    assert state.quest is not None
    if state.quest.turn.hero == key:
        return hero
    return _named("not_your_turn", "Ce n’est pas le tour de {name}.", "It is not {name}’s turn.", hero)


def may_act(state: State, key: str) -> Hero | Violation:
    """The hero whose action of the turn is still to be taken (§2)."""
    hero = on_turn(state, key)
    if isinstance(hero, Violation):
        return hero
    assert state.quest is not None
    return acted(hero) if state.quest.turn.acted else hero


def acted(hero: Hero) -> Violation:
    return _named(
        "has_acted",
        "{name} a déjà fait son action de ce tour.",
        "{name} has taken this turn’s action.",
        hero,
        rule="§2",
    )


def heroes_turn(hero: Hero) -> Violation:
    return refuse("heroes_turn", "C’est le tour de {name}.", "It is {name}’s turn.", "§1", name=hero.name)


def in_market(state: State, key: str, field: str = "hero") -> Hero | Violation:
    """A survivor of a quest won, before the next one (§4, R3)."""
    hero = hero_of(state, key, field)
    if isinstance(hero, Violation):
        return hero
    wrong = no_quest(state)
    if wrong or hero.market:
        return wrong or hero
    return _named(
        "no_market",
        "{name} : achats et échanges suivent une quête gagnée.",
        "{name}: buying and trading follow a quest won.",
        hero,
        rule="§4",
    )


def alone(name: str, label: Text, choices: tuple[Choice, ...], *, depends: bool = False) -> Field:
    """A choice that is made already where there is only one."""
    only = choices[0].value if len(choices) == 1 else None
    return choice(name, label, choices, default=only, depends=depends)


def drafted(state: Any, decide: Decide, command: Command, *fields: Field, text: Text | None = None) -> Draft:
    """The offer of a command whose example decides whether it may be sent at all."""
    wrong = obstacle(state, decide, command)
    return refused(wrong) if wrong else Draft(fields, text=text)
