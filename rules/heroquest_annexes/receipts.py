"""What a review shows: the close of a quest, an exchange of experience (§4, §IV)."""

from __future__ import annotations

from rules.heroquest_annexes.book import BOOK
from rules.heroquest_annexes.market import Exchanged
from rules.heroquest_annexes.quest import Outcome, QuestClosed
from rules.heroquest_annexes.state import State
from rules.heroquest_annexes.words import XP
from rules.kernel.messages import Event
from rules.kernel.sections import AnySection, Part, Receipt
from rules.kernel.text import Text, same

CHAMPION = Text("Champion : +{g} PO.", "Champion: +{g} gold.")
WINS = Text("Quêtes gagnées : {n}.", "Quests won: {n}.")
DEAD = Text("Mort : ne revient pas.", "Dead: does not come back.")
GAINED = Text("XP réunis", "XP gathered")
BEFORE = Text("XP avant", "XP before")
FINAL = Text("L’échange est définitif.", "The exchange is final.")


def receipts(state: State, events: tuple[Event, ...]) -> tuple[AnySection, ...]:
    found: list[AnySection] = []
    for event in events:
        if isinstance(event, QuestClosed):
            found += [_outcome(state, one) for one in event.outcomes]
        elif isinstance(event, Exchanged):
            found.append(_exchange(state, event))
    return tuple(found)


def _outcome(state: State, one: Outcome) -> Receipt:
    champion = (CHAMPION(g=one.gold),) if one.champion else ()
    return Receipt(
        key=f"close.{one.hero}",
        title=same(one.name),
        hero=one.hero,
        subtitle=BOOK.heroes[state.heroes[one.hero].hero_class].name,
        lines=(Part(GAINED, one.xp, "§IV"),),
        total=one.xp,
        unit=XP,
        notes=(DEAD,) if one.dead else (WINS(n=one.wins), *champion),
        mood="dead" if one.dead else "",
    )


def _exchange(state: State, event: Exchanged) -> Receipt:
    hero = state.heroes[event.hero]
    return Receipt(
        key=f"exchange.{event.hero}",
        title=same(hero.name),
        hero=event.hero,
        lines=(Part(BEFORE, hero.xp, "§IV"), Part(event.name, -event.xp, "§IV", f"rates/{event.what}")),
        total=hero.xp - event.xp,
        unit=XP,
        notes=(FINAL,),
    )
