"""A life summed up for the hall of fame and the graveyard: the end, victims, adventures, deaths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rules.kernel.messages import Event
from rules.kernel.sections import Line
from rules.kernel.text import Text, listed
from rules.six_elements.adventures import AdventureFaced
from rules.six_elements.falls import HeroFell
from rules.six_elements.games import GameClosed
from rules.six_elements.recruiting import HeroRetired
from rules.six_elements.victories import FoeBeaten

MOST_NAMED = 3
END, KILLS = Text("Fin", "End"), Text("Victimes", "Kills")
ADVENTURES, DEATHS = Text("Aventures réussies", "Adventures passed"), Text("Morts", "Deaths")
OUTCOMES = {
    "won": Text("{name}, gagné, au niveau {n}", "{name}, won, at level {n}"),
    "lost": Text("{name}, perdu, au niveau {n}", "{name}, lost, at level {n}"),
    "abandoned": Text("{name}, abandonné, au niveau {n}", "{name}, given up, at level {n}"),
}
LEFT = Text("a quitté la table au niveau {n}", "left the table at level {n}")
ABOVE_ALL = Text("{n}, surtout {names}", "{n}, above all {names}")


def life(hero: str, events: Iterable[Event]) -> tuple[Line, ...]:
    """The end first, then what there was; events about others are passed over."""
    told = tuple(events)
    passed = [e for e in told if isinstance(e, AdventureFaced) and e.hero == hero]
    found = (
        _end(hero, told),
        _kills(hero, told),
        _counted(ADVENTURES, "scroll", f"{sum(e.success for e in passed)}/{len(passed)}" if passed else ""),
        _counted(DEATHS, "tomb", _number(sum(isinstance(e, HeroFell) and e.hero == hero for e in told))),
    )
    return tuple(line for line in found if line)


def _end(hero: str, told: tuple[Event, ...]) -> Line | None:
    for event in reversed(told):
        if isinstance(event, HeroRetired) and event.hero == hero:
            return Line(label=END, detail=LEFT(n=event.level), icon="door")
        if isinstance(event, GameClosed) and hero in event.heroes:
            level = next(one.level for one in event.lives if one.hero == hero)
            return Line(label=END, detail=OUTCOMES[event.outcome](name=event.name, n=level), icon="crown")
    return None


def _kills(hero: str, told: tuple[Event, ...]) -> Line | None:
    beaten = [event for event in told if isinstance(event, FoeBeaten) and event.hero == hero]
    if not beaten:
        return None
    names = {event.monster: event.monster_name for event in beaten}
    most = Counter(event.monster for event in beaten).most_common(MOST_NAMED)
    named = listed(tuple(names[key] for key, _ in most))
    return Line(label=KILLS, detail=ABOVE_ALL(n=len(beaten), names=named), icon="skull")


def _number(number: int) -> str:
    return str(number) if number else ""


def _counted(label: Text, icon: str, shown: str) -> Line | None:
    return Line(label=label, detail=Text(shown, shown), icon=icon) if shown else None
