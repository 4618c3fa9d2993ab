"""A life summed up: the end first, then Power, victims, rests (§5.1, §5.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rules.defis_sortileges import corrections, enrolment, power
from rules.defis_sortileges.adventure import HeroCaught
from rules.defis_sortileges.aftermath import AdventureEnded, FoeFell, HeroDied
from rules.defis_sortileges.power import SpellOpened
from rules.defis_sortileges.turns import Explored, Rested
from rules.defis_sortileges.words import POWER, RESTS
from rules.kernel.messages import Event
from rules.kernel.sections import Line
from rules.kernel.text import Text, counted, listed, same

MOST_NAMED = 3
END = Text("Fin", "End")
DIED_IN = Text("mort dans « {name} »", "died in “{name}”")
CAUGHT_IN = Text("prisonnier dans « {name} »", "captive in “{name}”")
ENDINGS: dict[str, Text] = {
    "won": Text("mission remplie : « {name} »", "mission fulfilled: “{name}”"),
    "failed": Text("mission manquée : « {name} »", "mission failed: “{name}”"),
    "abandoned": Text("« {name} » abandonnée", "“{name}” abandoned"),
}
KILLS = Text("Victimes", "Victims")
PLACES = Text("Explorations", "Explorations")
SPELLS = Text("Sortilèges appris", "Spells learnt")


def life(hero: str, events: Iterable[Event]) -> tuple[Line, ...]:
    """Events about others are passed over."""
    told = tuple(events)
    found = (
        _end(hero, told),
        _number(POWER, "flame", _power(hero, told)),
        _kills(hero, told),
        _spells(hero, told),
        _number(PLACES, "eye", sum(isinstance(e, Explored) and hero in e.heroes for e in told)),
        _number(RESTS, "sleep", sum(isinstance(e, Rested) and hero in e.heroes for e in told)),
    )
    return tuple(line for line in found if line)


def _end(hero: str, told: tuple[Event, ...]) -> Line | None:
    for event in reversed(told):
        if isinstance(event, HeroDied) and event.hero == hero:
            return Line(label=END, detail=DIED_IN(name=event.adventure), icon="skull")
        if isinstance(event, HeroCaught) and event.hero == hero:
            return Line(label=END, detail=CAUGHT_IN(name=event.adventure), icon="lock")
        if isinstance(event, AdventureEnded) and hero in event.heroes:
            return Line(
                label=END, detail=_ending(hero, event), icon="star" if hero in event.winners else "flag"
            )
    return None


def _ending(hero: str, event: AdventureEnded) -> Text:
    result = "abandoned" if event.result == "abandoned" else "won" if hero in event.winners else "failed"
    return ENDINGS[result](name=event.name)


MOVES = power.CHAPTER.moves | enrolment.CHAPTER.moves | corrections.CHAPTER.moves


def _power(hero: str, told: tuple[Event, ...]) -> int:
    """The sum of all that moved it."""
    moves = (move for event in told if type(event) in MOVES for move in MOVES[type(event)](event))
    return sum(int(move.amount) for move in moves if move.hero == hero)


def _number(label: Text, icon: str, number: int) -> Line | None:
    return Line(label=label, detail=same(str(number)), icon=icon) if number else None


def _kills(hero: str, told: tuple[Event, ...]) -> Line | None:
    fallen = Counter(e.foe_name for e in told if isinstance(e, FoeFell) and e.hero == hero)
    if not fallen:
        return None
    most = ", ".join(name for name, _ in fallen.most_common(MOST_NAMED))
    number = counted(fallen.total(), Text("créature", "creature"), Text("créatures", "creatures"))
    return Line(label=KILLS, detail=Text("{n} : {m}", "{n}: {m}")(n=number, m=most), icon="kill")


def _spells(hero: str, told: tuple[Event, ...]) -> Line | None:
    learnt = tuple(e.spell_name for e in told if isinstance(e, SpellOpened) and e.hero == hero)
    return Line(label=SPELLS, detail=listed(learnt), icon="star") if learnt else None
