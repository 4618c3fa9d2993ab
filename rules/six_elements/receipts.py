"""What a review shows before a game is closed: how each hero came out of it (§4, R42)."""

from __future__ import annotations

from rules.kernel.messages import Event
from rules.kernel.sections import AnySection, Part, Receipt
from rules.kernel.text import Text, counted, listed, same
from rules.six_elements.games import GameClosed, Lived
from rules.six_elements.state import Hero, State
from rules.six_elements.stats import affinity
from rules.six_elements.words import ELEMENTS, GOLD_PIECES

LEVELS = Text("Niveaux 2 à {n}", "Levels 2 to {n}")
SECOND = Text("Niveau 2", "Level 2")
BEYOND = Text("Vers le suivant", "Towards the next")
START = Text("Premier niveau", "First level")
EARNED = Text("XP gagnés", "XP earned")
SUBTITLE = Text("niveau {n}", "level {n}")
DEATH = Text("mort", "death"), Text("morts", "deaths")
DEAD = Text("Tombé pour la dernière fois.", "Fallen for the last time.")
NEVER = Text("N’est jamais tombé.", "Never fell.")
AFFINITIES = Text("Affinités : {what}", "Affinities: {what}")
WINNER = Text("A vaincu le boss.", "Beat the boss.")


def receipts(state: State, events: tuple[Event, ...]) -> tuple[AnySection, ...]:
    """One for each hero of a game that is closed."""
    return tuple(
        receipt(life, notes(state, life, is_winner=event.winner == life.hero))
        for event in events
        if isinstance(event, GameClosed)
        for life in event.lives
    )


def receipt(life: Lived, told: tuple[Text, ...]) -> Receipt:
    """The XP that the levels took, and what is left of the last victory."""
    lines = xp_lines(life)
    return Receipt(
        key=f"receipt-{life.hero}",
        title=same(life.hero_name),
        hero=life.hero,
        subtitle=SUBTITLE(n=life.level),
        lines=lines,
        total=sum(line.amount for line in lines),
        unit=EARNED,
        notes=told,
        mood="dead" if life.is_dead else "",
    )


def xp_lines(life: Lived) -> tuple[Part, ...]:
    """Level n cost n XP."""
    label = START if life.level == 1 else SECOND if life.level == 2 else LEVELS(n=life.level)
    beyond = (Part(BEYOND, life.xp, "§4"),) if life.xp else ()
    return (Part(label, sum(range(life.level)), "§4"), *beyond)


def notes(state: State, life: Lived, *, is_winner: bool) -> tuple[Text, ...]:
    """The end first, then what the hero had come to."""
    hero = state.heroes.get(life.hero)
    found = [WINNER] if is_winner else []
    found += [DEAD] if life.is_dead else []
    found += [AFFINITIES(what=listed(affinity_texts(hero)))] if hero and affinity_texts(hero) else []
    found += [counted(life.gold, *GOLD_PIECES)] if life.gold else []
    return (*found, counted(life.deaths, *DEATH) if life.deaths else NEVER)


def affinity_texts(hero: Hero) -> tuple[Text, ...]:
    """`Feu 3`, the neutral one last."""
    return tuple(
        Text("{element} {n}", "{element} {n}")(element=name, n=level)
        for key, name in ELEMENTS.items()
        if (level := affinity(hero, key))
    )
