"""Putting on and taking off (R20, R21, R52, R53)."""

from __future__ import annotations

import msgspec

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.content_types import Item
from rules.heroquest_evolution.purse import difference, hint, profile
from rules.heroquest_evolution.refusals import living, refuse, unknown
from rules.heroquest_evolution.state import Hero, State, change
from rules.heroquest_evolution.wearing import (
    Items,
    excluded,
    hands,
    is_one_handed,
    may_equip,
    not_owned,
    put_on,
    replaced,
    take_off,
    takes_shield_hand,
)
from rules.kernel.chapters import Chapter
from rules.kernel.dice import NO_ACT, Act
from rules.kernel.messages import Command, Decision, Event, Key, Violation
from rules.kernel.offers import Choice, Draft, Field, Given, choice, flag, refused
from rules.kernel.text import Text, listed


class Equip(Command, frozen=True, tag="equip"):
    """Put on; `shield_hand`: a second one-handed weapon, held where the shield would be (R53)."""

    who = "own"
    label = Text("S’équiper", "Equip")
    icon = "armour"
    hero: Key
    item: Key
    shield_hand: bool = False


class Unequip(Command, frozen=True, tag="unequip"):
    who = "own"
    label = Text("Ôter", "Take off")
    icon = "bag"
    hero: Key
    item: Key


class Piece(msgspec.Struct, frozen=True, omit_defaults=True):
    """One object that is taken off, with the name shown and the price paid for it."""

    key: str
    name: Text
    paid: int | None = None


class Equipped(Event, frozen=True, tag="equipped"):
    """`off` is what made room."""

    hero: str
    hero_name: str
    item: str
    item_name: Text
    paid: int | None = None
    shield_hand: bool = False
    off: tuple[Piece, ...] = ()


class Unequipped(Event, frozen=True, tag="unequipped"):
    hero: str
    hero_name: str
    item: str
    item_name: Text
    paid: int | None = None


