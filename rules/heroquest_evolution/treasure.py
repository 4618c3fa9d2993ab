"""Gold and things found, spent and lost outside the shops (§VIII, R49)."""

from __future__ import annotations

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.purse import short_of
from rules.heroquest_evolution.refusals import amount, living, refuse, unknown
from rules.heroquest_evolution.state import State, add_items, change, take_items
from rules.heroquest_evolution.wearing import not_owned
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Number, Reason, Violation
from rules.kernel.offers import Choice, Draft, Given, choice, refused, span, words
from rules.kernel.ruleset import Movement
from rules.kernel.text import Text

GOLD_MAX = 100_000
AMOUNT = Text("Pièces d’or", "Gold")
ITEM = Text("Objet", "Item")
REASON = Text("Raison", "Reason")


class FindGold(Command, frozen=True, tag="find_gold"):
    label = Text("Or trouvé", "Gold found")
    icon = "coin"
    hero: Key
    amount: Number


class SpendGold(Command, frozen=True, tag="spend_gold"):
    label = Text("Or dépensé", "Gold spent")
    icon = "coin"
    hero: Key
    amount: Number
    reason: Reason


class FindItem(Command, frozen=True, tag="find_item"):
    label = Text("Objet trouvé", "Item found")
    icon = "chest"
    hero: Key
    item: Key


class LoseItem(Command, frozen=True, tag="lose_item"):
    label = Text("Objet perdu", "Item lost")
    icon = "bag"
    hero: Key
    item: Key
    reason: Reason


class GoldFound(Event, frozen=True, tag="gold_found"):
    hero: str
    hero_name: str
    gold: int


class GoldSpent(Event, frozen=True, tag="gold_spent"):
    hero: str
    hero_name: str
    gold: int
    reason: str


class ItemFound(Event, frozen=True, tag="item_found"):
    hero: str
    hero_name: str
    item: str
    item_name: Text
    quantity: int


class ItemLost(Event, frozen=True, tag="item_lost"):
    hero: str
    hero_name: str
    item: str
    item_name: Text
    quantity: int
    reason: str


