"""What a review shows: the close of a quest, an exchange of experience (§4, §IV)."""

from __future__ import annotations

from rules.heroquest_annexes.book import BOOK
from rules.heroquest_annexes.corrections import AWARD, AWARDED, CORRECTED, CORRECTION
from rules.heroquest_annexes.harm import HELP, UNIQUE
from rules.heroquest_annexes.house import house_int
from rules.heroquest_annexes.market import Exchanged
from rules.heroquest_annexes.quest import Outcome, QuestClosed, earned
from rules.heroquest_annexes.state import State, of
from rules.heroquest_annexes.words import UNIQUE_MONSTER, XP
from rules.kernel.messages import Event
from rules.kernel.sections import AnySection, Part, Receipt
from rules.kernel.text import Text, counted, same

CHAMPION = Text("Champion : +{g} PO.", "Champion: +{g} gold.")
WINS = Text("Quêtes gagnées : {n}.", "Quests won: {n}.")
DEAD = Text("Mort : ne revient pas.", "Dead: does not come back.")
TO_EXCHANGE = Text("À échanger : {n} XP.", "To exchange: {n} XP.")
NOTHING = Text("Aucune victime", "No kill")
SOURCES: dict[str, tuple[Text, str]] = {
    UNIQUE: (UNIQUE_MONSTER, "R1"),
    HELP: (Text("Aide par un sort", "Help by a spell"), "R2"),
    AWARD: (AWARDED, "R1"),
    CORRECTION: (CORRECTED, "R21"),
}
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
    """What the dead had earned is told too, though nobody has it any more."""
    hero = state.heroes[one.hero]
    champion = (CHAMPION(g=one.gold),) if one.champion else ()
    left = (TO_EXCHANGE(n=hero.xp),) if hero.xp else ()
    return Receipt(
        key=f"close.{one.hero}",
        title=same(one.name),
        hero=one.hero,
        subtitle=BOOK.heroes[hero.hero_class].name,
        lines=_lines(state, of(state).earned.get(one.hero, {})),
        total=earned(state, hero),
        unit=XP,
        notes=(DEAD,) if one.dead else (WINS(n=one.wins), *champion, *left),
        mood="dead" if one.dead else "",
    )


def _lines(state: State, earned: dict[str, int]) -> tuple[Part, ...]:
    """What was earned by, the richest source first."""
    found = sorted(earned.items(), key=lambda one: -one[1])
    return tuple(_line(state, source, xp) for source, xp in found) or (Part(NOTHING, 0, "§IV"),)


def _line(state: State, source: str, xp: int) -> Part:
    """How many, where each is worth what it is worth now."""
    if source in SOURCES:
        return Part(SOURCES[source][0], xp, SOURCES[source][1])
    row, each = BOOK.monsters[source], house_int(state, f"xp.{source}")
    name = counted(xp // each, row.name, row.plural) if each and xp % each == 0 else row.plural
    return Part(name, xp, "R1", f"monsters/{source}")


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
