"""The merchant: three Item cards for all, one purchase a turn, a new stall for gold; and items used (§15, R3, R37)."""

from __future__ import annotations

from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Key, Violation
from rules.kernel.offers import Choice, Draft, Given, choice, refused
from rules.kernel.refusing import refuse
from rules.kernel.ruleset import Movement
from rules.kernel.text import Text, counted, listed
from rules.six_elements.book import BOOK
from rules.six_elements.content_types import Item
from rules.six_elements.games import STALL, names_of
from rules.six_elements.house import house_int
from rules.six_elements.piles import ITEM, Piled, draw, numbers, piled
from rules.six_elements.refusals import in_game, on_turn, unknown
from rules.six_elements.state import Answer, Counts, Foe, Hero, State, added, change, change_foe, play
from rules.six_elements.stats import body_most, mana_most
from rules.six_elements.tokens import cleansed, room
from rules.six_elements.words import GOLD_PIECES, HARMFUL, INSTANT, joined, power_text

CARD = Text("Objet", "Item")


class BuyItem(Command, frozen=True, tag="buy"):
    """Once a turn, at the price of its rank; the next card takes its place at once."""

    who = "own"
    label = Text("Acheter", "Buy")
    icon = "market"
    hero: Key
    item: Key


class RenewStall(Command, frozen=True, tag="renew_stall"):
    """Once a turn: the cards shown are discarded for new ones."""

    who = "own"
    label = Text("Renouveler l’étalage", "Renew the stall")
    icon = "redo"
    hero: Key


class UseItem(Command, frozen=True, tag="use_item"):
    """In a fight or outside; an item leaves the game with its use."""

    who = "own"
    label = Text("Utiliser un objet", "Use an item")
    icon = "potion"
    hero: Key
    item: Key


class ItemBought(Piled, frozen=True, tag="item_bought"):
    hero: str
    hero_name: str
    item: str
    item_name: Text
    gold: int
    drawn: str = ""
    drawn_name: Text | None = None


class StallRenewed(Piled, frozen=True, tag="stall_renewed"):
    hero: str
    hero_name: str
    gold: int
    before: tuple[str, ...]
    stall: tuple[str, ...]
    stall_names: tuple[Text, ...]


class ItemUsed(Piled, frozen=True, tag="item_used"):
    """Differences; `foe` where tokens go to the opponent."""

    hero: str
    hero_name: str
    item: str
    item_name: Text
    body: int = 0
    mana: int = 0
    tokens: Counts = {}
    foe: str = ""
    foe_tokens: Counts = {}


