"""Selling, and the bargain over a batch (R1, R23, R48, R49); the market's chapter lists it."""

from __future__ import annotations

import msgspec

from rules.heroquest_evolution.bargaining import BATCH, FIELD, LABEL, SALE, may_bargain, throw, used
from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.content_types import Item
from rules.heroquest_evolution.house import house_int, price
from rules.heroquest_evolution.parting import Lot, part_with
from rules.heroquest_evolution.purse import difference, earned, gold, hint, profile, ticked, times
from rules.heroquest_evolution.refusals import not_away, refuse, unknown
from rules.heroquest_evolution.state import Hero, State, change
from rules.heroquest_evolution.wearing import not_owned
from rules.kernel.dice import Act, Roll
from rules.kernel.messages import Command, Decision, Event, Key, Number, Violation
from rules.kernel.offers import Choice, Draft, Field, Given, choice, refused, span
from rules.kernel.ruleset import Movement
from rules.kernel.text import Text


class Sell(Command, frozen=True, tag="sell"):
    """`quantity` counts objects, or lots of ten arrows or bolts. `bargain`: *Marchandage*, over the batch."""

    who = "own"
    label = Text("Vendre", "Sell")
    icon = "market"
    hero: Key
    item: Key
    quantity: Number = 1
    bargain: bool = False


class SoldLot(Lot, frozen=True, omit_defaults=True):
    """What was sold of one price paid, and the gold it brought."""

    gold: int = 0


class Sold(Event, frozen=True, tag="sold"):
    """`gold` is the difference, the `bonus` of a bargain included; `quantity` in single objects."""

    hero: str
    hero_name: str
    item: str
    item_name: Text
    quantity: int
    gold: int
    lots: tuple[SoldLot, ...]
    bonus: int = 0
    roll: Roll | None = None


def worth(state: State, item: str, paid_for_it: int | None) -> int | None:
    """Gold for one object or lot: half the price paid, or of the list when found; None when unpriced (R49)."""
    list_price = price(state, item)
    if list_price is None:
        return None
    return (list_price if paid_for_it is None else paid_for_it) * house_int(state, "resale_rate") // 100


