"""Where a number of a hero comes from: the acts that moved it."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Sum
from django.http import HttpRequest

from campaigns.access import Entrance
from campaigns.models import HeroRow, NumberMove
from rules.kernel.text import Text, same

MOVES = 50


@dataclass(frozen=True)
class Move:
    """One difference and what the number came to with it."""

    row: NumberMove
    label: Text
    after: int


@dataclass(frozen=True, kw_only=True)
class NumberPage:
    """The moves of a number, newest first; `older` is where the next page begins."""

    hero: HeroRow
    label: Text
    total: int
    moves: list[Move]
    older: int | None


def number_page(request: HttpRequest, entrance: Entrance, key: str, number: str) -> NumberPage | None:
    hero = HeroRow.objects.filter(campaign=entrance.campaign, key=key).first()
    moves = NumberMove.objects.filter(campaign=entrance.campaign, hero=key, number=number)
    before = request.GET.get("before", "")
    if before.isdecimal() and len(before) < 10:
        moves = moves.filter(seq__lt=int(before))
    rows = list(moves.order_by("-seq", "-id")[: MOVES + 1])
    declared = next((one.label for one in entrance.ruleset.numbers if one.key == number), None)
    if hero is None or not (rows or declared):
        return None
    total = moves.aggregate(sum=Sum("amount"))["sum"] or 0
    kept, older = cut(rows)
    label = declared or same(number)
    return NumberPage(hero=hero, label=label, total=total, moves=with_sums(kept, total), older=older)


def cut(rows: list[NumberMove]) -> tuple[list[NumberMove], int | None]:
    """At most a page of moves, and never half of an act; where the next page begins."""
    if len(rows) <= MOVES:
        return rows, None
    edge = rows[MOVES].seq
    whole = [row for row in rows[:MOVES] if row.seq > edge]
    return (whole, edge + 1) if whole else (rows[:MOVES], edge)


def with_sums(rows: list[NumberMove], total: int) -> list[Move]:
    found = []
    for row in rows:
        found.append(Move(row, Text(row.label_fr, row.label_en), total))
        total -= row.amount
    return found
