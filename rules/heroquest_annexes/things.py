"""Gear and potions: worn, given, drunk, found (§2, §3.4, §III; R4, R16, R17)."""

from __future__ import annotations

from rules.heroquest_annexes.book import BOOK
from rules.heroquest_annexes.findings import MOST_GOLD, findable, item_choices
from rules.heroquest_annexes.refusals import bounds, unknown
from rules.heroquest_annexes.state import Hero, State, add_item, change_hero
from rules.heroquest_annexes.wearing import free
from rules.heroquest_annexes.words import GOLD, HOW_MANY, ITEM, coins, several
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Number, Violation
from rules.kernel.offers import Draft, Given, choice, refused, span
from rules.kernel.refusing import refuse
from rules.kernel.ruleset import Movement
from rules.kernel.telling import told
from rules.kernel.text import Text, listed

MOST = 50


class Find(Command, frozen=True, tag="find"):
    """What the game master gives: gold, gear, a treasure of the quest."""

    label = Text("Trésor", "Treasure")
    icon = "chest"
    at_hand = True
    hero: Key
    gold: Number | None = None
    item: Key | None = None
    count: Number = 1


class Found(Event, frozen=True, tag="found"):
    hero: str
    hero_name: str
    what: Text
    gold: int = 0
    item: str = ""
    count: int = 0


def find(state: State, command: Find, act: Act) -> Decision:
    hero = free(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    if command.gold is None and command.item is None:
        return refuse("nothing_left", "De l’or ou un objet.", "Gold or an item.", "§III", field="gold")
    wrong = bounds("gold", command.gold, 1, MOST_GOLD, "§III") if command.gold is not None else None
    if wrong:
        return wrong
    if command.item is not None and command.item not in findable(state):
        return taken(command.item) if command.item in BOOK.items else unknown("item", command.item, "§III")
    wrong = bounds("count", command.count, 1, most_of(command.item), "§III")
    return wrong or (_found(hero, command),)


def taken(item: str) -> Violation:
    return refuse(
        "unique_taken",
        "{i} : il n’en est qu’un, et on l’a déjà.",
        "{i}: there is only one, and somebody has it.",
        "R16",
        field="item",
        i=BOOK.items[item].name,
    )


def most_of(item: str | None) -> int:
    return MOST if item and BOOK.items[item].category != "unique" else 1


def _found(hero: Hero, command: Find) -> Found:
    gold, item = command.gold or 0, command.item or ""
    what = (*((coins(gold),) if gold else ()), *((several(item, command.count),) if item else ()))
    return Found(
        hero=hero.key,
        hero_name=hero.name,
        what=listed(what),
        gold=gold,
        item=item,
        count=command.count if item else 0,
    )


def found(state: State, event: Found) -> State:
    hero = state.heroes[event.hero]
    state = change_hero(state, event.hero, gold=hero.gold + event.gold)
    return add_item(state, event.hero, event.item, event.count) if event.item else state


def offer_find(state: State, hero: str, given: Given) -> Draft:
    one = free(state, hero)
    if isinstance(one, Violation):
        return refused(one)
    item = given.get("item")
    most = most_of(str(item)) if item in BOOK.items else 1
    fields = (
        span("gold", GOLD, 1, MOST_GOLD, required=False),
        choice("item", ITEM, item_choices(findable(state)), required=False, depends=True),
        *((span("count", HOW_MANY, 1, most, required=False, default=1),) if most > 1 else ()),
    )
    return Draft(fields, any_of=("gold", "item"))


def gold_moves(event: Found) -> tuple[Movement, ...]:
    return (Movement(event.hero, "gold", event.gold, event.what, "§III"),) if event.gold else ()


CHAPTER = Chapter(
    name="things",
    decides={Find: find},
    evolves={Found: found},
    tells={Found: told("{hero_name} reçoit : {what}.", "{hero_name} receives: {what}.")},
    offers={Find: offer_find},
    moves={Found: gold_moves},
)