def sale_lots(state: State, hero: Hero, item: Item) -> tuple[SoldLot, ...]:
    """Every object (or full lot of one price) that brings gold, the dearest first."""
    found: list[SoldLot] = []
    for each in dict.fromkeys(owned.paid for owned in hero.items if owned.key == item.key):
        number = sum(owned.quantity for owned in hero.items if owned.key == item.key and owned.paid == each)
        found += [SoldLot(item.lot, each, worth(state, item.key, each) or 0)] * (number // item.lot)
    return tuple(sorted((lot for lot in found if lot.gold), key=lambda lot: (-lot.gold, lot.paid is None)))


def sell(state: State, command: Sell, act: Act) -> Decision:
    hero = not_away(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    item = BOOK.items.get(command.item)
    if item is None:
        return unknown("item", command.item, "R23")
    lots = sale_lots(state, hero, item)
    wrong = (
        not_owned(hero, item)
        or _worthless(state, item, hero, lots)
        or _too_many(item, hero, command.quantity, lots)
    )
    if wrong:
        return wrong
    sold_now = lots[: command.quantity]
    if not command.bargain:
        return (_sold_event(hero, item, sold_now),)
    refusal = may_bargain(hero) or _batch_too_small(sum(lot.gold for lot in sold_now))
    return refusal or (_sold_event(hero, item, sold_now, throw(act, SALE)),)


def _worthless(state: State, item: Item, hero: Hero, lots: tuple[SoldLot, ...]) -> Violation | None:
    """Why nothing of what the hero has of an item can be sold."""
    if lots:
        return None
    if item.price is None:
        return Violation(
            "no_resale",
            Text(
                "{item} : aucune boutique n’en reprend, cela n’a pas de prix.",
                "{item}: no shop takes it, it has no price.",
            )(item=item.name),
            "R49",
            {"item": item.key},
            "item",
        )
    if hero.count(item.key) < item.lot:
        return _by_lots(item)
    started = any(owned.paid == 0 for owned in hero.items if owned.key == item.key)
    if started:
        return Violation(
            "resells_for_nothing",
            Text(
                "{item} : cela n’a rien coûté et ne se revend pas ; vous pouvez le donner.",
                "{item}: this cost nothing and resells for nothing; you may give it away.",
            )(item=item.name),
            "R1",
            {"item": item.key},
            "item",
        )
    if all(worth(state, item.key, owned.paid) for owned in hero.items if owned.key == item.key):
        return _by_lots(item)
    return Violation(
        "resells_for_nothing",
        Text(
            "{item} : à ce prix, la revente ne rapporte rien.", "{item}: at this price a sale brings nothing."
        )(item=item.name),
        "R23",
        {"item": item.key},
        "item",
    )


def _by_lots(item: Item) -> Violation:
    return Violation(
        "by_lots",
        Text(
            "{item} : la revente se fait par lots de {lot}, payés le même prix.",
            "{item}: they are sold in lots of {lot} that cost the same.",
        )(item=item.name, lot=item.lot),
        "R20",
        {"item": item.key, "lot": item.lot},
        "item",
    )


def _too_many(item: Item, hero: Hero, quantity: int, lots: tuple[SoldLot, ...]) -> Violation | None:
    if 1 <= quantity <= len(lots):
        return None
    message = Text("{item} : {name} peut en vendre de 1 à {most}.", "{item}: {name} may sell 1 to {most}.")
    return Violation(
        "too_many",
        message(item=item.name, name=hero.name, most=len(lots)),
        "R23",
        {"item": item.key, "most": len(lots)},
        "quantity",
    )


def _batch_too_small(total: int) -> Violation | None:
    if total >= BATCH:
        return None
    return refuse(
        "batch_too_small",
        "Cette vente rapporte {gold} po : on ne marchande qu’à partir de {batch}.",
        "This sale brings {gold} gold: bargaining starts at {batch}.",
        "R48",
        field="bargain",
        gold=total,
        batch=BATCH,
    )


def _sold_event(hero: Hero, item: Item, lots: tuple[SoldLot, ...], roll: Roll | None = None) -> Sold:
    bonus = roll.total * SALE.factor if roll else 0
    return Sold(
        hero=hero.key,
        hero_name=hero.name,
        item=item.key,
        item_name=item.name,
        quantity=sum(lot.quantity for lot in lots),
        gold=sum(lot.gold for lot in lots) + bonus,
        lots=_joined(lots),
        bonus=bonus,
        roll=roll,
    )


def _joined(lots: tuple[SoldLot, ...]) -> tuple[SoldLot, ...]:
    """One line for each price paid."""
    lines: dict[int | None, SoldLot] = {}
    for lot in lots:
        line = lines.get(lot.paid, SoldLot(0, lot.paid))
        lines[lot.paid] = SoldLot(line.quantity + lot.quantity, lot.paid, line.gold + lot.gold)
    return tuple(lines.values())


def sold(state: State, event: Sold) -> State:
    hero = state.heroes[event.hero]
    uses = used(hero) if event.roll else hero.used
    return change(
        state,
        event.hero,
        gold=hero.gold + event.gold,
        items=part_with(hero.items, event.item, event.lots),
        used=uses,
    )


def offer_sell(state: State, hero: str, given: Given) -> Draft:
    found = not_away(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    stock = {
        key: lots
        for key in dict.fromkeys(owned.key for owned in found.items)
        if (lots := sale_lots(state, found, BOOK.items[key]))
    }
    if not stock:
        return refused(
            refuse(
                "nothing_to_sell",
                "{name} n’a rien qui se revende.",
                "{name} has nothing that can be sold.",
                "R23",
                field="hero",
                name=found.name,
            )
        )
    bargains = may_bargain(found) is None and any(_least_batch(lots) for lots in stock.values())
    bargain = bargains and ticked(given, "bargain")
    able = {key: lots for key, lots in stock.items() if not bargain or _least_batch(lots)}
    choices = tuple(_sell_choice(found, BOOK.items[key], lots, bargain) for key, lots in able.items())
    fields = (
        choice("item", Text("Objet", "Item"), choices, depends=True),
        *_how_many_sold(given, able, bargain),
    )
    return Draft((FIELD, *fields) if bargains else fields)


def _least_batch(lots: tuple[SoldLot, ...]) -> int | None:
    """The smallest number of them that is worth a bargain; None when all together are not."""
    total = 0
    for number, lot in enumerate(lots, 1):
        total += lot.gold
        if total >= BATCH:
            return number
    return None


def _how_many_sold(given: Given, able: dict[str, tuple[SoldLot, ...]], bargain: bool) -> tuple[Field, ...]:
    lots = able.get(str(given.get("item")))
    if lots is None:
        return ()
    least = (_least_batch(lots) or 1) if bargain else 1
    return (
        span("quantity", Text("Combien", "How many"), least, len(lots), required=least > 1, default=least),
    )


def _sell_choice(hero: Hero, item: Item, lots: tuple[SoldLot, ...], bargain: bool) -> Choice:
    now = lots[: (_least_batch(lots) or 1) if bargain else 1]
    total = sum(lot.gold for lot in now)
    gain = gold(total) + Text(f" + {SALE}", f" + {SALE}") if bargain else earned(hero, total)
    after = msgspec.structs.replace(hero, items=part_with(hero.items, item.key, _joined(now)))
    number = Text(f"{len(lots)} à vendre", f"{len(lots)} to sell") if len(lots) > 1 else None
    return Choice(
        item.key,
        item.name,
        hint=hint(gain, number, *difference(profile(hero), profile(after))),
        link=f"items/{item.key}",
    )


def tell_sold(event: Sold) -> Text:
    sentence = Text("{name} vend pour {price} po : {item}", "{name} sells for {price} gold: {item}")(
        name=event.hero_name, price=event.gold, item=times(event.item_name, event.quantity)
    )
    if event.roll:
        sentence = sentence + Text(" ({skill}, {faces} : +{bonus})", " ({skill}, {faces}: +{bonus})")(
            skill=LABEL, faces=" + ".join(event.roll.faces), bonus=event.bonus
        )
    return sentence + Text(".", ".")


def sold_moves(event: Sold) -> tuple[Movement, ...]:
    sale = Movement(event.hero, "gold", event.gold - event.bonus, event.item_name, "R23")
    return (sale, Movement(event.hero, "gold", event.bonus, LABEL, "R48")) if event.bonus else (sale,)