def find_gold(state: State, command: FindGold, act: Act) -> Decision:
    hero = living(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    wrong = amount(command.amount, 1, GOLD_MAX, "amount", "§VIII")
    return wrong or (GoldFound(hero=hero.key, hero_name=hero.name, gold=command.amount),)


def gold_found(state: State, event: GoldFound) -> State:
    return change(state, event.hero, gold=state.heroes[event.hero].gold + event.gold)


def spend_gold(state: State, command: SpendGold, act: Act) -> Decision:
    hero = living(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    wrong = amount(command.amount, 1, GOLD_MAX, "amount", "§VIII") or short_of(
        hero, command.amount, "§VIII", "amount"
    )
    return wrong or (
        GoldSpent(hero=hero.key, hero_name=hero.name, gold=command.amount, reason=command.reason.strip()),
    )


def gold_spent(state: State, event: GoldSpent) -> State:
    return change(state, event.hero, gold=state.heroes[event.hero].gold - event.gold)


def find_item(state: State, command: FindItem, act: Act) -> Decision:
    hero = living(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    item = BOOK.items.get(command.item)
    if item is None:
        return unknown("item", command.item, "R49")
    return (
        ItemFound(
            hero=hero.key, hero_name=hero.name, item=item.key, item_name=item.name.inline, quantity=item.lot
        ),
    )


def item_found(state: State, event: ItemFound) -> State:
    items = add_items(state.heroes[event.hero].items, event.item, event.quantity, None)
    return change(state, event.hero, items=items)


def lose_item(state: State, command: LoseItem, act: Act) -> Decision:
    hero = living(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    item = BOOK.items.get(command.item)
    if item is None:
        return unknown("item", command.item, "R49")
    wrong = not_owned(hero, item)
    return wrong or (
        ItemLost(
            hero=hero.key,
            hero_name=hero.name,
            item=item.key,
            item_name=item.name.inline,
            quantity=1,
            reason=command.reason.strip(),
        ),
    )


def item_lost(state: State, event: ItemLost) -> State:
    items = take_items(state.heroes[event.hero].items, event.item, event.quantity)
    return change(state, event.hero, items=items)


def item_choices(keys: tuple[str, ...]) -> tuple[Choice, ...]:
    return tuple(Choice(key, BOOK.items[key].name, link=f"items/{key}") for key in keys)


EVERY_ITEM = item_choices(tuple(BOOK.items))


def offer_find_gold(state: State, hero: str, given: Given) -> Draft:
    found = living(state, hero)
    return refused(found) if isinstance(found, Violation) else Draft((span("amount", AMOUNT, 1, GOLD_MAX),))


def offer_spend_gold(state: State, hero: str, given: Given) -> Draft:
    found = living(state, hero)
    wrong = found if isinstance(found, Violation) else short_of(found, 1, "§VIII", "amount")
    if wrong or isinstance(found, Violation):
        return refused(wrong)  # type: ignore[arg-type]
    return Draft((span("amount", AMOUNT, 1, min(found.gold, GOLD_MAX)), words("reason", REASON, 300)))


def offer_find_item(state: State, hero: str, given: Given) -> Draft:
    found = living(state, hero)
    return refused(found) if isinstance(found, Violation) else Draft((choice("item", ITEM, EVERY_ITEM),))


def offer_lose_item(state: State, hero: str, given: Given) -> Draft:
    found = living(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    keys = tuple(dict.fromkeys(owned.key for owned in found.items))
    if not keys:
        return refused(
            refuse(
                "nothing_owned",
                "{name} ne possède rien.",
                "{name} owns nothing.",
                "§VIII",
                field="item",
                name=found.name,
            )
        )
    return Draft((choice("item", ITEM, item_choices(keys)), words("reason", REASON, 300)))


def tell_gold_found(event: GoldFound) -> Text:
    return Text("{name} trouve {gold} pièces d’or.", "{name} finds {gold} gold.")(
        name=event.hero_name, gold=event.gold
    )


def tell_gold_spent(event: GoldSpent) -> Text:
    return Text("{name} dépense {gold} pièces d’or : {reason}", "{name} spends {gold} gold: {reason}")(
        name=event.hero_name, gold=event.gold, reason=event.reason
    )


def tell_item_found(event: ItemFound) -> Text:
    many = Text(" × {n}", " × {n}")(n=event.quantity) if event.quantity > 1 else None
    item = event.item_name + many if many else event.item_name
    return Text("{name} trouve : {item}.", "{name} finds: {item}.")(name=event.hero_name, item=item)


def tell_item_lost(event: ItemLost) -> Text:
    return Text("{name} perd : {item}. {reason}", "{name} loses: {item}. {reason}")(
        name=event.hero_name, item=event.item_name, reason=event.reason
    )


def moves_found(event: GoldFound) -> tuple[Movement, ...]:
    return (Movement(event.hero, "gold", event.gold, Text("Trouvé", "Found"), "§VIII"),)


def moves_spent(event: GoldSpent) -> tuple[Movement, ...]:
    return (
        Movement(
            event.hero, "gold", -event.gold, Text("Dépensé : {r}", "Spent: {r}")(r=event.reason), "§VIII"
        ),
    )


CHAPTER = Chapter(
    name="treasure",
    decides={FindGold: find_gold, SpendGold: spend_gold, FindItem: find_item, LoseItem: lose_item},
    evolves={GoldFound: gold_found, GoldSpent: gold_spent, ItemFound: item_found, ItemLost: item_lost},
    tells={
        GoldFound: tell_gold_found,
        GoldSpent: tell_gold_spent,
        ItemFound: tell_item_found,
        ItemLost: tell_item_lost,
    },
    offers={
        FindGold: offer_find_gold,
        SpendGold: offer_spend_gold,
        FindItem: offer_find_item,
        LoseItem: offer_lose_item,
    },
    moves={GoldFound: moves_found, GoldSpent: moves_spent},
)
