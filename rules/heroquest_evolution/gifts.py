"""Gifts of gold and gear between heroes who are in the same place (R19); the market's chapter lists them."""

from __future__ import annotations

import msgspec

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.parting import Lot, part_with, pick
from rules.heroquest_evolution.purse import difference, hint, profile
from rules.heroquest_evolution.refusals import amount, living, refuse, unknown
from rules.heroquest_evolution.state import Hero, State, add_items, change
from rules.heroquest_evolution.wearing import may_use, not_owned
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Number, Violation
from rules.kernel.offers import Choice, Draft, Field, Given, choice, refused, span
from rules.kernel.ruleset import Movement
from rules.kernel.text import Text, same


class Give(Command, frozen=True, tag="give"):
    """An item (`quantity` in single objects), gold, or both."""

    who = "own"
    label = Text("Donner", "Give")
    icon = "gift"
    hero: Key
    to: Key
    item: Key | None = None
    quantity: Number = 1
    gold: Number | None = None


class ItemGiven(Event, frozen=True, tag="item_given"):
    """The lots keep the price paid for them."""

    hero: str
    hero_name: str
    to: str
    to_name: str
    item: str
    item_name: Text
    quantity: int
    lots: tuple[Lot, ...]


class GoldGiven(Event, frozen=True, tag="gold_given"):
    hero: str
    hero_name: str
    to: str
    to_name: str
    gold: int


