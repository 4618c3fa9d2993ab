"""Who may use what, and what is worn together (R20, R21, R52, R53). What is worn is found by its place."""

from __future__ import annotations

import msgspec

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.content_types import Item
from rules.heroquest_evolution.state import Hero, Owned, add_items, take_items
from rules.kernel.messages import Violation
from rules.kernel.text import Text, listed

Items = tuple[Owned, ...]
WARRIOR_MAGE = "enchanter-warrior-mage"
LIGHT = 2
"""Printed dice a weapon may have in the hands of a *Mage guerrier* (R52)."""
INCLUDES = {"borins-armour": "helmet"}
"""Armour that comes with another piece and leaves no place for it."""
SHOPS: dict[str, Text] = {
    "armourer": Text("l’armurier", "the armourer"),
    "alchemist": Text("l’alchimiste", "the alchemist"),
}


def _users(item: Item) -> tuple[str, ...]:
    allowed = [
        key for key in BOOK.hero_classes if key not in item.never and (not item.only or key in item.only)
    ]
    return tuple(
        key for key in allowed if item.needs_skill is None or f"{key}-{item.needs_skill}" in BOOK.skills
    )


USERS: dict[str, tuple[str, ...]] = {key: _users(item) for key, item in BOOK.items.items()}
"""The classes that may use an item, some only with its skill."""


def may_equip(hero: Hero, item: Item) -> Violation | None:
    """Why the hero may not use the item at all, or None: the class, then the skill (R21, R52)."""
    return may_use(hero.hero_class, hero.skills, item)


def may_use(hero_class: str, skills: tuple[str, ...], item: Item) -> Violation | None:
    """The same for a class with some skills."""
    if item.slot == "none":
        return Violation(
            "not_worn",
            Text(
                "{item} : cela ne se porte ni ne se tient, il suffit de l’avoir.",
                "{item}: this is neither worn nor held; owning it is enough.",
            )(item=item.name),
            "R20",
            {"item": item.key},
            "item",
        )
    if hero_class == "enchanter" and is_light(item):
        return None if WARRIOR_MAGE in skills else _needs_skill(item, WARRIOR_MAGE, "R52")
    if hero_class not in USERS[item.key]:
        return _wrong_class(hero_class, item)
    if item.needs_skill and f"{hero_class}-{item.needs_skill}" not in skills:
        return _needs_skill(item, f"{hero_class}-{item.needs_skill}", "R21")
    return None


def is_light(item: Item) -> bool:
    """Whether *Mage guerrier* opens the weapon to the enchanter, closed to others (R17, R52)."""
    return item.category == "weapon" and "enchanter" in item.never and (item.attack or 0) <= LIGHT


def _wrong_class(hero_class: str, item: Item) -> Violation:
    users = listed(tuple(BOOK.hero_classes[key].name.inline for key in USERS[item.key]))
    message = Text(
        "{item} : pas pour la classe {class_}. Peuvent s’en servir : {users}.",
        "{item}: not for the class {class_}. It is for: {users}.",
    )
    return Violation(
        "wrong_class",
        message(item=item.name, class_=BOOK.hero_classes[hero_class].name.inline, users=users),
        "R21",
        {"item": item.key, "hero_class": hero_class},
        "item",
    )


def _needs_skill(item: Item, skill: str, rule: str) -> Violation:
    message = Text(
        "{item} : il faut la compétence « {skill} », qui se choisit en passant un niveau.",
        "{item}: this needs the skill “{skill}”, chosen when a level is gained.",
    )
    return Violation(
        "needs_skill",
        message(item=item.name, skill=BOOK.skills[skill].name),
        rule,
        {"item": item.key, "skill": skill},
        "item",
    )


def not_owned(hero: Hero, item: Item) -> Violation | None:
    """The refusal of what the hero does not have, with who sells it."""
    if hero.count(item.key):
        return None
    where = (
        Text("il se vend chez {shop}", "{shop} sells it")(shop=SHOPS[item.shop])
        if item.shop
        else Text(
            "aucune boutique n’en vend, cela se trouve en quête", "no shop sells it, it is found on quests"
        )
    )
    return Violation(
        "not_owned",
        Text("{name} n’a pas d’objet « {item} » : {where}.", "{name} has no “{item}”: {where}.")(
            name=hero.name, item=item.name, where=where
        ),
        "R20",
        {"name": hero.name, "item": item.key},
        "item",
    )


