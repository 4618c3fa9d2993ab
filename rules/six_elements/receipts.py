"""What a review shows before a game is closed: how each hero came out of it (§4, R42)."""

from __future__ import annotations

from rules.kernel.messages import Event
from rules.kernel.sections import AnySection, Part, Receipt
from rules.kernel.text import Text, counted, same
from rules.six_elements.games import GameClosed, Lived
from rules.six_elements.state import State
from rules.six_elements.words import GOLD_PIECES

LEVEL = Text("Niveau {n}", "Level {n}")
BEYOND = Text("Vers le suivant", "Towards the next")
START = Text("Premier niveau", "First level")
EARNED = Text("XP gagnés", "XP earned")
SUBTITLE = Text("niveau {n}", "level {n}")
DEATH = Text("mort", "death"), Text("morts", "deaths")
DEAD = Text("Tombé pour la dernière fois.", "Fallen for the last time.")
WINNER = Text("A vaincu le boss.", "Beat the boss.")


def receipts(state: State, events: tuple[Event, ...]) -> tuple[AnySection, ...]:
    """One for each hero of a game that is closed."""
    return tuple(
        receipt(life, event.winner == life.hero)
        for event in events
        if isinstance(event, GameClosed)
        for life in event.lives
    )


def receipt(life: Lived, is_winner: bool) -> Receipt:
    """The XP that the levels took, and what is left of the last victory."""
    lines = (Part(START, 0, "§4"), *(Part(LEVEL(n=n + 1), n, "§4") for n in range(1, life.level)))
    lines = (*lines, Part(BEYOND, life.xp, "§4")) if life.xp else lines
    notes = [WINNER] if is_winner else []
    notes += [DEAD] if life.is_dead else []
    notes += [counted(life.gold, *GOLD_PIECES), counted(life.deaths, *DEATH)]
    return Receipt(
        key=f"receipt-{life.hero}",
        title=same(life.hero_name),
        hero=life.hero,
        subtitle=SUBTITLE(n=life.level),
        lines=lines,
        total=sum(line.amount for line in lines),
        unit=EARNED,
        notes=tuple(notes),
        mood="dead" if life.is_dead else "",
    )
