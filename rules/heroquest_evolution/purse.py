"""Gold and numbers as a choice shows them: the price, what is missing, before → after."""

from __future__ import annotations

from rules.heroquest_evolution import numbers
from rules.heroquest_evolution.state import Hero
from rules.kernel.messages import Violation
from rules.kernel.offers import Given
from rules.kernel.sections import Derived
from rules.kernel.text import Text

GOLD = Text("{n} po", "{n} gold")
ARROW = Text("{before} → {after}", "{before} → {after}")
Profile = tuple[Derived, ...]


def gold(amount: int) -> Text:
    return GOLD(n=amount)


def short_of(hero: Hero, price: int, rule: str, field: str) -> Violation | None:
    """The refusal of a price beyond the hero's gold: how much is missing, and where gold comes from."""
    if price <= hero.gold:
        return None
    message = Text(
        "Il faut {price} po et {name} en a {gold} : il en manque {missing}. "
        "L’or se gagne en quête, par une vente ou par le don d’un compagnon.",
        "This takes {price} gold and {name} has {gold}: {missing} short. "
        "Gold comes from quests, from a sale or as a companion’s gift.",
    )
    params: dict[str, int | str | Text] = {
        "price": price,
        "name": hero.name,
        "gold": hero.gold,
        "missing": price - hero.gold,
    }
    return Violation("gold_short", message(**params), rule, params, field)


def paid(hero: Hero, price: int) -> Text:
    """`450 po (500 → 50)`: a price and the hero's gold before and after."""
    return Text(
        f"{price} po ({hero.gold} → {hero.gold - price})", f"{price} gold ({hero.gold} → {hero.gold - price})"
    )


def earned(hero: Hero, price: int) -> Text:
    """`12 po (0 → 12)`: what a sale brings."""
    return Text(
        f"{price} po ({hero.gold} → {hero.gold + price})", f"{price} gold ({hero.gold} → {hero.gold + price})"
    )


def profile(hero: Hero) -> Profile:
    """The numbers that gear may change."""
    return numbers.attack(hero), numbers.defence(hero), numbers.movement(hero)


def difference(before: Profile, after: Profile) -> tuple[Text, ...]:
    """`Défense 2 → 3` for every number that differs."""
    pairs = zip(before, after, strict=True)
    return tuple(
        old.label + Text(f" {shown(old)} → {shown(new)}", f" {shown(old)} → {shown(new)}")
        for old, new in pairs
        if old.value != new.value
    )


def shown(number: Derived) -> str:
    """A number as written on the sheet: `3`, `2d6`, `2d6+1`."""
    if number.dice is None:
        return str(number.value)
    return f"{number.dice}{number.value:+d}" if number.value else number.dice


def hint(*parts: Text | None) -> Text | None:
    """The parts that are there, with dots between them."""
    there = [part for part in parts if part is not None]
    if not there:
        return None
    return Text(" · ".join(part.fr for part in there), " · ".join(part.en for part in there))


def times(name: Text, quantity: int) -> Text:
    """`Flèches × 10`; one alone is its name."""
    return name + Text(f" × {quantity}", f" × {quantity}") if quantity > 1 else name


def ticked(given: Given, name: str) -> bool:
    """Whether a box is ticked, in a command's value or in a query's word."""
    return str(given.get(name, "")).lower() in ("true", "on", "1", "yes")
