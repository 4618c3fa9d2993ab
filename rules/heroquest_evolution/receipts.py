"""What a review shows before it is confirmed: a closing's receipts, the reach of a house rule."""

from __future__ import annotations

import msgspec

from rules.heroquest_evolution import service
from rules.heroquest_evolution.book import BOOK, MAX_LEVEL
from rules.heroquest_evolution.crediting import StockCredited, StockLost
from rules.heroquest_evolution.death import HeroBuried
from rules.heroquest_evolution.experience import GoldAwarded, XpAwarded
from rules.heroquest_evolution.house import PLACES, house
from rules.heroquest_evolution.house_preview import house_preview
from rules.heroquest_evolution.icons import monster_icon
from rules.heroquest_evolution.levels import gain_text
from rules.heroquest_evolution.market import Bought
from rules.heroquest_evolution.selling import Sold, SoldLot
from rules.heroquest_evolution.state import BARGAINING, State
from rules.kernel.house_chapter import HouseRuleSet
from rules.kernel.messages import Event, heroes_of
from rules.kernel.sections import AnySection, Line, Listing, Part, Receipt
from rules.kernel.text import Text, same

LISTED = Text("Prix du livre", "List price")
BARGAIN = Text("Marchandage", "Bargain")
PAID_LOT = Text("{n} × payé {paid} po", "{n} × bought at {paid} gold")
FOUND_LOT = Text("{n} × trouvé", "{n} × found")
STOCK = Text("Le stock du sorcier gagne", "Zargon’s stock gains")
GAINED = Text("+1 (niveau {level}, {place})", "+1 (level {level}, {place})")
LOST = Text("perdu, déjà {most}", "lost, {most} already")
RETIRES = Text(
    "Légende vivante : prend sa retraite après cette quête.", "A living legend: retires after this quest."
)


def receipts(state: State, events: tuple[Event, ...]) -> tuple[AnySection, ...]:
    """One receipt for each hero of a closing (XP, gold, or the grave), of a price; what a house rule would change."""
    found: list[AnySection] = []
    for event in events:
        if isinstance(event, XpAwarded):
            found.append(_xp_receipt(state, event, service_notes(events, event.hero)))
        elif isinstance(event, GoldAwarded):
            found.append(_gold_receipt(event))
        elif isinstance(event, HeroBuried):
            found.append(_grave(event, service_notes(events, event.hero)))
        elif isinstance(event, HouseRuleSet):
            found += house_preview(state, event)
        elif isinstance(event, Bought | Sold):
            found.append(price_receipt(event))
    return (*found, *_stock_gains(events))


def _stock_gains(events: tuple[Event, ...]) -> tuple[AnySection, ...]:
    """What the sorcerer gets: the events are those that the viewer may see, hence the game master's."""
    gains = [event for event in events if isinstance(event, StockCredited | StockLost)]
    lines = tuple(
        Line(
            label=event.monster_name,
            detail=LOST(most=event.most)
            if isinstance(event, StockLost)
            else GAINED(level=event.level, place=PLACES[event.place - 1]),
            link=f"monsters/{event.monster}",
            icon=monster_icon(BOOK.monsters[event.monster]),
        )
        for event in gains
    )
    return (Listing(key="stock", title=STOCK, lines=lines),) if lines else ()


def _subtitle(state: State, key: str) -> Text:
    hero = state.heroes[key]
    return Text("{c} · niveau {n}", "{c} · level {n}")(
        c=BOOK.hero_classes[hero.hero_class].name, n=hero.level
    )


def service_notes(events: tuple[Event, ...], hero: str) -> tuple[Text, ...]:
    """What becomes of those in the hero's pay: who is back, what a quest more brings them, who leaves (R26, R28)."""
    tells = service.CHAPTER.tells
    return tuple(tells[type(e)](e) for e in events if type(e) in tells and hero in heroes_of(e))


def _xp_receipt(state: State, event: XpAwarded, served: tuple[Text, ...]) -> Receipt:
    hero = state.heroes[event.hero]
    notes = tuple(gain_text(state, msgspec.structs.replace(hero, level=level - 1)) for level in event.levels)
    if hero.level >= MAX_LEVEL and house(state, "legend_retires"):
        notes = (*notes, RETIRES)
    return Receipt(
        key=f"xp.{event.hero}",
        title=same(event.hero_name),
        hero=event.hero,
        subtitle=_subtitle(state, event.hero),
        lines=event.parts,
        total=event.xp,
        unit=same("XP"),
        notes=notes + served,
    )


def _gold_receipt(event: GoldAwarded) -> Receipt:
    return Receipt(
        key=f"gold.{event.hero}",
        title=same(event.hero_name),
        hero=event.hero,
        lines=event.parts,
        total=event.gold,
        unit=Text("po", "gold"),
    )


def price_receipt(event: Bought | Sold) -> Receipt:
    """What a price is made of: the list's, or the lots', and the bargain."""
    return Receipt(
        key=f"price.{event.hero}",
        title=event.item_name,
        hero=event.hero,
        subtitle=same(event.hero_name),
        lines=tuple(part for part in _price_parts(event) if part.amount),
        total=event.gold,
        unit=Text("po", "gold"),
    )


def _price_parts(event: Bought | Sold) -> tuple[Part, ...]:
    page = f"items/{event.item}"
    if isinstance(event, Sold):
        lots = tuple(Part(_lot(lot), lot.gold, "R23", page) for lot in event.lots)
        return (*lots, Part(BARGAIN, event.bonus, "R48", f"skills/{BARGAINING}"))
    listed = event.gold * event.list_price // event.price if event.price else 0
    bargain = Part(BARGAIN, event.gold - listed, "R23", f"skills/{BARGAINING}")
    return (Part(LISTED, listed, event.source, page), bargain)


def _lot(lot: SoldLot) -> Text:
    if lot.paid is None:
        return FOUND_LOT(n=lot.quantity)
    return PAID_LOT(n=lot.quantity, paid=lot.paid)


def _grave(event: HeroBuried, served: tuple[Text, ...]) -> Receipt:
    note = (
        Text("{heir} reprend ses affaires.", "{heir} takes the gear.")(heir=event.heir_name)
        if event.heir_name
        else Text("Ses affaires sont perdues.", "The gear is lost.")
    )
    return Receipt(
        key=f"grave.{event.hero}",
        title=same(event.hero_name),
        hero=event.hero,
        subtitle=same(event.cause),
        lines=(),
        total=0,
        unit=same("XP"),
        notes=(note, *served),
        mood="dead",
    )
