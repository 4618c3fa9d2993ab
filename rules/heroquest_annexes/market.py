"""After a quest won: purchases, and experience exchanged for good (§4, §III, §IV; R3, R16, R19)."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from rules.heroquest_annexes.book import BOOK
from rules.heroquest_annexes.house import price, rate
from rules.heroquest_annexes.refusals import alone, bounds, in_market, unknown
from rules.heroquest_annexes.series import spell_choice
from rules.heroquest_annexes.state import Hero, State, add_item, change_hero
from rules.heroquest_annexes.words import HOW_MANY, ITEM, SPELL, WHAT, XP, coins, experience, several
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Number, Violation, Who
from rules.kernel.offers import Choice, Draft, Given, choice, refused, span
from rules.kernel.refusing import refuse
from rules.kernel.ruleset import Movement
from rules.kernel.telling import told
from rules.kernel.text import Text

MOST, MOST_GAINED, MOST_SPELLS = 10, 20, 12
BOUGHT, EXCHANGED = Text("Achat", "Purchase"), Text("Échange d’XP", "Exchange of XP")


class Buy(Command, frozen=True, tag="buy"):
    who: ClassVar[Who] = "own"
    label = Text("Acheter", "Buy")
    icon = "market"
    hero: Key
    item: Key
    count: Number = 1


class Bought(Event, frozen=True, tag="bought"):
    hero: str
    hero_name: str
    item: str
    name: Text
    count: int
    gold: int


class Exchange(Command, frozen=True, tag="exchange_xp"):
    """Final. Gold is one for one, all else one at a time."""

    who: ClassVar[Who] = "own"
    label = Text("Échanger de l’XP", "Exchange XP")
    icon = "star"
    review = True
    hero: Key
    what: Key
    xp: Number | None = None
    spell: Key | None = None


class Exchanged(Event, frozen=True, tag="xp_exchanged"):
    hero: str
    hero_name: str
    what: str
    name: Text
    xp: int
    gold: int = 0
    spell: str = ""


def sold(hero: Hero) -> tuple[str, ...]:
    """What the shop has for this class: forbidden gear is not sold to it."""
    return tuple(
        key for key, row in BOOK.items.items() if row.price is not None and hero.hero_class in row.bearers
    )


def buy(state: State, command: Buy, act: Act) -> Decision:
    hero = in_market(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    item = BOOK.items.get(command.item)
    if item is None or item.price is None:
        return unknown("item", command.item, "§III")
    if item.key not in sold(hero):
        return refuse(
            "forbidden_to_class",
            "{c} : {i} est interdit.",
            "{c}: {i} is forbidden.",
            "§III",
            field="item",
            c=BOOK.heroes[hero.hero_class].name,
            i=item.name,
        )
    each = price(state, item.key)
    if each > hero.gold:
        return refuse(
            "gold_short",
            "{i} : {p}, et {n} n’a que {g}.",
            "{i}: {p}, and {n} has only {g}.",
            "§III",
            field="item",
            i=item.name,
            p=coins(each),
            n=hero.name,
            g=coins(hero.gold),
        )
    wrong = bounds("count", command.count, 1, min(MOST, hero.gold // each), "§III")
    many = command.count * item.lot
    return wrong or (
        Bought(
            hero=hero.key,
            hero_name=hero.name,
            item=item.key,
            name=several(item.key, many),
            count=many,
            gold=command.count * each,
        ),
    )


def bought(state: State, event: Bought) -> State:
    state = add_item(state, event.hero, event.item, event.count)
    return change_hero(state, event.hero, gold=state.heroes[event.hero].gold - event.gold)


def for_hero(hero: Hero) -> tuple[str, ...]:
    """What experience may still buy this hero, however much there is."""
    return tuple(what for what in BOOK.rates if _may_have(hero, what) is None)


def exchangeable(state: State, hero: Hero) -> tuple[str, ...]:
    """What the experience suffices for; spells are for casters (R19)."""
    return tuple(what for what in for_hero(hero) if rate(state, what) <= hero.xp)


def _may_have(hero: Hero, what: str) -> Violation | None:
    if what == "spell" and not BOOK.heroes[hero.hero_class].series:
        return refuse(
            "no_magic", "{n} ne lance pas de sorts.", "{n} casts no spells.", "R19", field="what", n=hero.name
        )
    if (what == "spell" and len(hero.spells) >= MOST_SPELLS) or (
        what not in ("spell", "gold") and getattr(hero.gains, what) >= MOST_GAINED
    ):
        return refuse("no_more", "C’est le plus possible.", "There is no more of it.", "R19", field="what")
    return None


def exchange(state: State, command: Exchange, act: Act) -> Decision:
    hero = in_market(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    row = BOOK.rates.get(command.what)
    if row is None:
        return unknown("what", command.what, "§IV")
    wrong = _may_have(hero, row.key) or _too_dear(state, hero, row.key) or _wrong_fields(hero, command)
    if wrong:
        return wrong
    xp = command.xp or 0 if row.key == "gold" else rate(state, row.key)
    name = BOOK.spells[command.spell].name if command.spell else row.name
    return (
        Exchanged(
            hero=hero.key,
            hero_name=hero.name,
            what=row.key,
            name=name,
            xp=xp,
            gold=xp if row.key == "gold" else 0,
            spell=command.spell or "",
        ),
    )


def _too_dear(state: State, hero: Hero, what: str) -> Violation | None:
    if rate(state, what) <= hero.xp:
        return None
    return refuse(
        "xp_short",
        "Il faut {p} XP ; {n} en a {x}.",
        "It takes {p} XP; {n} has {x}.",
        "§IV",
        field="what",
        p=rate(state, what),
        n=hero.name,
        x=hero.xp,
    )


def _wrong_fields(hero: Hero, command: Exchange) -> Violation | None:
    if command.what == "gold":
        wrong = bounds("xp", command.xp or 0, 1, hero.xp, "§IV")
    else:
        wrong = unknown("xp", str(command.xp), "§IV") if command.xp is not None else None
    if wrong:
        return wrong
    if (command.what == "spell") != (command.spell is not None):
        return unknown("spell", command.spell or "", "§IV")
    if command.spell is not None and command.spell not in BOOK.spells:
        return unknown("spell", command.spell, "§IV")
    return None


def exchanged(state: State, event: Exchanged) -> State:
    hero = state.heroes[event.hero]
    state = change_hero(state, event.hero, xp=hero.xp - event.xp, gold=hero.gold + event.gold)
    if event.what == "gold":
        return state
    if event.what == "spell":
        return change_hero(state, event.hero, spells=(*hero.spells, event.spell))
    gains = replace(hero.gains, **{event.what: getattr(hero.gains, event.what) + 1})
    body = hero.body + (event.what == "body")
    return change_hero(state, event.hero, gains=gains, body=body)


def offer_buy(state: State, hero: str, given: Given) -> Draft:
    found = in_market(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    able = tuple(key for key in sold(found) if price(state, key) <= found.gold)
    if not able:
        return refused(refuse("gold_short", "Pas assez d’or.", "Not enough gold.", "§III"))
    items = tuple(
        Choice(key, BOOK.items[key].name, hint=coins(price(state, key)), link=f"items/{key}") for key in able
    )
    field = choice("item", ITEM, items, depends=True)
    item = str(given.get("item"))
    if item not in able:
        return Draft((field,))
    most = min(MOST, found.gold // price(state, item))
    return Draft((field, span("count", HOW_MANY, 1, most, required=False, default=1)))


def offer_exchange(state: State, hero: str, given: Given) -> Draft:
    found = in_market(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    able = exchangeable(state, found)
    if not able:
        return refused(refuse("xp_short", "Pas assez d’XP.", "Not enough XP.", "§IV"))
    options = tuple(Choice(what, BOOK.rates[what].name, hint=experience(rate(state, what))) for what in able)
    fields = (alone("what", WHAT, options, depends=True),)
    if given.get("what") == "gold" and "gold" in able:
        return Draft((*fields, span("xp", XP, 1, found.xp, default=found.xp)))
    if given.get("what") == "spell" and "spell" in able:
        return Draft((*fields, choice("spell", SPELL, tuple(map(spell_choice, BOOK.spells)))))
    return Draft(fields)


def buy_moves(event: Bought) -> tuple[Movement, ...]:
    return (Movement(event.hero, "gold", -event.gold, BOUGHT, "§III"),)


def exchange_moves(event: Exchanged) -> tuple[Movement, ...]:
    gold = (Movement(event.hero, "gold", event.gold, EXCHANGED, "§IV"),) if event.gold else ()
    return (Movement(event.hero, "xp", -event.xp, EXCHANGED, "§IV"), *gold)


CHAPTER = Chapter(
    name="market",
    decides={Buy: buy, Exchange: exchange},
    evolves={Bought: bought, Exchanged: exchanged},
    tells={
        Bought: told("{hero_name} achète : {name} ({gold} PO).", "{hero_name} buys: {name} ({gold} gold)."),
        Exchanged: told("{hero_name} échange {xp} XP : {name}.", "{hero_name} exchanges {xp} XP: {name}."),
    },
    offers={Buy: offer_buy, Exchange: offer_exchange},
    moves={Bought: buy_moves, Exchanged: exchange_moves},
)
