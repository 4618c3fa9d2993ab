"""Violations and guards that several chapters share."""

from __future__ import annotations

from rules.heroquest_evolution.state import Answer, Hero, Run, State
from rules.kernel.messages import Violation
from rules.kernel.text import Text


def refuse(
    code: str, fr: str, en: str, rule: str, *, field: str | None = None, **params: int | str | Text
) -> Violation:
    """A violation; `{placeholders}` of both wordings are filled from `params`."""
    return Violation(code=code, message=Text(fr, en)(**params), rule=rule, params=dict(params), field=field)


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


def living(state: State, key: str, field: str = "hero") -> Answer:
    """The hero of that key, alive; the violation otherwise."""
    hero = state.heroes.get(key)
    if hero is None:
        return refuse(
            "unknown_hero",
            "Aucun héros de cette campagne n’a la clé « {key} ».",
            "No hero of this campaign has the key “{key}”.",
            "§I",
            field=field,
            key=key,
        )
    if state.quest and key in state.quest.dead:
        return refuse(
            "hero_dead",
            "{name} est mort : il faut d’abord le ramener à la vie.",
            "{name} is dead: bring them back to life first.",
            "R31",
            field=field,
            name=hero.name,
        )
    return hero


def open_quest(state: State) -> Run | Violation:
    if state.quest is None:
        return refuse(
            "no_quest",
            "Aucune quête n’est ouverte : le maître du jeu doit d’abord en ouvrir une.",
            "No quest is open: the game master has to open one first.",
            "R9",
        )
    return state.quest


def no_quest(state: State) -> Violation | None:
    """The refusal of what waits until the dungeon is behind the party."""
    if state.quest is None:
        return None
    return refuse(
        "quest_open",
        "La quête « {quest} » est en cours : fermez-la d’abord.",
        "The quest “{quest}” is open: close it first.",
        "§VIII",
        quest=state.quest.name,
    )


def in_dungeon(state: State, key: str) -> Answer:
    """The hero, alive and present in the open quest."""
    run = open_quest(state)
    if isinstance(run, Violation):
        return run
    hero = living(state, key)
    if isinstance(hero, Hero) and key not in run.present:
        return refuse(
            "not_in_quest",
            "{name} ne participe pas à la quête ouverte.",
            "{name} is not in the open quest.",
            "R9",
            field="hero",
            name=hero.name,
        )
    return hero


def not_away(state: State, key: str) -> Answer:
    """The hero, alive and not in a dungeon: what is done between two quests (§VIII)."""
    hero = living(state, key)
    if isinstance(hero, Hero) and state.quest and key in state.quest.everyone:
        return refuse(
            "in_quest",
            "{name} est dans un donjon : cela se fait entre deux quêtes.",
            "{name} is in a dungeon: this is done between two quests.",
            "§VIII",
            field="hero",
            name=hero.name,
        )
    return hero


NUMBERS: dict[str, Text] = {
    "amount": Text("Montant", "Amount"),
    "body": Text("Corps", "Body"),
    "body_max": Text("Corps maximum, en plus ou en moins", "Maximum Body, more or less"),
    "by": Text("Changement", "Change"),
    "count": Text("Nombre", "Number"),
    "custom.xp": Text("XP de la quête", "XP of the quest"),
    "gold": Text("Or", "Gold"),
    "level": Text("Niveau", "Level"),
    "mind": Text("Esprit", "Mind"),
    "mind_max": Text("Esprit maximum, en plus ou en moins", "Maximum Mind, more or less"),
    "monsters": Text("Monstres", "Monsters"),
    "points": Text("Points", "Points"),
    "quests": Text("Quêtes survécues", "Quests survived"),
    "quantity": Text("Quantité", "Quantity"),
    "reveal": Text("Révélation n°", "Reveal no."),
    "room": Text("Salle", "Room"),
    "rounds": Text("Tours", "Rounds"),
    "xp": Text("XP", "XP"),
}
"""The fields that hold a number, in the reader's words; a nested one (`gold.merin`) by what it is a part of."""


def amount(value: int, low: int, high: int, field: str, rule: str) -> Violation | None:
    """The refusal of a count out of bounds."""
    if low <= value <= high:
        return None
    return refuse(
        "out_of_bounds",
        "{name} : de {low} à {high}.",
        "{name}: from {low} to {high}.",
        rule,
        field=field,
        name=NUMBERS.get(field) or NUMBERS[field.partition(".")[0]],
        low=low,
        high=high,
    )