def buy(state: State, command: BuyItem, act: Act) -> Decision:
    hero = buyer(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    game = state.open
    if command.item not in BOOK.items:
        return unknown("item", command.item, "§15")
    if command.item not in game.stall:
        return refuse(
            "not_in_stall",
            "Cette carte n’est pas à l’étalage.",
            "This card is not in the stall.",
            "§15",
            field="item",
        )
    row = BOOK.items[command.item]
    if hero.gold < row.rank:
        return _too_poor(hero, row.rank, "item")
    drawn = draw(state, act, "stall_1", ITEM)
    return (
        ItemBought(
            hero=hero.key,
            hero_name=hero.name,
            item=row.key,
            item_name=row.name,
            gold=-row.rank,
            drawn=drawn.card if drawn else "",
            drawn_name=BOOK.items[drawn.card].name if drawn else None,
            shuffled=(ITEM,) if drawn and drawn.shuffled else (),
        ),
    )


def buyer(state: State, key: str) -> Answer[Hero]:
    hero = on_turn(state, key)
    if isinstance(hero, Violation):
        return hero
    if state.open.bought:
        return refuse(
            "bought_already", "Un seul achat par tour.", "One purchase a turn.", "§15", field="hero"
        )
    return hero


def _too_poor(hero: Hero, price: int, field: str) -> Violation:
    return refuse(
        "gold_short",
        "{name} a {have} or : il en faut {price}.",
        "{name} has {have} gold: {price} needed.",
        "§15",
        field=field,
        name=hero.name,
        have=hero.gold,
        price=price,
    )


def item_bought(state: State, event: ItemBought) -> State:
    hero, game = state.heroes[event.hero], state.open
    stall = tuple(event.drawn if card == event.item else card for card in game.stall)
    richer = change(state, event.hero, gold=hero.gold + event.gold, items=(*hero.items, event.item))
    return piled(play(richer, stall=tuple(filter(None, stall)), bought=True), event)


def renewer(state: State, key: str) -> Answer[Hero]:
    hero = on_turn(state, key)
    if isinstance(hero, Violation):
        return hero
    price = house_int(state, "renew_price")
    if state.open.renewed or not state.open.stall:
        return refuse(
            "renewed_already",
            "L’étalage se renouvelle une fois par tour, s’il n’est pas vide.",
            "The stall is renewed once a turn, unless it is empty.",
            "§15",
            field="hero",
        )
    return hero if hero.gold >= price else _too_poor(hero, price, "hero")


def renew_stall(state: State, command: RenewStall, act: Act) -> Decision:
    """The cards shown are discarded first: they come back only when the pile is out (R34)."""
    hero = renewer(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    before = state.open.stall
    away = numbers(ITEM, before)
    left = play(state, stall=(), discards=state.open.discards | _put(state, away))
    stall: tuple[str, ...] = ()
    shuffled = False
    for number in range(1, STALL + 1):
        drawn = draw(left, act, f"stall_{number}", ITEM, stall)
        if drawn is None:
            break
        stall, shuffled = (*stall, drawn.card), shuffled or drawn.shuffled
    return (
        StallRenewed(
            hero=hero.key,
            hero_name=hero.name,
            gold=-house_int(state, "renew_price"),
            before=before,
            stall=stall,
            stall_names=names_of(stall),
            discards={} if shuffled else away,
            shuffled=(ITEM,) if shuffled else (),
        ),
    )


def _put(state: State, away: dict[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
    return {ITEM: (*state.open.discards.get(ITEM, ()), *away.get(ITEM, ()))}


def stall_renewed(state: State, event: StallRenewed) -> State:
    hero = state.heroes[event.hero]
    paid = change(state, event.hero, gold=hero.gold + event.gold)
    return piled(play(paid, stall=event.stall, renewed=True), event)


def use_item(state: State, command: UseItem, act: Act) -> Decision:
    hero = in_game(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    if command.item not in hero.items:
        return _not_owned(hero)
    row = BOOK.items[command.item]
    wrong = unusable(state, hero, row)
    return wrong or (_used(state, hero, row),)


def _not_owned(hero: Hero) -> Violation:
    return refuse(
        "not_owned", "{name} n’a pas cela.", "{name} does not have that.", "§15", field="item", name=hero.name
    )


def foe_of(state: State, hero: Hero) -> Foe | None:
    """Whom the hero fights."""
    fight = state.open.fight
    return state.open.foe(fight.foe) if fight and fight.hero == hero.key else None


def unusable(state: State, hero: Hero, row: Item) -> Violation | None:
    """Against an opponent there has to be one; no token comes between dice and blow (§7)."""
    tokens = [power.what for power in row.powers if power.what not in INSTANT]
    if any(what in HARMFUL for what in tokens) and foe_of(state, hero) is None:
        return refuse(
            "no_opponent",
            "Cet objet vise un adversaire.",
            "This item is meant for an opponent.",
            "§15",
            field="item",
        )
    if tokens and hero.key in state.open.hands:
        return refuse(
            "dice_lie_item",
            "Les jetons n’arrivent qu’après l’échange : pas entre les dés et le coup.",
            "Tokens come after the exchange: not between dice and blow.",
            "§7",
            field="item",
        )
    return None


def _used(state: State, hero: Hero, row: Item) -> ItemUsed:
    found: Counts = {power.what: power.amount for power in row.powers}
    wiped = cleansed(hero.tokens) if "cleanse" in found else {}
    own = {what: n for what, n in found.items() if what not in INSTANT and what not in HARMFUL}
    others = {what: n for what, n in found.items() if what in HARMFUL}
    foe = foe_of(state, hero) if others else None
    return ItemUsed(
        hero=hero.key,
        hero_name=hero.name,
        item=row.key,
        item_name=row.name,
        body=min(body_most(hero) - hero.body, found.get("heal", 0)),
        mana=min(mana_most(hero) - hero.mana, found.get("mana", 0)),
        tokens=added(wiped, room(state, hero.tokens, own)),
        foe=foe.key if foe else "",
        foe_tokens=room(state, foe.tokens, others) if foe else {},
        gone=numbers(ITEM, (row.key,)),
    )


def item_used(state: State, event: ItemUsed) -> State:
    hero = state.heroes[event.hero]
    state = change(
        state,
        event.hero,
        body=hero.body + event.body,
        mana=hero.mana + event.mana,
        tokens=added(hero.tokens, event.tokens),
        items=tuple(key for key in hero.items if key != event.item),
    )
    foe = state.open.foe(event.foe)
    if foe:
        state = change_foe(state, foe.key, tokens=added(foe.tokens, event.foe_tokens))
    return piled(state, event)


def spent_moves(event: ItemBought | StallRenewed) -> tuple[Movement, ...]:
    if not event.gold:
        return ()
    return (Movement(event.hero, "gold", event.gold, Text("Au marchand", "At the merchant’s"), "§15"),)


def item_text(row: Item) -> Text:
    return joined(tuple(map(power_text, row.powers)))


def priced(row: Item) -> Text:
    return counted(row.rank, *GOLD_PIECES)


def offer_buy(state: State, hero: str, given: Given) -> Draft:
    found = buyer(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    rows = [BOOK.items[card] for card in state.open.stall]
    if not rows:
        return refused(
            refuse("not_in_stall", "L’étalage est vide.", "The stall is empty.", "§15", field="item")
        )
    able = [row for row in rows if row.rank <= found.gold]
    if not able:
        return refused(_too_poor(found, min(row.rank for row in rows), "item"))
    options = tuple(
        Choice(row.key, row.name, hint=joined((priced(row), item_text(row))), link=f"items/{row.key}")
        for row in able
    )
    return Draft((choice("item", CARD, options),))


def offer_renew(state: State, hero: str, given: Given) -> Draft:
    found = renewer(state, hero)
    return refused(found) if isinstance(found, Violation) else Draft()


def offer_use(state: State, hero: str, given: Given) -> Draft:
    found = in_game(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    rows = [BOOK.items[key] for key in found.items]
    able = [row for row in rows if unusable(state, found, row) is None]
    if not able:
        wrong = unusable(state, found, rows[0]) if rows else None
        return refused(wrong or _not_owned(found))
    options = tuple(Choice(row.key, row.name, hint=item_text(row), link=f"items/{row.key}") for row in able)
    return Draft((choice("item", CARD, options),))


def tell_bought(event: ItemBought) -> Text:
    sentence = Text("{hero} achète « {item} » pour {n} or", "{hero} buys “{item}” for {n} gold")(
        hero=event.hero_name, item=event.item_name, n=-event.gold
    )
    if event.drawn_name is None:
        return sentence + Text(".", ".")
    return sentence + Text(" ; à sa place : {next}.", "; in its place: {next}.")(next=event.drawn_name)


def tell_renewed(event: StallRenewed) -> Text:
    shown = listed(event.stall_names) if event.stall_names else Text("rien", "nothing")
    return Text("{hero} renouvelle l’étalage : {stall}.", "{hero} renews the stall: {stall}.")(
        hero=event.hero_name, stall=shown
    )


def tell_used(event: ItemUsed) -> Text:
    return Text("{hero} utilise « {item} ».", "{hero} uses “{item}”.")(
        hero=event.hero_name, item=event.item_name
    )


CHAPTER = Chapter(
    name="market",
    decides={BuyItem: buy, RenewStall: renew_stall, UseItem: use_item},
    evolves={ItemBought: item_bought, StallRenewed: stall_renewed, ItemUsed: item_used},
    tells={ItemBought: tell_bought, StallRenewed: tell_renewed, ItemUsed: tell_used},
    offers={BuyItem: offer_buy, RenewStall: offer_renew, UseItem: offer_use},
    moves={ItemBought: spent_moves, StallRenewed: spent_moves},
)
