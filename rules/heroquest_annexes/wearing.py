"""Gear wielded and worn (§III; R4, R12, R17)."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from rules.heroquest_annexes.book import BOOK
from rules.heroquest_annexes.content_types import Item
from rules.heroquest_annexes.findings import item_choices
from rules.heroquest_annexes.numbers import mind_now
from rules.heroquest_annexes.refusals import hero_of, living, unknown
from rules.heroquest_annexes.state import Hero, Keys, State, change_hero
from rules.heroquest_annexes.words import ITEM
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Violation, Who
from rules.kernel.offers import Draft, Given, choice, refused
from rules.kernel.refusing import refuse
from rules.kernel.telling import told
from rules.kernel.text import Text

MANY = ("charm", "ring")
"""Where several may be worn at once."""


class Equip(Command, frozen=True, tag="equip"):
    who: ClassVar[Who] = "own"
    label = Text("Prendre en main, porter", "Wield or wear")
    icon = "armour"
    hero: Key
    item: Key


class Equipped(Event, frozen=True, tag="equipped"):
    """`off` is what goes back into the bag for it."""

    hero: str
    hero_name: str
    item: str
    name: Text
    off: Keys = ()


class Unequip(Command, frozen=True, tag="unequip"):
    who: ClassVar[Who] = "own"
    label = Text("Ranger", "Put away")
    icon = "bag"
    hero: Key
    item: Key


class Unequipped(Event, frozen=True, tag="unequipped"):
    hero: str
    hero_name: str
    item: str
    name: Text


def owned(hero: Hero, key: str) -> Item | Violation:
    return BOOK.items[key] if hero.count(key) else unknown("item", key, "§III")


def may_wear(hero: Hero, item: Item) -> Violation | None:
    if not item.hold:
        return refuse(
            "not_worn", "{i} ne se porte pas.", "{i} is not worn.", "§III", field="item", i=item.name
        )
    if hero.hero_class in item.bearers:
        return None
    return refuse(
        "forbidden_to_class",
        "{c} : {i} est interdit.",
        "{c}: {i} is forbidden.",
        "§III",
        field="item",
        c=BOOK.heroes[hero.hero_class].name,
        i=item.name,
    )


def clash(one: Item, other: Item) -> bool:
    """The same place, a shield with both hands full, a helmet on one that is built in."""
    holds = {one.hold, other.hold}
    if one.hold == other.hold:
        return one.hold not in MANY
    if holds == {"hand", "shield"}:
        return one.two_handed or other.two_handed
    return holds == {"body", "head"} and (one.helmed or other.helmed)


def free(state: State, key: str) -> Hero | Violation:
    """Gear changes hands at any time of a life (R17)."""
    hero = hero_of(state, key)
    if isinstance(hero, Violation) or state.quest is None or key not in state.quest.heroes:
        return hero
    return living(state, key)


def equip(state: State, command: Equip, act: Act) -> Decision:
    hero = free(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    item = owned(hero, command.item)
    if isinstance(item, Violation):
        return item
    if item.key in hero.worn:
        return refuse("worn_already", "Déjà porté.", "Worn already.", "§III", field="item")
    wrong = may_wear(hero, item)
    off = tuple(key for key in hero.worn if clash(item, BOOK.items[key]))
    return wrong or (Equipped(hero=hero.key, hero_name=hero.name, item=item.key, name=item.name, off=off),)


def _wear(state: State, key: str, on: str, off: Keys) -> State:
    items = tuple(
        replace(one, worn=(one.worn and one.key not in off) or one.key == on)
        for one in state.heroes[key].items
    )
    return change_hero(state, key, items=items)


def equipped(state: State, event: Equipped) -> State:
    return _wear(state, event.hero, event.item, event.off)


def unequip(state: State, command: Unequip, act: Act) -> Decision:
    hero = free(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    if command.item not in hero.worn:
        return unknown("item", command.item, "§III")
    item = BOOK.items[command.item]
    return mind_needed(hero, item) or (
        Unequipped(hero=hero.key, hero_name=hero.name, item=item.key, name=item.name),
    )


def mind_needed(hero: Hero, item: Item) -> Violation | None:
    """What gives mind points stays on while they are spent (R12)."""
    if item.key not in hero.worn or mind_now(hero) - item.mind >= 1:
        return None
    return refuse(
        "mind_short",
        "{name} a dépensé l’esprit que donne {i}.",
        "{name} has spent the mind that {i} gives.",
        "R12",
        field="item",
        name=hero.name,
        i=item.name,
    )


def unequipped(state: State, event: Unequipped) -> State:
    return _wear(state, event.hero, "", (event.item,))


def offer_equip(state: State, hero: str, given: Given) -> Draft:
    one = free(state, hero)
    if isinstance(one, Violation):
        return refused(one)
    able = tuple(
        owned_.key
        for owned_ in one.items
        if not owned_.worn and may_wear(one, BOOK.items[owned_.key]) is None
    )
    if able:
        return Draft((choice("item", ITEM, item_choices(able)),))
    return refused(refuse("nothing_to_wear", "Rien à porter.", "Nothing to wear.", "§III"))


def offer_unequip(state: State, hero: str, given: Given) -> Draft:
    one = free(state, hero)
    if isinstance(one, Violation):
        return refused(one)
    able = tuple(key for key in one.worn if mind_needed(one, BOOK.items[key]) is None)
    if able:
        return Draft((choice("item", ITEM, item_choices(able)),))
    return refused(refuse("nothing_worn", "Rien à ranger.", "Nothing to put away.", "§III"))


CHAPTER = Chapter(
    name="wearing",
    decides={Equip: equip, Unequip: unequip},
    evolves={Equipped: equipped, Unequipped: unequipped},
    tells={
        Equipped: told("{hero_name} porte : {name}.", "{hero_name} wears: {name}."),
        Unequipped: told("{hero_name} range : {name}.", "{hero_name} puts away: {name}."),
    },
    offers={Equip: offer_equip, Unequip: offer_unequip},
    small=(Equipped, Unequipped),
)
