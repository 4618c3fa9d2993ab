"""Skills, gear, items, stones and the merchant, as cards of the sheet (§10–§12, §15)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.messages import Violation, kind_of
from rules.kernel.offers import Viewer
from rules.kernel.sections import AnySection, Card, Cards, Numbers, Tap
from rules.kernel.tapping import obstacle, tap
from rules.kernel.text import Text, counted
from rules.six_elements.affinities import ExchangeStones, RaiseAffinity
from rules.six_elements.affinities import obstacle as barred
from rules.six_elements.book import BOOK, NEUTRAL
from rules.six_elements.content_types import Equipment, Item, Skill
from rules.six_elements.equipment import Equip, Unequip, equip, may_wear, piece_text, unequip
from rules.six_elements.falls import LoseEquipment, lose_equipment
from rules.six_elements.house import house_int
from rules.six_elements.learning import KINDS
from rules.six_elements.market import (
    BuyItem,
    RenewStall,
    UseItem,
    buy,
    buyer,
    item_text,
    priced,
    renew_stall,
    use_item,
)
from rules.six_elements.refusals import on_turn
from rules.six_elements.skill_cards import card_text
from rules.six_elements.state import Hero, State
from rules.six_elements.stats import ELEMENT_ICONS, derived_affinity, may_play
from rules.six_elements.words import ELEMENTS, GOLD_PIECES, STONES, joined

SKILLS, GEAR, ITEMS = Text("Talents", "Skills"), Text("Tenue", "Gear"), Text("Objets", "Items")
AFFINITIES, STONES_TITLE = Text("Affinités", "Affinities"), Text("Pierres", "Stones")
STALL = Text("Étal", "Stall")
NO_GEAR = Text(
    "Rien encore : l’équipement vient des monstres vaincus.", "Nothing yet: gear comes from monsters beaten."
)
NO_ITEMS = Text("Aucun objet.", "No items.")
NO_STONES = Text(
    "Aucune pierre : les monstres vaincus en laissent.", "No stones: monsters beaten leave them."
)
WORN, BAG = Text("Porté", "Worn"), Text("Au sac", "In the bag")
USE, EQUIP, TAKE_OFF, LOSE = (
    Text("Utiliser", "Use"),
    Text("Équiper", "Put on"),
    Text("Ôter", "Take off"),
    Text("Abandonner", "Give up"),
)
BUY, RAISE = Text("Acheter", "Buy"), Text("Monter l’affinité", "Raise the affinity")
UNPLAYABLE = Text("injouable : l’affinité manque", "cannot be played: the affinity is missing")
NEW_STALL, EMPTY_STALL = Text("Renouveler l’étalage", "Renew the stall"), Text("Vide.", "Empty.")
PURSE, MISSING = Text("Or en bourse : {n}", "Gold in the purse: {n}"), Text("il manque {n}", "{n} short")
SLOT_ICONS = {
    "head": "helmet",
    "torso": "armour",
    "main": "sword",
    "off": "shield",
    "feet": "boot",
    "ring": "star",
    "amulet": "star",
}


def sections(state: State, hero: Hero, viewer: Viewer) -> tuple[AnySection, ...]:
    """The tabs of a sheet, after what is to be done now."""
    acts = viewer.may_act_for(hero.key)
    found: list[AnySection] = [
        skill_cards(hero),
        gear_cards(state, hero, acts),
        item_cards(state, hero, acts),
        affinities(hero),
        stone_cards(state, hero, acts),
    ]
    if state.game and not state.game.outcome:
        found.append(stall_cards(state, hero, acts))
    return tuple(found)


def skill_cards(hero: Hero) -> Cards:
    rows = sorted((BOOK.skills[key] for key in hero.skills), key=lambda row: row.skill_kind)
    return Cards(key="skills", title=SKILLS, cards=tuple(_skill(hero, row) for row in rows))


def _skill(hero: Hero, row: Skill) -> Card:
    plays = may_play(hero, row)
    text = card_text(row) if plays else joined((card_text(row), UNPLAYABLE))
    return Card(
        key=row.key,
        title=row.name,
        text=text,
        state="passive" if plays else "spent",
        icon=ELEMENT_ICONS[row.element],
        tone=row.element,
        group=KINDS[row.skill_kind],
        link=f"skills/{row.key}",
    )


def gear_cards(state: State, hero: Hero, acts: bool) -> Cards:
    worn = [_piece(state, hero, BOOK.equipment[key], acts, is_worn=True) for key in hero.worn]
    bag = [_piece(state, hero, BOOK.equipment[key], acts, is_worn=False) for key in hero.bag]
    return Cards(key="gear", title=GEAR, cards=(*worn, *bag), empty=NO_GEAR)


def _piece(state: State, hero: Hero, row: Equipment, acts: bool, *, is_worn: bool) -> Card:
    wrong = None if is_worn else may_wear(hero, row)
    text = piece_text(row) if wrong is None else joined((piece_text(row), wrong.message), " — ")
    return Card(
        key=row.key,
        title=row.name,
        text=text,
        state="spent" if wrong else "ready" if is_worn else "passive",
        icon=SLOT_ICONS[row.slot],
        tone=row.element or "",
        group=WORN if is_worn else BAG,
        link=f"equipment/{row.key}",
        tap=_piece_tap(state, hero, row, is_worn=is_worn) if acts else None,
    )


def _piece_tap(state: State, hero: Hero, row: Equipment, *, is_worn: bool) -> Tap | None:
    if not is_worn:
        return tap(state, equip, Equip(hero=hero.key, equipment=row.key), EQUIP)
    if hero.loses:
        return tap(state, lose_equipment, LoseEquipment(hero=hero.key, equipment=row.key), LOSE)
    return tap(state, unequip, Unequip(hero=hero.key, equipment=row.key), TAKE_OFF)


def item_cards(state: State, hero: Hero, acts: bool) -> Cards:
    cards = tuple(_item(state, hero, BOOK.items[key], acts) for key in hero.items)
    return Cards(key="items", title=ITEMS, cards=cards, empty=NO_ITEMS)


def _item(state: State, hero: Hero, row: Item, acts: bool) -> Card:
    """What it does, and why not now."""
    command = UseItem(hero=hero.key, item=row.key)
    wrong = obstacle(state, use_item, command) if acts and state.game else None
    text = joined((item_text(row), wrong.message), " — ") if wrong else item_text(row)
    return Card(
        key=row.key,
        title=row.name,
        text=text,
        state="passive" if wrong else "ready",
        icon="potion",
        link=f"items/{row.key}",
        tap=tap(state, use_item, command, USE) if acts else None,
    )


def affinities(hero: Hero) -> Numbers:
    keys = [*(key for key in STONES if hero.affinities.get(key)), NEUTRAL]
    return Numbers(key="stones", title=AFFINITIES, numbers=tuple(derived_affinity(hero, key) for key in keys))


def stone_cards(state: State, hero: Hero, acts: bool) -> Cards:
    """Stones by element, each with what they may do now."""
    free = acts and isinstance(on_turn(state, hero.key), Hero)
    cards = [_stone(hero, key, number, free) for key, number in hero.stones.items()]
    if free and sum(hero.stones.values()) > 1:
        cards.append(
            Card(
                key="exchange",
                title=ExchangeStones.label,
                icon="market",
                state="ready",
                ask=kind_of(ExchangeStones),
            )
        )
    return Cards(key="stones", title=STONES_TITLE, cards=tuple(cards), empty=NO_STONES)


def _stone(hero: Hero, key: str, number: int, free: bool) -> Card:
    rises = free and number > 1 and barred(hero, key) is None
    return Card(
        key=key,
        title=STONES[key],
        text=RAISE if rises else ELEMENTS[key],
        count=number,
        icon=ELEMENT_ICONS[key],
        tone=key,
        state="ready" if rises else "passive",
        link=f"elements/{key}",
        ask=kind_of(RaiseAffinity) if rises else None,
        given={"element": key} if rises else {},
    )


def stall_cards(state: State, hero: Hero, acts: bool) -> Cards:
    """Under what is in the purse, and why nothing is sold now."""
    found = buyer(state, hero.key) if acts else hero
    why = (found.message,) if isinstance(found, Violation) else ()
    head = joined((PURSE(n=hero.gold), *why), " — ")
    cards = list(_stall(state, hero, acts and not why, head))
    price = counted(house_int(state, "renew_price"), *GOLD_PIECES)
    renew = tap(state, renew_stall, RenewStall(hero=hero.key), NEW_STALL) if acts else None
    if renew:
        cards.append(
            Card(
                key="renew",
                title=NEW_STALL,
                text=price,
                icon="market",
                state="ready",
                group=head,
                tap=renew,
            )
        )
    return Cards(key="stall", title=STALL, cards=tuple(cards), empty=EMPTY_STALL)


def _stall(state: State, hero: Hero, sells: bool, head: Text) -> Iterator[Card]:
    for key in state.open.stall:
        row = BOOK.items[key]
        bought = tap(state, buy, BuyItem(hero=hero.key, item=key), BUY) if sells else None
        missing = (MISSING(n=row.rank - hero.gold),) if sells and row.rank > hero.gold else ()
        yield Card(
            key=key,
            title=row.name,
            text=joined((priced(row), item_text(row), *missing)),
            state="ready" if bought else "passive",
            icon="potion",
            group=head,
            tap=bought,
        )
