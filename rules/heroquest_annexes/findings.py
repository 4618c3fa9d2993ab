"""What may be found, and what lies where a hero stands (§3.3, §3.4; R14, R16)."""

from __future__ import annotations

from typing import Any

from rules.heroquest_annexes.book import BOOK
from rules.heroquest_annexes.refusals import alone, bounds, unknown
from rules.heroquest_annexes.state import Hero, State, Thing, add_item, change_hero
from rules.heroquest_annexes.words import GOLD, ITEM, coins, several
from rules.kernel.dice import Act
from rules.kernel.keys import short_key
from rules.kernel.messages import Violation
from rules.kernel.offers import Choice, Draft, Field, choice, refused, span
from rules.kernel.refusing import refuse
from rules.kernel.ruleset import Movement
from rules.kernel.text import Text, listed

MOST_GOLD = 5000
MOST_THINGS = 24
NOTHING_FOUND = Text("rien", "nothing")
CHEST = Text("Coffre", "Chest")


def wrong_contents(state: State, gold: int | None, item: str | None, card: str = "quest") -> Violation | None:
    if gold is not None and (wrong := bounds("gold", gold, 1, MOST_GOLD, "R14")):
        return wrong
    if item is not None and item not in findable(state, potions=card == "potion"):
        return unknown("item", item, "§III")
    return None


def findable(state: State, *, potions: bool = False) -> tuple[str, ...]:
    """What may be found now: unique treasures only while nobody has them (R16)."""
    taken = {one.key for hero in state.heroes.values() for one in hero.items}
    taken |= {one.item for one in state.places.things}
    return tuple(
        key
        for key, row in BOOK.items.items()
        if (not potions or row.category == "potion") and (row.category != "unique" or key not in taken)
    )


def contents(gold: int, item: str) -> Text:
    found = (*((coins(gold),) if gold else ()), *((BOOK.items[item].name,) if item else ()))
    return listed(found) if found else NOTHING_FOUND


def received(state: State, hero: str, gold: int, item: str, count: int) -> State:
    state = change_hero(state, hero, gold=state.heroes[hero].gold + gold) if gold else state
    return add_item(state, hero, item, count) if item else state


PLACEABLE: dict[str, Text] = {**{key: row.name for key, row in BOOK.traps.items()}, "chest": CHEST}


def here(state: State, hero: Hero, *what: str) -> tuple[Thing, ...]:
    """What lies where the hero stands."""
    return tuple(one for one in state.places.things if one.what in what and one.room == hero.room)


def thing_key(state: State, act: Act) -> str:
    return short_key(act, [one.key for one in state.places.things])


def thing_here(state: State, hero: Hero, key: str, field: str, *what: str) -> Thing | Violation:
    found = next((one for one in here(state, hero, *what) if one.key == key), None)
    return found or unknown(field, key, "§3.4")


def item_choices(keys: tuple[str, ...]) -> tuple[Choice, ...]:
    return tuple(Choice(key, BOOK.items[key].name, link=f"items/{key}") for key in keys)


def contents_fields(state: State) -> tuple[Field, ...]:
    return (
        span("gold", GOLD, 1, MOST_GOLD, required=False),
        choice("item", ITEM, item_choices(findable(state)), required=False),
    )


def thing_text(thing: Thing) -> Text:
    if thing.what == "loot":
        return contents(thing.gold, thing.item) if thing.count < 2 else several(thing.item, thing.count)
    return PLACEABLE[thing.what]


def one_of(field: str, label: Text, things: tuple[Thing, ...]) -> Draft:
    if things:
        return Draft((alone(field, label, tuple(Choice(one.key, thing_text(one)) for one in things)),))
    return refused(refuse("nothing_here", "Rien de tel ici.", "Nothing of the kind here.", "§3.4"))


def gold_moves(event: Any) -> tuple[Movement, ...]:
    """Of an event that brings `gold` and says `what`."""
    return (Movement(event.hero, "gold", event.gold, event.what, "§3.3"),) if event.gold else ()
