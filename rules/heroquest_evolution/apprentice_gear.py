"""The gear of apprentices, which is their employer’s (R27, R56)."""

from __future__ import annotations

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.content_types import Item
from rules.heroquest_evolution.equipment import Piece
from rules.heroquest_evolution.parting import Lot, part_with, pick
from rules.heroquest_evolution.purse import difference, hint
from rules.heroquest_evolution.refusals import living, refuse, unknown
from rules.heroquest_evolution.retinue import (
    apart,
    apprentice,
    apprentices_of,
    armed,
    label,
    no_apprentice,
    pick_one,
    profile,
    row,
)
from rules.heroquest_evolution.service import MERCENARY, find
from rules.heroquest_evolution.state import (
    Hero,
    Mercenary,
    Owned,
    State,
    add_items,
    change,
    change_mercenary,
)
from rules.heroquest_evolution.wearing import excluded, may_use, not_owned, replaced
from rules.kernel.chapters import Chapter
from rules.kernel.dice import NO_ACT, Act
from rules.kernel.messages import Command, Decision, Event, Key, Violation
from rules.kernel.offers import Choice, Draft, Given, choice, refused
from rules.kernel.text import Text, listed

ITEM = Text("Objet", "Item")


class EquipMercenary(Command, frozen=True, tag="equip_mercenary"):
    """An item of the employer's, put on the apprentice at once; what it replaces comes back."""

    who = "own"
    label = Text("Équiper un apprenti", "Equip an apprentice")
    icon = "armour"
    hero: Key
    mercenary: Key
    item: Key


class UnequipMercenary(Command, frozen=True, tag="unequip_mercenary"):
    who = "own"
    label = Text("Reprendre à un apprenti", "Take back from an apprentice")
    icon = "bag"
    hero: Key
    mercenary: Key
    item: Key


class MercenaryEquipped(Event, frozen=True, tag="mercenary_equipped"):
    """`off` is what made room and is the employer's to carry again."""

    hero: str
    hero_name: str
    mercenary: str
    mercenary_name: Text
    item: str
    item_name: Text
    paid: int | None = None
    off: tuple[Piece, ...] = ()


class MercenaryUnequipped(Event, frozen=True, tag="mercenary_unequipped"):
    hero: str
    hero_name: str
    mercenary: str
    mercenary_name: Text
    item: str
    item_name: Text
    paid: int | None = None


