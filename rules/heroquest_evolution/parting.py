"""Which of several equal objects leave a hero, and what stays in hand."""

from __future__ import annotations

from collections import Counter

import msgspec

from rules.heroquest_evolution.state import Owned

Pool = Counter[int | None]


class Lot(msgspec.Struct, frozen=True, omit_defaults=True):
    """Objects of one price paid: how many, and that price (`Owned.paid`)."""

    quantity: int
    paid: int | None = None


def pick(items: tuple[Owned, ...], key: str, quantity: int) -> tuple[Lot, ...]:
    """The lots that make up `quantity`, unworn ones first; the hero must have as many."""
    chosen: Pool = Counter()
    for owned in sorted((o for o in items if o.key == key), key=lambda o: o.equipped):
        chosen[owned.paid] += min(owned.quantity, quantity - chosen.total())
    return tuple(Lot(number, paid) for paid, number in chosen.items() if number)


def part_with(items: tuple[Owned, ...], key: str, lots: tuple[Lot, ...]) -> tuple[Owned, ...]:
    """The items without those lots. What is worn stays worn as long as an equal object is left for it."""
    left = _left(items, key, lots)
    worn = [_stays(left, owned) for owned in items if owned.key == key and owned.equipped]
    kept: list[Owned | None] = [
        worn.pop(0) if owned.equipped else _rest(left, owned) for owned in items if owned.key == key
    ]
    return tuple(o for owned in items if (o := kept.pop(0) if owned.key == key else owned) is not None)


def _left(items: tuple[Owned, ...], key: str, lots: tuple[Lot, ...]) -> Pool:
    left: Pool = Counter()
    for owned in items:
        if owned.key == key:
            left[owned.paid] += owned.quantity
    for lot in lots:
        left[lot.paid] -= lot.quantity
    assert all(number >= 0 for number in left.values()), f"more {key} given away than there are"
    return left


def _stays(left: Pool, owned: Owned) -> Owned | None:
    paid = owned.paid if left[owned.paid] else next((p for p, number in left.items() if number), None)
    if not left[paid]:
        return None
    left[paid] -= 1
    return msgspec.structs.replace(owned, paid=paid)


def _rest(left: Pool, owned: Owned) -> Owned | None:
    number = min(owned.quantity, left[owned.paid])
    left[owned.paid] -= number
    return msgspec.structs.replace(owned, quantity=number) if number else None
