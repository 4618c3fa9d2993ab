"""A life summed up: the end first, then quests, victims, spells (§4)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.heroquest_annexes.enrolment import HeroRetired
from rules.heroquest_annexes.harm import HeroFell, MonsterSlain
from rules.heroquest_annexes.quest import QuestClosed
from rules.heroquest_annexes.spells import SpellCast
from rules.kernel.messages import Event
from rules.kernel.sections import Line
from rules.kernel.text import Text, same

END = Text("Fin", "End")
RETIRED = Text("à la retraite", "in retirement")
LABELS = {
    "wins": (Text("Quêtes gagnées", "Quests won"), "flag"),
    "kills": (Text("Victimes", "Victims"), "kill"),
    "spells": (Text("Sorts lancés", "Spells cast"), "flame"),
}


def life(hero: str, events: Iterable[Event]) -> tuple[Line, ...]:
    """Events about others are passed over."""
    told = tuple(events)
    numbers = {
        "wins": sum(isinstance(e, QuestClosed) and e.success and _survived(hero, e) for e in told),
        "kills": sum(isinstance(e, MonsterSlain) and e.hero == hero for e in told),
        "spells": sum(isinstance(e, SpellCast) and e.hero == hero for e in told),
    }
    lines = (
        Line(label=LABELS[key][0], detail=same(str(number)), icon=LABELS[key][1])
        for key, number in numbers.items()
        if number
    )
    end = _end(hero, told)
    return (*((end,) if end else ()), *lines)


def _survived(hero: str, event: QuestClosed) -> bool:
    return any(one.hero == hero and not one.dead for one in event.outcomes)


def _end(hero: str, told: tuple[Event, ...]) -> Line | None:
    for event in reversed(told):
        if isinstance(event, HeroFell) and event.hero == hero:
            return Line(label=END, detail=event.by, icon="skull")
        if isinstance(event, HeroRetired) and event.hero == hero:
            return Line(label=END, detail=RETIRED, icon="door")
    return None
