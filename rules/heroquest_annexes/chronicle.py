"""How the book of a campaign tells an evening: what is counted of each hero."""

from __future__ import annotations

from typing import Any

from rules.heroquest_annexes.chests import ChestOpened, LootTaken
from rules.heroquest_annexes.harm import MonsterSlain
from rules.heroquest_annexes.market import Bought, Exchanged
from rules.heroquest_annexes.searching import TreasureFound
from rules.heroquest_annexes.spells import SpellCast
from rules.heroquest_annexes.things import Found
from rules.heroquest_annexes.traps import Disarmed, TrapSprung
from rules.heroquest_annexes.using import Used
from rules.heroquest_annexes.words import item_name
from rules.kernel.chapters import Chapter
from rules.kernel.tales import Sum
from rules.kernel.text import Text

SLAYS = Text("{who} abat {what}.", "{who} brings down {what}.")
CASTS = Text("{who} lance {what}.", "{who} casts {what}.")
FINDS = Text("{who} trouve {what}.", "{who} finds {what}.")
USES = Text("{who} se sert de {what}.", "{who} makes use of {what}.")
BUYS = Text("{who} achète {what}.", "{who} buys {what}.")
DISARMS = Text("{who} désamorce {what}.", "{who} disarms {what}.")
SPRINGS = Text("{who} déclenche {what}.", "{who} springs {what}.")
EXCHANGES = Text("{who} échange {what}.", "{who} exchanges {what}.")
COINS = Text("pièce d’or", "gold coin"), Text("pièces d’or", "gold coins")
POINTS = (
    Text("point d’expérience", "point of experience"),
    Text("points d’expérience", "points of experience"),
)


def slain(event: MonsterSlain) -> tuple[Sum, ...]:
    """Who has a name of its own is not counted."""
    return _one(event, SLAYS, event.kind_name or event.name, event.kind_plural)


def cast(event: SpellCast) -> tuple[Sum, ...]:
    return _one(event, CASTS, event.name)


def got(event: Found | TreasureFound | LootTaken | ChestOpened) -> tuple[Sum, ...]:
    """Nothing found is told as it was."""
    gold = _one(event, FINDS, *COINS, event.gold) if event.gold else ()
    count = getattr(event, "count", 1)
    return (*gold, *(_one(event, FINDS, item_name(event.item), None, count) if event.item else ()))


def used(event: Used) -> tuple[Sum, ...]:
    return _one(event, USES, event.name)


def bought(event: Bought) -> tuple[Sum, ...]:
    return _one(event, BUYS, item_name(event.item), None, event.count)


def exchanged(event: Exchanged) -> tuple[Sum, ...]:
    """What is bought for good is told as it was."""
    return _one(event, EXCHANGES, *POINTS, event.xp) if event.what == "gold" else ()


def disarmed(event: Disarmed) -> tuple[Sum, ...]:
    return _one(event, DISARMS, event.name)


def sprung(event: TrapSprung) -> tuple[Sum, ...]:
    return (Sum(hero=event.to, who=event.to_name, sentence=SPRINGS, one=event.name),)


def _one(event: Any, sentence: Text, one: Text, many: Text | None = None, count: int = 1) -> tuple[Sum, ...]:
    who = event.hero_name
    return (Sum(hero=event.hero, who=who, sentence=sentence, one=one, many=many, count=count),)


CHAPTER = Chapter(
    name="chronicle",
    decides={},
    evolves={},
    tells={},
    offers={},
    sums={
        MonsterSlain: slain,
        SpellCast: cast,
        Found: got,
        TreasureFound: got,
        LootTaken: got,
        ChestOpened: got,
        Used: used,
        Bought: bought,
        Exchanged: exchanged,
        Disarmed: disarmed,
        TrapSprung: sprung,
    },
)
