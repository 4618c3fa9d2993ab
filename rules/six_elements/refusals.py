"""Violations and guards that several chapters share."""

from __future__ import annotations

from rules.kernel.messages import Violation
from rules.kernel.refusing import refuse
from rules.kernel.text import Text
from rules.six_elements.dues import due
from rules.six_elements.state import Answer, Game, Hero, State


def unknown(field: str, key: str, rule: str) -> Violation:
    """A key that names nothing."""
    return refuse(
        "unknown_key",
        "« {key} » n’existe pas dans ce livre de règles.",
        "“{key}” is not in this rulebook.",
        rule,
        field=field,
        key=key,
    )


def known(state: State, key: str, field: str = "hero") -> Answer[Hero]:
    """The hero of that key."""
    return state.heroes.get(key) or refuse(
        "unknown_hero",
        "Aucun héros de cette campagne n’a la clé « {key} ».",
        "No hero of this campaign has the key “{key}”.",
        "§4",
        field=field,
        key=key,
    )


def open_game(state: State) -> Answer[Game]:
    """The open dungeon, undecided."""
    if state.game is None:
        return refuse(
            "no_game",
            "Aucun donjon n’est ouvert : commencez une partie.",
            "No dungeon is open: begin a game.",
            "§3",
        )
    if state.game.outcome:
        return refuse(
            "game_decided",
            "La partie est jouée : il ne reste qu’à la clore.",
            "The game is decided: all that is left is to close it.",
            "§16",
        )
    return state.game


def in_game(state: State, key: str) -> Answer[Hero]:
    """The hero, in an open dungeon."""
    game = open_game(state)
    return game if isinstance(game, Violation) else known(state, key)


def idle(state: State) -> Answer[Game]:
    """The open dungeon, in which nothing waits to be finished first: a fight, a tile, dice."""
    game = open_game(state)
    if isinstance(game, Violation):
        return game
    if game.fight:
        return refuse(
            "fight_on",
            "Un combat est engagé : il passe avant tout le reste.",
            "A fight is on: it comes before anything else.",
            "§5",
        )
    if game.rising:
        return refuse(
            "level_waits",
            "{name} doit d’abord prendre son niveau.",
            "{name} has to take the level first.",
            "§9",
            name=state.heroes[game.rising].name,
        )
    if game.pending:
        return refuse(
            "tile_waits",
            "Une tuile est piochée : il faut d’abord la poser.",
            "A tile has been drawn: lay it first.",
            "§6",
        )
    return game


def owes(hero: Hero) -> Violation | None:
    """What a hero has to settle before doing anything else (R31)."""
    wrong = due(hero)
    if wrong is None:
        return None
    return refuse(
        "owes_choice",
        "{name} doit d’abord choisir : {what}.",
        "{name} has a choice to make first: {what}.",
        "R31",
        name=hero.name,
        what=wrong,
    )


def on_turn(state: State, key: str) -> Answer[Hero]:
    """The hero, whose turn it is, with nothing in the way (§5)."""
    game = idle(state)
    if isinstance(game, Violation):
        return game
    hero = known(state, key)
    if isinstance(hero, Violation):
        return hero
    if game.phase != "heroes" or game.current != key:
        return refuse(
            "not_your_turn",
            "Ce n’est pas le tour de {name}.",
            "It is not the turn of {name}.",
            "§5",
            field="hero",
            name=hero.name,
        )
    return owes(hero) or hero


def out_of_bounds(field: str, name: Text, low: int, high: int, rule: str) -> Violation:
    return refuse(
        "out_of_bounds",
        "{name} : de {low} à {high}.",
        "{name}: from {low} to {high}.",
        rule,
        field=field,
        name=name,
        low=low,
        high=high,
    )


def amount(value: int, low: int, high: int, field: str, name: Text, rule: str) -> Violation | None:
    """The refusal of a number out of bounds."""
    return None if low <= value <= high else out_of_bounds(field, name, low, high, rule)
