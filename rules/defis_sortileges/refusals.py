"""Violations and guards that several chapters share."""

from __future__ import annotations

from typing import TypeAlias

from rules.defis_sortileges.state import Adventure, Hero, State
from rules.kernel.messages import Command, Violation
from rules.kernel.offers import Draft, Field, refused
from rules.kernel.refusing import refuse
from rules.kernel.tapping import Decide, obstacle

Answer: TypeAlias = Hero | Violation


def unknown(field: str, key: str, rule: str) -> Violation:
    """A key that names nothing here."""
    return refuse(
        "unknown_key", "« {key} » n’est pas d’ici.", "There is no “{key}” here.", rule, field=field, key=key
    )


def hero_of(state: State, key: str, field: str = "hero") -> Answer:
    """The character of that key; the violation otherwise."""
    found = state.heroes.get(key)
    return found or refuse(
        "unknown_hero",
        "Aucun personnage de cette campagne n’a la clé « {key} ».",
        "No character of this campaign has the key “{key}”.",
        "§1",
        field=field,
        key=key,
    )


def adventure_of(state: State) -> Adventure | Violation:
    return state.adventure or refuse(
        "no_adventure",
        "L’aventure n’a pas commencé : placez les personnages et partez.",
        "The adventure has not begun: place the characters and set out.",
        "§5",
    )


def in_adventure(state: State, key: str) -> Answer:
    """The character, who is out on the adventure."""
    hero, adventure = hero_of(state, key), adventure_of(state)
    if isinstance(hero, Violation):
        return hero
    if isinstance(adventure, Violation):
        return adventure
    if not hero.place:
        return refuse(
            "not_set_out",
            "{name} n’est pas encore parti : choisissez son lieu de départ.",
            "{name} has not set out yet: choose a place to start from.",
            "R10",
            field="hero",
            name=hero.name,
        )
    return hero


def no_fight(state: State) -> Violation | None:
    """What waits until the fight is over."""
    if state.adventure is None or state.adventure.fight is None:
        return None
    return refuse("in_fight", "Un combat est en cours.", "A fight is going on.", "§6.2")


def no_meeting(state: State) -> Violation | None:
    """What waits until those who met have settled it."""
    if state.adventure is None or state.adventure.meeting is None:
        return None
    return refuse(
        "in_meeting",
        "Une rencontre attend sa réponse.",
        "A meeting waits to be settled.",
        "§8.7",
    )


def drafted(state: State, decide: Decide, command: Command, *fields: Field) -> Draft:
    """The offer of a command whose example decides whether it may be sent at all."""
    wrong = obstacle(state, decide, command)
    return refused(wrong) if wrong else Draft(fields)
