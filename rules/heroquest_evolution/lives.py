"""A life summed up for the hall of fame and the graveyard: quests, victims, deeds, titles, the end (R4, R31)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rules.heroquest_evolution.death import HeroBuried, HeroRevived
from rules.heroquest_evolution.experience import QuestClosed, XpAwarded
from rules.heroquest_evolution.levels import LevelGained
from rules.heroquest_evolution.recruiting import HeroRetired
from rules.heroquest_evolution.tally import DeedRecorded, KillRecorded
from rules.kernel.messages import Event
from rules.kernel.sections import Line
from rules.kernel.text import Text, counted, listed

MOST_NAMED = 3
END, RETIREMENT = Text("Fin", "End"), Text("Retraite", "Retirement")
DIED_IN = Text("dans « {quest} » : {cause}", "in “{quest}”: {cause}")
RETIRED_AT = Text("au niveau {level}", "at level {level}")
QUESTS = Text("Quêtes survécues", "Quests survived")
OF_THEM_WON = Text("{survived}, dont {won}", "{survived}, of which {won}")
QUEST = Text("quête", "quest"), Text("quêtes", "quests")
WON = Text("réussie", "won"), Text("réussies", "won")
KILLS = Text("Victimes", "Kills")
ABOVE_ALL = Text("{n}, surtout {names}", "{n}, above all {names}")
DEEDS = Text("Exploits", "Deeds")
RETURNS = Text("Ramené à la vie", "Brought back to life")
TIMES = Text("fois", "time"), Text("fois", "times")
TITLES = Text("Titres", "Titles")


def life(hero: str, events: Iterable[Event]) -> tuple[Line, ...]:
    """The end first, then what there was of a life; events about others are passed over."""
    told = tuple(events)
    found = (
        _end(hero, told),
        _quests(hero, told),
        _kills(hero, told),
        _counted(DEEDS, "chest", sum(isinstance(e, DeedRecorded) and e.hero == hero for e in told)),
        _titles(hero, told),
        _returns(hero, told),
    )
    return tuple(line for line in found if line)


def _end(hero: str, told: tuple[Event, ...]) -> Line | None:
    for event in reversed(told):
        if isinstance(event, HeroBuried) and event.hero == hero:
            cause = Text(event.cause, event.cause)
            detail = DIED_IN(quest=event.quest, cause=event.cause) if event.quest else cause
            return Line(label=END, detail=detail, icon="skull")
        if isinstance(event, HeroRetired) and event.hero == hero:
            return Line(label=RETIREMENT, detail=RETIRED_AT(level=event.level), icon="star")
    return None


def _quests(hero: str, told: tuple[Event, ...]) -> Line | None:
    """XP are awarded to who came back, at the closing of each quest."""
    closed: QuestClosed | None = None
    survived = won = 0
    for event in told:
        if isinstance(event, QuestClosed):
            closed = event
        elif isinstance(event, XpAwarded) and event.hero == hero and closed:
            survived += 1
            won += closed.success
    if not survived:
        return None
    detail = OF_THEM_WON(survived=counted(survived, *QUEST), won=counted(won, *WON))
    return Line(label=QUESTS, detail=detail, icon="map")


def _kills(hero: str, told: tuple[Event, ...]) -> Line | None:
    """All that were noted, and those there were most of."""
    kills: Counter[str] = Counter()
    names: dict[str, tuple[Text, Text]] = {}
    for event in told:
        if isinstance(event, KillRecorded) and event.hero == hero:
            kills[event.monster] += event.count
            names[event.monster] = event.monster_name, event.monster_plural
    if not kills:
        return None
    most = listed(tuple(counted(n, *names[key]) for key, n in kills.most_common(MOST_NAMED)))
    several = len(kills) > 1
    detail = ABOVE_ALL(n=kills.total(), names=most) if several else most
    return Line(label=KILLS, detail=detail, icon="kill")


def _titles(hero: str, told: tuple[Event, ...]) -> Line | None:
    titles = tuple(e.title for e in told if isinstance(e, LevelGained) and e.hero == hero and e.title)
    return Line(label=TITLES, detail=listed(titles), icon="crown") if titles else None


def _returns(hero: str, told: tuple[Event, ...]) -> Line | None:
    times = sum(isinstance(event, HeroRevived) and event.hero == hero for event in told)
    return Line(label=RETURNS, detail=counted(times, *TIMES), icon="heart") if times else None


def _counted(label: Text, icon: str, number: int) -> Line | None:
    return Line(label=label, detail=Text(str(number), str(number)), icon=icon) if number else None
