"""Armourer and alchemist: buying, and the bargain over a price (§VIII, R20–R23, R48)."""

from __future__ import annotations

from rules.heroquest_evolution import gifts, selling
from rules.heroquest_evolution.bargaining import (
    FIELD,
    LABEL,
    band,
    dearest,
    haggled,
    may_bargain,
    throw,
    used,
)
from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.content_types import Item
from rules.heroquest_evolution.house import price
from rules.heroquest_evolution.purse import Profile, difference, hint, paid, profile, short_of, ticked, times
from rules.heroquest_evolution.refusals import amount, not_away, refuse, unknown
from rules.heroquest_evolution.state import Hero, State, add_items, change
from rules.heroquest_evolution.wearing import may_use, try_on
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act, Roll
from rules.kernel.messages import Command, Decision, Event, Key, Number, Violation
from rules.kernel.offers import Choice, Draft, Field, Given, choice, refused, span
from rules.kernel.ruleset import Movement
from rules.kernel.text import Text

WORN = Text("déjà porté", "already worn")
MOST = 99
"""Objects or lots in one purchase."""
SHOP_NAMES: dict[str, Text] = {
    "armourer": Text("Armurier", "Armourer"),
    "alchemist": Text("Alchimiste", "Alchemist"),
}


class Buy(Command, frozen=True, tag="buy"):
    """`quantity` counts objects, or lots of ten arrows or bolts. `bargain`: *Marchandage* over one."""

    who = "own"
    label = Text("Acheter", "Buy")
    icon = "market"
    hero: Key
    item: Key
    quantity: Number = 1
    bargain: bool = False


class Bought(Event, frozen=True, tag="bought"):
    """`quantity` in pieces, `price` of one object or lot, `gold` the difference, a bargain's `roll`."""

    hero: str
    hero_name: str
    item: str
    item_name: Text
    quantity: int
    price: int
    gold: int
    list_price: int
    source: str
    roll: Roll | None = None