def equip(state: State, command: Equip, act: Act) -> Decision:
    hero = living(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    item = BOOK.items.get(command.item)
    if item is None:
        return unknown("item", command.item, "R20")
    second = takes_shield_hand(hero.items, item, command.shield_hand)
    wrong = (
        not_owned(hero, item)
        or may_equip(hero, item)
        or _wrong_hand(hero.items, item, second)
        or excluded(hero.items, item, second)
        or _already_on(hero, item, second)
    )
    return wrong or (_equipped_event(hero, item, second),)


def _wrong_hand(items: Items, item: Item, shield_hand: bool) -> Violation | None:
    if not shield_hand or (is_one_handed(item) and hands(items)):
        return None
    return refuse(
        "shield_hand",
        "La main du bouclier prend une seconde arme à une main, quand une première est en main.",
        "The shield hand takes a second one-handed weapon once a first is in hand.",
        "R53",
        field="shield_hand",
    )


def _already_on(hero: Hero, item: Item, shield_hand: bool) -> Violation | None:
    spare = any(owned.key == item.key and not owned.equipped for owned in hero.items)
    if spare and all(owned.key != item.key for owned in replaced(hero.items, item, shield_hand)):
        return None
    return Violation(
        "already_equipped",
        Text("{name} a déjà cet objet sur soi : {item}.", "{name} already wears or holds this: {item}.")(
            name=hero.name, item=item.name
        ),
        "R21",
        {"name": hero.name, "item": item.key},
        "item",
    )


def _equipped_event(hero: Hero, item: Item, shield_hand: bool) -> Equipped:
    spare = next(owned for owned in hero.items if owned.key == item.key and not owned.equipped)
    off = tuple(
        Piece(owned.key, BOOK.items[owned.key].name, owned.paid)
        for owned in replaced(hero.items, item, shield_hand)
    )
    return Equipped(
        hero=hero.key,
        hero_name=hero.name,
        item=item.key,
        item_name=item.name,
        paid=spare.paid,
        shield_hand=shield_hand,
        off=off,
    )


def equipped(state: State, event: Equipped) -> State:
    items = state.heroes[event.hero].items
    for piece in event.off:
        items = take_off(items, piece.key, piece.paid)
    return change(state, event.hero, items=put_on(items, event.item, event.paid, event.shield_hand))


def unequip(state: State, command: Unequip, act: Act) -> Decision:
    hero = living(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    item = BOOK.items.get(command.item)
    if item is None:
        return unknown("item", command.item, "R20")
    worn = [owned for owned in hero.items if owned.key == item.key and owned.equipped]
    if not worn:
        return Violation(
            "not_equipped",
            Text("{name} ne porte pas cet objet : {item}.", "{name} does not wear or hold this: {item}.")(
                name=hero.name, item=item.name
            ),
            "R21",
            {"name": hero.name, "item": item.key},
            "item",
        )
    return (
        Unequipped(
            hero=hero.key, hero_name=hero.name, item=item.key, item_name=item.name, paid=worn[-1].paid
        ),
    )


def unequipped(state: State, event: Unequipped) -> State:
    return change(state, event.hero, items=take_off(state.heroes[event.hero].items, event.item, event.paid))


def offer_equip(state: State, hero: str, given: Given) -> Draft:
    found = living(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    choices = tuple(option for key in _spares(found) if (option := _equip_choice(state, found, key)))
    if not choices:
        return refused(
            refuse(
                "nothing_to_equip",
                "{name} n’a rien de plus à mettre : armes et armures se vendent chez l’armurier.",
                "{name} has nothing more to put on: the armourer sells weapons and armour.",
                "R20",
                field="hero",
                name=found.name,
            )
        )
    return Draft(
        (choice("item", Text("Objet", "Item"), choices, depends=True), *_hand_field(state, hero, given))
    )


def _spares(hero: Hero) -> tuple[str, ...]:
    return tuple(dict.fromkeys(owned.key for owned in hero.items if not owned.equipped))


def _equip_choice(state: State, hero: Hero, key: str) -> Choice | None:
    decision = equip(state, Equip(hero=hero.key, item=key), NO_ACT)
    if isinstance(decision, Violation):
        return None
    event = decision[0]
    assert isinstance(event, Equipped)
    after = equipped(state, event).heroes[hero.key]
    instead = (
        Text("à la place de : {off}", "instead of: {off}")(
            off=listed(tuple(piece.name for piece in event.off))
        )
        if event.off
        else None
    )
    return Choice(
        key,
        event.item_name,
        hint=hint(*difference(profile(hero), profile(after)), instead),
        link=f"items/{key}",
    )


def _hand_field(state: State, hero: str, given: Given) -> tuple[Field, ...]:
    asked = Equip(hero=hero, item=str(given.get("item") or "-"), shield_hand=True)
    if isinstance(equip(state, asked, NO_ACT), Violation):
        return ()
    return (flag("shield_hand", Text("Dans la main du bouclier (aucun dé)", "In the shield hand (no dice)")),)


def offer_unequip(state: State, hero: str, given: Given) -> Draft:
    found = living(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    worn = dict.fromkeys(owned.key for owned in found.items if owned.equipped)
    if not worn:
        return refused(
            refuse(
                "nothing_worn",
                "{name} ne porte rien.",
                "{name} wears and holds nothing.",
                "R21",
                field="hero",
                name=found.name,
            )
        )
    return Draft((choice("item", Text("Objet", "Item"), tuple(_unequip_choice(found, key) for key in worn)),))


def _unequip_choice(hero: Hero, key: str) -> Choice:
    worn = [owned for owned in hero.items if owned.key == key and owned.equipped][-1]
    after = msgspec.structs.replace(hero, items=take_off(hero.items, key, worn.paid))
    return Choice(
        key, BOOK.items[key].name, hint=hint(*difference(profile(hero), profile(after))), link=f"items/{key}"
    )


def tell_equipped(event: Equipped) -> Text:
    sentence = Text("{name} s’équipe : {item}", "{name} equips: {item}")(
        name=event.hero_name, item=event.item_name
    )
    if event.shield_hand:
        sentence = sentence + Text(", dans la main du bouclier", ", in the shield hand")
    if event.off:
        sentence = sentence + Text(", à la place de : {off}", ", instead of: {off}")(
            off=listed(tuple(piece.name for piece in event.off))
        )
    return sentence + Text(".", ".")


def tell_unequipped(event: Unequipped) -> Text:
    return Text("{name} range : {item}.", "{name} puts away: {item}.")(
        name=event.hero_name, item=event.item_name
    )


CHAPTER = Chapter(
    name="equipment",
    decides={Equip: equip, Unequip: unequip},
    evolves={Equipped: equipped, Unequipped: unequipped},
    tells={Equipped: tell_equipped, Unequipped: tell_unequipped},
    offers={Equip: offer_equip, Unequip: offer_unequip},
)