def give(state: State, command: Give, act: Act) -> Decision:
    hero = living(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    to = _receiver(state, hero, command.to)
    if isinstance(to, Violation):
        return to
    wrong = _nothing(command) or _wrong_item(hero, command) or _wrong_gold(hero, command.gold)
    return wrong or _gifts(hero, to, command)


def _receiver(state: State, hero: Hero, key: str) -> Hero | Violation:
    """Another living hero in the same place: both in the dungeon or both out of it."""
    to = living(state, key, "to")
    if isinstance(to, Violation):
        return to
    if key == hero.key:
        return refuse(
            "to_oneself",
            "On ne se donne rien à soi-même.",
            "There is nothing to give oneself.",
            "R19",
            field="to",
        )
    if _in_dungeon(state, key) == _in_dungeon(state, hero.key):
        return to
    return refuse(
        "elsewhere",
        "{name} et {to} ne sont pas au même endroit : l’un est dans le donjon, l’autre non.",
        "{name} and {to} are not in the same place: one is in the dungeon, the other is not.",
        "R19",
        field="to",
        name=hero.name,
        to=to.name,
    )


def _in_dungeon(state: State, key: str) -> bool:
    return state.quest is not None and key in state.quest.present


def _nothing(command: Give) -> Violation | None:
    if command.item is None and command.gold is None:
        return refuse(
            "nothing_given",
            "Choisissez un objet, de l’or, ou les deux.",
            "Choose an item, gold, or both.",
            "R19",
            field="item",
        )
    if command.item is None and command.quantity != 1:
        return refuse(
            "quantity_of_nothing",
            "Une quantité demande un objet.",
            "A quantity needs an item.",
            "R19",
            field="quantity",
        )
    return None


def _wrong_item(hero: Hero, command: Give) -> Violation | None:
    if command.item is None:
        return None
    item = BOOK.items.get(command.item)
    if item is None:
        return unknown("item", command.item, "R20")
    return not_owned(hero, item) or amount(command.quantity, 1, hero.count(item.key), "quantity", "R20")


def _wrong_gold(hero: Hero, gold: int | None) -> Violation | None:
    if gold is None or 1 <= gold <= hero.gold:
        return None
    return refuse(
        "gold_short",
        "{name} a {gold} po : le don va de 1 à ce que contient sa bourse.",
        "{name} has {gold} gold: a gift goes from 1 to what the purse holds.",
        "R19",
        field="gold",
        name=hero.name,
        gold=hero.gold,
    )


def _gifts(hero: Hero, to: Hero, command: Give) -> tuple[Event, ...]:
    gifts: list[Event] = []
    if command.item:
        lots = pick(hero.items, command.item, command.quantity)
        gifts.append(
            ItemGiven(
                hero=hero.key,
                hero_name=hero.name,
                to=to.key,
                to_name=to.name,
                item=command.item,
                item_name=BOOK.items[command.item].name,
                quantity=command.quantity,
                lots=lots,
            )
        )
    if command.gold:
        gifts.append(
            GoldGiven(hero=hero.key, hero_name=hero.name, to=to.key, to_name=to.name, gold=command.gold)
        )
    return tuple(gifts)


def item_given(state: State, event: ItemGiven) -> State:
    received = state.heroes[event.to].items
    for lot in event.lots:
        received = add_items(received, event.item, lot.quantity, lot.paid)
    state = change(state, event.hero, items=part_with(state.heroes[event.hero].items, event.item, event.lots))
    return change(state, event.to, items=received)


def gold_given(state: State, event: GoldGiven) -> State:
    state = change(state, event.hero, gold=state.heroes[event.hero].gold - event.gold)
    return change(state, event.to, gold=state.heroes[event.to].gold + event.gold)


def cannot_use(state: State, command: Give) -> tuple[Text, ...]:
    """R21: a gift may be what the receiver cannot use, with a warning."""
    to, item = state.heroes.get(command.to), BOOK.items.get(command.item or "")
    wrong = may_use(to.hero_class, to.skills, item) if to and item and item.slot != "none" else None
    return (wrong.message,) if wrong else ()


def offer_give(state: State, hero: str, given: Given) -> Draft:
    found = living(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    near = [
        other
        for key, other in state.heroes.items()
        if not isinstance(_receiver(state, found, key), Violation)
    ]
    if not near:
        return refused(
            refuse(
                "nobody_near",
                "Aucun autre héros n’est au même endroit que {name}.",
                "No other hero is in the same place as {name}.",
                "R19",
                field="to",
                name=found.name,
            )
        )
    if not found.items and not found.gold:
        return refused(
            refuse(
                "nothing_to_give",
                "{name} n’a ni or ni objet.",
                "{name} has neither gold nor items.",
                "R19",
                field="hero",
                name=found.name,
            )
        )
    to = choice(
        "to", Text("À qui", "To whom"), tuple(_receiver_choice(other) for other in near), depends=True
    )
    items = _item_fields(found, state.heroes.get(str(given.get("to"))), given)
    any_of = ("item", "gold") if found.items and found.gold else ()
    return Draft((to, *items, *_gold_field(found)), any_of=any_of)


def _receiver_choice(hero: Hero) -> Choice:
    return Choice(
        hero.key,
        same(hero.name),
        hint=Text("{class_}, {gold} po", "{class_}, {gold} gold")(
            class_=BOOK.hero_classes[hero.hero_class].name, gold=hero.gold
        ),
    )


def _item_fields(hero: Hero, to: Hero | None, given: Given) -> tuple[Field, ...]:
    keys = tuple(dict.fromkeys(owned.key for owned in hero.items))
    if not keys:
        return ()
    field = choice(
        "item",
        Text("Objet", "Item"),
        tuple(_item_choice(hero, to, key) for key in keys),
        required=not hero.gold,
        depends=True,
    )
    chosen = str(given.get("item"))
    if chosen not in keys:
        return (field,)
    return field, span(
        "quantity", Text("Combien", "How many"), 1, hero.count(chosen), required=False, default=1
    )


def _item_choice(hero: Hero, to: Hero | None, key: str) -> Choice:
    item, number = BOOK.items[key], hero.count(key)
    after = msgspec.structs.replace(hero, items=part_with(hero.items, key, pick(hero.items, key, 1)))
    wrong = may_use(to.hero_class, to.skills, item) if to and item.slot != "none" else None
    count = Text(f"× {number}", f"× {number}") if number > 1 else None
    return Choice(
        key,
        item.name,
        hint=hint(count, *difference(profile(hero), profile(after)), wrong.message if wrong else None),
        link=f"items/{key}",
    )


def _gold_field(hero: Hero) -> tuple[Field, ...]:
    return (
        (span("gold", Text("Or", "Gold"), 1, min(hero.gold, 1_000_000), required=not hero.items),)
        if hero.gold
        else ()
    )


def tell_item_given(event: ItemGiven) -> Text:
    times = f" × {event.quantity}" if event.quantity > 1 else ""
    return Text("{name} donne à {to} : {item}{times}.", "{name} gives {to}: {item}{times}.")(
        name=event.hero_name, to=event.to_name, item=event.item_name, times=times
    )


def tell_gold_given(event: GoldGiven) -> Text:
    return Text("{name} donne {gold} po à {to}.", "{name} gives {to} {gold} gold.")(
        name=event.hero_name, to=event.to_name, gold=event.gold
    )


def gold_moves(event: GoldGiven) -> tuple[Movement, ...]:
    label = Text("Don de {name} à {to}", "Gift from {name} to {to}")(name=event.hero_name, to=event.to_name)
    return Movement(event.hero, "gold", -event.gold, label, "R19"), Movement(
        event.to, "gold", event.gold, label, "R19"
    )