def buy(state: State, command: Buy, act: Act) -> Decision:
    hero = not_away(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    wrong = not_for_sale(state, command.item) or amount(command.quantity, 1, MOST, "quantity", "R20")
    if wrong:
        return wrong
    if command.bargain:
        return _buy_bargaining(state, hero, command, act)
    list_price = price(state, command.item) or 0
    short = short_of(hero, list_price * command.quantity, "R20", "item")
    return short or (_bought_event(hero, BOOK.items[command.item], command.quantity, list_price, list_price),)


def not_for_sale(state: State, key: str) -> Violation | None:
    item = BOOK.items.get(key)
    if item is None:
        return unknown("item", key, "R20")
    if item.shop and price(state, key) is not None:
        return None
    return Violation(
        "not_for_sale",
        Text("{item} : aucune boutique n’en vend.", "{item}: no shop sells it.")(item=item.name),
        "R49",
        {"item": key},
        "item",
    )


def _buy_bargaining(state: State, hero: Hero, command: Buy, act: Act) -> Decision:
    list_price = price(state, command.item) or 0
    row = band(list_price)
    if row is None:
        return refuse(
            "nothing_to_bargain",
            "Cet objet ne coûte rien : il n’y a rien à marchander.",
            "This costs nothing: there is nothing to bargain over.",
            "R48",
            field="bargain",
        )
    wrong = (
        may_bargain(hero)
        or _one_at_a_time(command.quantity)
        or short_of(hero, dearest(list_price), "R48", "item")
    )
    if wrong:
        return wrong
    roll = throw(act, row)
    return (
        _bought_event(
            hero,
            BOOK.items[command.item],
            1,
            haggled(list_price, roll.total * row.factor),
            list_price,
            roll=roll,
        ),
    )


def _one_at_a_time(quantity: int) -> Violation | None:
    if quantity == 1:
        return None
    return refuse(
        "one_at_a_time",
        "Un marchandage porte sur un seul objet, ou un seul lot de munitions.",
        "A bargain is over a single object, or a single lot of ammunition.",
        "R48",
        field="quantity",
    )


def _bought_event(
    hero: Hero, item: Item, quantity: int, each: int, list_price: int, *, roll: Roll | None = None
) -> Bought:
    return Bought(
        hero=hero.key,
        hero_name=hero.name,
        item=item.key,
        item_name=item.name,
        quantity=quantity * item.lot,
        price=each,
        gold=-each * quantity,
        list_price=list_price,
        source=item.source,
        roll=roll,
    )


def bought(state: State, event: Bought) -> State:
    hero = state.heroes[event.hero]
    uses = used(hero) if event.roll else hero.used
    items = add_items(hero.items, event.item, event.quantity, event.price)
    return change(state, event.hero, gold=hero.gold + event.gold, items=items, used=uses)


def cannot_use(state: State, command: Buy) -> tuple[Text, ...]:
    """R21: what one may not use may be bought, with a warning."""
    hero, item = state.heroes.get(command.hero), BOOK.items.get(command.item)
    wrong = may_use(hero.hero_class, hero.skills, item) if hero and item and item.slot != "none" else None
    return (wrong.message,) if wrong else ()


def offer_buy(state: State, hero: str, given: Given) -> Draft:
    found = not_away(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    bargains = may_bargain(found) is None
    bargain = bargains and ticked(given, "bargain")
    prices = _prices(state, bargain)
    able = {key: each for key, each in prices.items() if each <= found.gold}
    if not able:
        return refused(_nothing_to_buy(found, prices))
    before = profile(found)
    choices = tuple(_buy_choice(state, found, before, BOOK.items[key], bargain) for key in able)
    fields = (
        choice("item", Text("Objet", "Item"), choices, depends=True),
        *_how_many(found, given, able, bargain),
    )
    return Draft(((FIELD, *fields) if bargains else fields), text=_too_dear(found, prices))


def _nothing_to_buy(hero: Hero, prices: dict[str, int]) -> Violation:
    closed = refuse(
        "shops_empty", "Les boutiques n’ont rien à proposer.", "The shops have nothing to offer.", "R20"
    )
    return short_of(hero, min(prices.values(), default=0), "R20", "item") or closed


def _prices(state: State, bargain: bool) -> dict[str, int]:
    """The most that each thing on sale may cost."""
    listed = {
        key: each for key, item in BOOK.items.items() if item.shop and (each := price(state, key)) is not None
    }
    return {key: dearest(each) for key, each in listed.items() if each} if bargain else listed


def _how_many(hero: Hero, given: Given, able: dict[str, int], bargain: bool) -> tuple[Field, ...]:
    each = able.get(str(given.get("item")))
    if each is None:
        return ()
    most = 1 if bargain else min(MOST, hero.gold // each) if each else MOST
    return (span("quantity", Text("Combien", "How many"), 1, most, required=False, default=1),)


def _buy_choice(state: State, hero: Hero, before: Profile, item: Item, bargain: bool) -> Choice:
    list_price = price(state, item.key) or 0
    cost = (
        Text("{price} po − {band}", "{price} gold − {band}")(price=list_price, band=str(band(list_price)))
        if bargain
        else paid(hero, list_price)
    )
    lot = Text(" les {n}", " for {n}")(n=item.lot) if item.lot > 1 else None
    return Choice(
        item.key,
        item.name + lot if lot else item.name,
        hint=hint(cost, *_what_it_changes(hero, before, item)),
        group=SHOP_NAMES[item.shop or "armourer"],
        link=f"items/{item.key}",
    )


def _what_it_changes(hero: Hero, before: Profile, item: Item) -> tuple[Text, ...]:
    """The numbers once it is worn, or why it cannot be; a spare of what is worn changes nothing."""
    if item.slot == "none":
        return ()
    if any(owned.key == item.key and owned.equipped for owned in hero.items):
        return (WORN,)
    after = try_on(hero, item)
    return (after.message,) if isinstance(after, Violation) else difference(before, profile(after))


def _too_dear(hero: Hero, prices: dict[str, int]) -> Text | None:
    dear = [(BOOK.items[key].name, each - hero.gold) for key, each in prices.items() if each > hero.gold]
    if not dear:
        return None
    fr = ", ".join(f"{name.fr} (il manque {missing} po)" for name, missing in dear)
    en = ", ".join(f"{name.en} ({missing} gold short)" for name, missing in dear)
    return Text(f"Trop cher pour l’instant : {fr}.", f"Too dear for now: {en}.")


def tell_bought(event: Bought) -> Text:
    sentence = Text("{name} achète pour {price} po : {item}", "{name} buys for {price} gold: {item}")(
        name=event.hero_name, price=-event.gold, item=times(event.item_name, event.quantity)
    )
    if event.roll:
        sentence = sentence + Text(
            " ({skill}, {faces} : {list} → {price})", " ({skill}, {faces}: {list} → {price})"
        )(skill=LABEL, faces=" + ".join(event.roll.faces), list=event.list_price, price=event.price)
    return sentence + Text(".", ".")


def bought_moves(event: Bought) -> tuple[Movement, ...]:
    return (Movement(event.hero, "gold", event.gold, event.item_name, event.source),)


CHAPTER = Chapter(
    name="market",
    decides={Buy: buy, selling.Sell: selling.sell, gifts.Give: gifts.give},
    evolves={
        Bought: bought,
        selling.Sold: selling.sold,
        gifts.ItemGiven: gifts.item_given,
        gifts.GoldGiven: gifts.gold_given,
    },
    tells={
        Bought: tell_bought,
        selling.Sold: selling.tell_sold,
        gifts.ItemGiven: gifts.tell_item_given,
        gifts.GoldGiven: gifts.tell_gold_given,
    },
    offers={Buy: offer_buy, selling.Sell: selling.offer_sell, gifts.Give: gifts.offer_give},
    warns={Buy: cannot_use, gifts.Give: gifts.cannot_use},
    moves={Bought: bought_moves, selling.Sold: selling.sold_moves, gifts.GoldGiven: gifts.gold_moves},
)