def equip_mercenary(state: State, command: EquipMercenary, act: Act) -> Decision:
    hero = living(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    mercenary = apprentice(hero, command.mercenary)
    if isinstance(mercenary, Violation):
        return mercenary
    item = BOOK.items.get(command.item)
    if item is None:
        return unknown("item", command.item, "R20")
    wrong = apart(state, hero, mercenary) or not_owned(hero, item) or _cannot_wear(mercenary, item)
    return wrong or (_equipped(hero, mercenary, item),)


def _cannot_wear(mercenary: Mercenary, item: Item) -> Violation | None:
    """R21, R56: as for the class he learns from, in one place each; a second weapon brings an apprentice nothing."""
    items = armed(mercenary)
    wrong = may_use(row(mercenary).learns_from or "", mercenary.skills, item) or excluded(items, item)
    if wrong or all(owned.key != item.key for owned in mercenary.items):
        return wrong
    return refuse(
        "already_equipped",
        "{name} a déjà cet objet sur soi : {item}.",
        "{name} already wears or holds this: {item}.",
        "R21",
        field="item",
        name=label(mercenary),
        item=item.name,
    )


def _equipped(hero: Hero, mercenary: Mercenary, item: Item) -> MercenaryEquipped:
    off = tuple(
        Piece(owned.key, BOOK.items[owned.key].name, owned.paid) for owned in replaced(mercenary.items, item)
    )
    return MercenaryEquipped(
        hero=hero.key,
        hero_name=hero.name,
        mercenary=mercenary.key,
        mercenary_name=label(mercenary),
        item=item.key,
        item_name=item.name,
        paid=pick(hero.items, item.key, 1)[0].paid,
        off=off,
    )


def mercenary_equipped(state: State, event: MercenaryEquipped) -> State:
    hero, mercenary = state.heroes[event.hero], find(state, event.hero, event.mercenary)
    worn = mercenary.items
    items = part_with(hero.items, event.item, (Lot(1, event.paid),))
    for piece in event.off:
        worn = tuple(owned for owned in worn if owned.key != piece.key)
        items = add_items(items, piece.key, 1, piece.paid)
    worn = (*worn, Owned(event.item, 1, True, event.paid))
    return change_mercenary(change(state, event.hero, items=items), event.hero, event.mercenary, items=worn)


def unequip_mercenary(state: State, command: UnequipMercenary, act: Act) -> Decision:
    hero = living(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    mercenary = apprentice(hero, command.mercenary)
    if isinstance(mercenary, Violation):
        return mercenary
    item = BOOK.items.get(command.item)
    if item is None:
        return unknown("item", command.item, "R20")
    worn = next((owned for owned in mercenary.items if owned.key == item.key), None)
    wrong = apart(state, hero, mercenary) or (
        _needed(mercenary, item) if worn else _not_worn(mercenary, item)
    )
    return wrong or (
        MercenaryUnequipped(
            hero=hero.key,
            hero_name=hero.name,
            mercenary=mercenary.key,
            mercenary_name=label(mercenary),
            item=item.key,
            item_name=item.name,
            paid=worn.paid if worn else None,
        ),
    )


def _not_worn(mercenary: Mercenary, item: Item) -> Violation:
    return refuse(
        "not_equipped",
        "{name} ne porte rien de l’employeur qui soit : {item}.",
        "{name} wears nothing of the employer’s that is: {item}.",
        "R56",
        field="item",
        name=label(mercenary),
        item=item.name,
    )


def _needed(mercenary: Mercenary, item: Item) -> Violation | None:
    """The basic weapon comes to hand again: what it leaves no room for is taken back first."""
    basic = row(mercenary).weapon
    if item.slot != "weapon" or basic is None:
        return None
    return excluded(tuple(owned for owned in mercenary.items if owned.key != item.key), BOOK.items[basic])


def mercenary_unequipped(state: State, event: MercenaryUnequipped) -> State:
    worn = find(state, event.hero, event.mercenary).items
    left = tuple(owned for owned in worn if owned.key != event.item)
    items = add_items(state.heroes[event.hero].items, event.item, 1, event.paid)
    return change_mercenary(change(state, event.hero, items=items), event.hero, event.mercenary, items=left)


def wearable(state: State, hero: Hero, mercenary: Mercenary) -> tuple[str, ...]:
    """The employer's items that the apprentice could put on now."""
    commands = (
        EquipMercenary(hero=hero.key, mercenary=mercenary.key, item=key)
        for key in dict.fromkeys(owned.key for owned in hero.items)
    )
    return tuple(
        command.item
        for command in commands
        if not isinstance(equip_mercenary(state, command, NO_ACT), Violation)
    )


def returnable(state: State, hero: Hero, mercenary: Mercenary) -> tuple[str, ...]:
    commands = (
        UnequipMercenary(hero=hero.key, mercenary=mercenary.key, item=owned.key) for owned in mercenary.items
    )
    return tuple(
        command.item
        for command in commands
        if not isinstance(unequip_mercenary(state, command, NO_ACT), Violation)
    )


def offer_equip(state: State, hero: str, given: Given) -> Draft:
    found = living(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    able = {m.key: keys for m in apprentices_of(found) if (keys := wearable(state, found, m))}
    if not able:
        return refused(_nothing_to_wear(found) if apprentices_of(found) else no_apprentice(found))
    who = choice("mercenary", MERCENARY, pick_one(found, tuple(able)), depends=True)
    mercenary = next(
        (m for m in found.mercenaries if m.key == given.get("mercenary") and m.key in able), None
    )
    if mercenary is None:
        return Draft((who,))
    options = tuple(_wear_choice(state, found, mercenary, key) for key in able[mercenary.key])
    return Draft((who, choice("item", ITEM, options)))


def _nothing_to_wear(hero: Hero) -> Violation:
    return refuse(
        "nothing_to_equip",
        "{name} n’a rien que son apprenti puisse porter ici.",
        "{name} has nothing that the apprentice could wear here.",
        "R56",
        field="hero",
        name=hero.name,
    )


def _wear_choice(state: State, hero: Hero, mercenary: Mercenary, key: str) -> Choice:
    event = _equipped(hero, mercenary, BOOK.items[key])
    after = find(mercenary_equipped(state, event), hero.key, mercenary.key)
    instead = (
        Text("à la place de : {off}", "instead of: {off}")(off=listed(tuple(p.name for p in event.off)))
        if event.off
        else None
    )
    moved = difference(profile(mercenary), profile(after))
    return Choice(key, event.item_name, hint=hint(*moved, instead), link=f"items/{key}")


def offer_unequip(state: State, hero: str, given: Given) -> Draft:
    found = living(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    able = {m.key: keys for m in apprentices_of(found) if (keys := returnable(state, found, m))}
    if not able:
        return refused(_nothing_to_return(found) if apprentices_of(found) else no_apprentice(found))
    who = choice("mercenary", MERCENARY, pick_one(found, tuple(able)), depends=True)
    options = able.get(str(given.get("mercenary")), ())
    if not options:
        return Draft((who,))
    items = tuple(Choice(key, BOOK.items[key].name, link=f"items/{key}") for key in options)
    return Draft((who, choice("item", ITEM, items)))


def _nothing_to_return(hero: Hero) -> Violation:
    return refuse(
        "nothing_lent",
        "L’apprenti de {name} n’a rien à rendre ici.",
        "The apprentice of {name} has nothing to give back here.",
        "R56",
        field="hero",
        name=hero.name,
    )


def tell_equipped(event: MercenaryEquipped) -> Text:
    told = Text("{hero} équipe {name} : {item}", "{hero} equips {name}: {item}")(
        hero=event.hero_name, name=event.mercenary_name, item=event.item_name
    )
    if event.off:
        told = told + Text(", à la place de : {off}", ", instead of: {off}")(
            off=listed(tuple(piece.name for piece in event.off))
        )
    return told + Text(".", ".")


def tell_unequipped(event: MercenaryUnequipped) -> Text:
    return Text("{hero} reprend à {name} : {item}.", "{hero} takes back from {name}: {item}.")(
        hero=event.hero_name, name=event.mercenary_name, item=event.item_name
    )


CHAPTER = Chapter(
    name="apprentice_gear",
    decides={EquipMercenary: equip_mercenary, UnequipMercenary: unequip_mercenary},
    evolves={MercenaryEquipped: mercenary_equipped, MercenaryUnequipped: mercenary_unequipped},
    tells={MercenaryEquipped: tell_equipped, MercenaryUnequipped: tell_unequipped},
    offers={EquipMercenary: offer_equip, UnequipMercenary: offer_unequip},
)
