"""The victims and deeds of a hero in the open quest, and the pickers that add to them (R9–R11)."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from rules.heroquest_evolution.awards import deed_part, kill_part
from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.content_types import Monster
from rules.heroquest_evolution.deeds import DEEDS
from rules.heroquest_evolution.house import deed_xp, monster_xp
from rules.heroquest_evolution.icons import DEED_ICONS, monster_icon
from rules.heroquest_evolution.monsters_board import in_order
from rules.heroquest_evolution.state import Hero, State, Tally
from rules.heroquest_evolution.tally import RecordDeed, RecordKill, record_kill
from rules.heroquest_evolution.taps import as_tap, obstacle
from rules.kernel.house_rules import Value
from rules.kernel.offers import Viewer
from rules.kernel.sections import AnySection, Card, Cards, Line, Listing, Part, Prose
from rules.kernel.text import Text

PICKER = Text("Victime", "Kill")
VICTIMS = Text("Victimes", "Victims")
DEEDS_TITLE = Text("Exploits", "Deeds")
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
    return (kill_cards(state, hero), *_told(state, hero), deed_cards(state, hero))


def _told(state: State, hero: Hero) -> tuple[AnySection, ...]:
    if state.quest is None or hero.key not in state.quest.everyone:
        return ()
    lines = tally_lines(state, state.quest.tally(hero.key))
    return (Listing(key="tally", title=VICTIMS, lines=lines, empty=NOTHING),)


def kill_cards(state: State, hero: Hero) -> Cards:
    """The picker of victims, with how many of each the hero has so far."""
    assert state.quest is not None
    in_play = tuple(dict.fromkeys(one.monster for one in state.quest.figures))
    first = in_play + tuple(sorted(set(state.quest.reveals.values())))
    picker = kill_picker(_quest_key(state), hero.key, _xp_rules(state), first)
    counts: dict[str, int] = {}
    for kill in state.quest.tally(hero.key).kills:
        counts[kill.monster] = counts.get(kill.monster, 0) + kill.count
    return msgspec.structs.replace(picker, cards=_counted(picker.cards, counts)) if counts else picker


def _counted(cards: tuple[Card, ...], counts: dict[str, int]) -> tuple[Card, ...]:
    return tuple(msgspec.structs.replace(c, count=counts[c.key]) if c.key in counts else c for c in cards)


def _quest_key(state: State) -> str:
    return state.quest.quest if state.quest else ""


def _xp_rules(state: State) -> tuple[tuple[str, Value], ...]:
    return tuple((key, value) for key, value in state.house.items() if key.startswith("monster_xp"))


@lru_cache(maxsize=256)
def kill_picker(
    quest: str, hero: str, xp_rules: tuple[tuple[str, Value], ...], first: tuple[str, ...] = ()
) -> Cards:
    """Every monster, those in play and of the quest first."""
    house = State(house=dict(xp_rules))
    cards = tuple(_kill_card(house, row, group, hero) for group, row in in_order(quest, first))
    return Cards(key="kill", title=PICKER, cards=cards, search=True, picker=True)


def _kill_card(house: State, row: Monster, group: Text, hero: str) -> Card:
    xp, _ = monster_xp(house, row.key)
    command = RecordKill(hero=hero, monster=row.key)
    return Card(
        key=row.key,
        title=row.name,
        text=XP(n=xp),
        state="ready",
        icon=monster_icon(row),
        group=group,
        link=f"monsters/{row.key}",
        tap=as_tap(command, row.name, without="means"),
    )


def deed_cards(state: State, hero: Hero) -> Cards:
    done = state.quest.tally(hero.key).deeds if state.quest else {}
    worth = tuple(deed_xp(state, key) for key in DEEDS)
    return Cards(key="deeds", title=DEEDS_TITLE, cards=_counted(_deeds(hero.key, worth), done))


@lru_cache(maxsize=256)
def _deeds(hero: str, worth: tuple[int, ...]) -> tuple[Card, ...]:
    return tuple(
        Card(
            key=key,
            title=capital(name),
            text=MORE_XP(n=xp),
            state="ready",
            icon=DEED_ICONS[key],
            tap=as_tap(RecordDeed(hero=hero, deed=key), capital(name)),
        )
        for (key, (name, _, _)), xp in zip(DEEDS.items(), worth, strict=True)
    )


def capital(text: Text) -> Text:
    """As it stands alone: first letter in upper case."""
    return Text(text.fr[:1].upper() + text.fr[1:], text.en[:1].upper() + text.en[1:])


def tally_lines(state: State, tally: Tally) -> tuple[Line, ...]:
    """One line per kind of victim and means, then one per kind of deed, with what each will be worth."""
    kills = tuple(_line(kill_part(state, kill), f"monsters/{kill.monster}", "kill") for kill in tally.kills)
    return kills + tuple(
        _line(deed_part(state, deed, count), None, DEED_ICONS[deed]) for deed, count in tally.deeds.items()
    )


def _line(part: Part, link: str | None, icon: str) -> Line:
    return Line(label=part.label, detail=MORE_XP(n=part.amount), link=link, icon=icon)
