"""What a review shows: the account of an adventure that ends (§5.1, §5.5)."""

from __future__ import annotations

from rules.defis_sortileges.aftermath import AdventureEnded
from rules.defis_sortileges.book import BOOK
from rules.defis_sortileges.state import State
from rules.defis_sortileges.words import ATTITUDE_NAMES, POWER
from rules.kernel.messages import Event
from rules.kernel.sections import AnySection, Part, Receipt
from rules.kernel.text import Text, counted, same

WON, LOST = Text("Mission remplie.", "Mission fulfilled."), Text("Mission manquée.", "Mission failed.")
RESTED = Text("Repos pris : {n}.", "Rests taken: {n}.")
SEEN = Text("{n}.", "{n}.")
PLACE = Text("lieu exploré", "place explored"), Text("lieux explorés", "places explored")


def receipts(state: State, events: tuple[Event, ...]) -> tuple[AnySection, ...]:
    """For each character: Power by attitude, rests, places; whether the mission was theirs."""
    return tuple(
        _receipt(state, key, event)
        for event in events
        if isinstance(event, AdventureEnded) and event.result == "won"
        for key in event.heroes
    )


def _receipt(state: State, key: str, event: AdventureEnded) -> Receipt:
    hero = state.heroes[key]
    lines = tuple(
        Part(name, getattr(hero.ticks, attitude), "§2", f"attitudes/{attitude}")
        for attitude, name in ATTITUDE_NAMES.items()
    )
    seen = counted(len(hero.explored), *PLACE)
    return Receipt(
        key=f"end.{key}",
        title=same(hero.name),
        hero=key,
        subtitle=BOOK.characters[hero.character].title,
        lines=lines,
        total=hero.power,
        unit=POWER,
        notes=(WON if key in event.winners else LOST, RESTED(n=hero.rests), SEEN(n=seen)),
    )