def hands(items: Items) -> Items:
    """The weapons held: in the hand, then in the shield hand."""
    return tuple(owned for owned in items if owned.equipped and BOOK.items[owned.key].slot == "weapon")


def is_one_handed(item: Item) -> bool:
    return item.slot == "weapon" and not item.two_handed and not item.bars_shield


def replaced(items: Items, item: Item, shield_hand: bool = False) -> Items:
    """What fills the place that the item takes."""
    held = hands(items)
    if item.slot == "weapon" and not shield_hand:
        return held[:1]
    if shield_hand or item.slot == "shield":
        return held[1:] + _worn_in(items, "shield")
    return _worn_in(items, item.slot)


def _worn_in(items: Items, slot: str) -> Items:
    return tuple(owned for owned in items if owned.equipped and BOOK.items[owned.key].slot == slot)


def excluded(items: Items, item: Item, shield_hand: bool = False) -> Violation | None:
    """What is worn in another place and leaves no room for the item (R21, R53)."""
    other = _excluding(items, item, shield_hand)
    if other is None:
        return None
    message = Text(
        "« {item} » ne va pas avec « {other} », qu’il faut d’abord ôter.",
        "“{item}” does not go with “{other}”: take that off first.",
    )
    return Violation(
        "slot_excluded",
        message(item=item.name, other=other.name),
        "R21",
        {"item": item.key, "other": other.key},
        "item",
    )


def _excluding(items: Items, item: Item, shield_hand: bool) -> Item | None:
    if shield_hand or item.slot == "shield":
        barring = [owned for owned in hands(items)[:1] if BOOK.items[owned.key].bars_shield]
    elif item.bars_shield:
        barring = list(hands(items)[1:] + _worn_in(items, "shield"))
    else:
        barring = [
            owned
            for owned in items
            if owned.equipped and (INCLUDES.get(owned.key) == item.key or INCLUDES.get(item.key) == owned.key)
        ]
    return BOOK.items[barring[0].key] if barring else None


def takes_shield_hand(items: Items, item: Item, asked: bool) -> bool:
    """Whether the item goes to the shield hand: asked for, or the second of a pair whose first is in hand."""
    return asked or (is_one_handed(item) and [owned.key for owned in hands(items)[:1]] == [item.key])


def put_on(items: Items, key: str, paid: int | None, shield_hand: bool = False) -> Items:
    """One unworn object worn. The weapon in hand stands first among the items, the shield hand's last."""
    rest, worn = take_items(items, key, 1, paid, any_lot=False), Owned(key, 1, True, paid)
    return (*rest, worn) if shield_hand else (worn, *rest)


def take_off(items: Items, key: str, paid: int | None) -> Items:
    """One worn object in the pack again; of a pair, that of the shield hand."""
    worn = Owned(key, 1, True, paid)
    at = len(items) - 1 - items[::-1].index(worn)
    return add_items(items[:at] + items[at + 1 :], key, 1, paid)


def try_on(hero: Hero, item: Item) -> Hero | Violation:
    """The hero with one more such item put on, or what stands in the way: what a purchase would change."""
    second = takes_shield_hand(hero.items, item, False)
    wrong = may_equip(hero, item) or excluded(hero.items, item, second)
    if wrong:
        return wrong
    items = hero.items
    for owned in replaced(items, item, second):
        items = take_off(items, owned.key, owned.paid)
    worn = Owned(item.key, 1, True)
    return msgspec.structs.replace(hero, items=(*items, worn) if second else (worn, *items))


def auto_equip(hero_class: str, skills: tuple[str, ...], items: Items) -> Items:
    """The items with the first usable one of every free place put on, in the order given."""
    for owned in items:
        item = BOOK.items[owned.key]
        if (
            owned.equipped
            or may_use(hero_class, skills, item)
            or replaced(items, item)
            or excluded(items, item)
        ):
            continue
        items = put_on(items, owned.key, owned.paid)
    return items
