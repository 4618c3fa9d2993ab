"""The victims and deeds of a hero in the open quest, and the pickers that add to them (R9–R11)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.content_types import Monster
from rules.heroquest_evolution.house import monster_xp
from rules.heroquest_evolution.icons import DEED_ICONS
from rules.heroquest_evolution.state import Hero, Kill, State, Tally
from rules.heroquest_evolution.tally import DEEDS, MEANS, RANKS, RecordDeed, RecordKill, record_kill
from rules.heroquest_evolution.taps import as_tap, obstacle
from rules.kernel.house_rules import Value
from rules.kernel.offers import Viewer
from rules.kernel.sections import AnySection, Card, Cards, Line, Listing, Prose
from rules.kernel.text import Text, counted

PICKER = Text("Victime", "Kill")
VICTIMS = Text("Victimes", "Victims")
DEEDS_TITLE = Text("Exploits", "Deeds")
HERE = Text("Dans cette quête", "In this quest")
ELSEWHERE = Text("Nommés d’autres quêtes", "Named in other quests")
XP = Text("{n} XP", "{n} XP")
MORE_XP = Text("+{n} XP", "+{n} XP")
NOTHING = Text("Aucune victime ni exploit pour l’instant.", "No victim and no deed so far.")


def victim_sections(state: State, hero: Hero, viewer: Viewer) -> tuple[AnySection, ...]:
    """What is tallied so far and, for who may tally, one tap for each monster and deed; otherwise why not."""
    first = next(iter(BOOK.monsters))
    wrong = obstacle(state, record_kill, RecordKill(hero=hero.key, monster=first))
    if wrong:
        return (Prose(key="tally", title=VICTIMS, text=wrong.message), *_told(state, hero))
    if not viewer.may_act_for(hero.key):
        return _told(state, hero)
    return (kill_picker(_quest_key(state), hero.key, _xp_rules(state)), *_told(state, hero), deed_cards(state, hero))


def _told(state: State, hero: Hero) -> tuple[AnySection, ...]:
    if state.quest is None or hero.key not in state.quest.everyone:
        return ()
    return (Listing(key="tally", title=VICTIMS, lines=tally_lines(state.quest.tally(hero.key)), empty=NOTHING),)


def _quest_key(state: State) -> str:
    return state.quest.quest if state.quest else ""


def _xp_rules(state: State) -> tuple[tuple[str, Value], ...]:
    return tuple((key, value) for key, value in state.house.items() if key.startswith("monster_xp"))


@lru_cache(maxsize=256)
def kill_picker(quest: str, hero: str, xp_rules: tuple[tuple[str, Value], ...]) -> Cards:
    """Every monster, those of the quest first; depends on nothing that a kill changes."""
    house = State(house=dict(xp_rules))
    cards = tuple(_kill_card(house, row, group, hero) for group, row in _in_order(quest))
    return Cards(key="kill", title=PICKER, cards=cards, search=True, picker=True)


def _in_order(quest: str) -> Iterator[tuple[Text, Monster]]:
    """The quest's own named monsters, then base, evolved and new ones, then those named in other quests."""
    named = BOOK.quests[quest].monsters if quest else ()
    yield from ((HERE, BOOK.monsters[key]) for key in named)
    for rank in ("base", "evolved", "new"):
        yield from ((RANKS[rank], row) for row in BOOK.monsters.values() if row.rank == rank)
    yield from ((ELSEWHERE, row) for row in BOOK.monsters.values() if row.rank == "named" and row.key not in named)


def _kill_card(house: State, row: Monster, group: Text, hero: str) -> Card:
    xp, _ = monster_xp(house, row.key)
    command = RecordKill(hero=hero, monster=row.key)
    return Card(
        key=row.key,
        title=row.name,
        text=XP(n=xp),
        state="ready",
        group=group,
        link=f"monsters/{row.key}",
        tap=as_tap(command, row.name),
    )


def deed_cards(state: State, hero: Hero) -> Cards:
    done = state.quest.tally(hero.key).deeds if state.quest else {}
    cards = tuple(msgspec.structs.replace(card, count=done.get(card.key, 0)) for card in _deeds(hero.key))
    return Cards(key="deeds", title=DEEDS_TITLE, cards=cards)


@lru_cache(maxsize=256)
def _deeds(hero: str) -> tuple[Card, ...]:
    return tuple(
        Card(
            key=key,
            title=capital(name),
            text=MORE_XP(n=xp),
            state="ready",
            icon=DEED_ICONS[key],
            tap=as_tap(RecordDeed(hero=hero, deed=key), capital(name)),
        )
        for key, (name, _, xp) in DEEDS.items()
    )


def capital(text: Text) -> Text:
    """As it stands alone: first letter in upper case."""
    return Text(text.fr[:1].upper() + text.fr[1:], text.en[:1].upper() + text.en[1:])


def tally_lines(tally: Tally) -> tuple[Line, ...]:
    """One line per kind of victim and means, then one per kind of deed."""
    kills = tuple(_kill_line(kill) for kill in tally.kills)
    return kills + tuple(_deed_line(deed, count) for deed, count in tally.deeds.items())


def _kill_line(kill: Kill) -> Line:
    detail = None if kill.means == "weapon" else MEANS[kill.means][0]
    return Line(label=kill_text(kill), detail=detail, link=f"monsters/{kill.monster}", icon="skull")


def kill_text(kill: Kill) -> Text:
    """`3 gobelins`; a name stays as it is."""
    row = BOOK.monsters[kill.monster]
    if row.proper:
        return row.name if kill.count == 1 else counted(kill.count, row.name, row.plural)
    return counted(kill.count, row.name.inline, row.plural.inline)


def _deed_line(deed: str, count: int) -> Line:
    one, many, xp = DEEDS[deed]
    return Line(label=counted(count, one, many), detail=MORE_XP(n=count * xp), icon=DEED_ICONS[deed])
