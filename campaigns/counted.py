"""What acts count, and which faces fell: projections as large as what was played with, not as the ledger."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import groupby
from operator import or_
from typing import Any
from uuid import UUID

from django.db.models import Q, Subquery

from campaigns.models import CountRow
from campaigns.records import Body
from campaigns.rows import Groups, Model, Row, Rows, SeatIds, add
from campaigns.spans import Span
from campaigns.sums import merge, put_sums, summed
from rules.kernel.messages import heroes_of

RUNS = 60
"""So many quests, the newest, have counts of their own."""
WHOLE = 0
"""The run of a row that counts the whole campaign."""
SOME = 1
"""Stands for whichever run is the newest."""
COUNTED = ("run", "hero", "what", "thing")
FALLEN = ("hero", "seat", "origin", "die", "aim", "face")


def count_rows(span: Span, seats: SeatIds) -> Rows:
    """In the order of the acts: what is added to the whole, and where a quest opens, a row of its run without a hero."""
    ruleset, taken = span.ruleset, span.taken
    found: Rows = []
    for seq, to, event in span.told:
        if to != "all" or seq in taken:
            continue
        run = ruleset.runs(event)
        if run is not None and run.result == "open":
            found.append((seq, "", "", "", "", "", 0))
        found += [
            (WHOLE, one.hero, one.what, one.thing, one.label.fr, one.label.en, one.amount)
            for one in ruleset.counts(event)
            if one.amount
        ]
    return found


def of_run(run: int, rows: Rows) -> Rows:
    """The same counts for one quest, all things together."""
    if run == WHOLE:
        return []
    return summed(((run, hero, what, "", "", "", amount) for _, hero, what, *_, amount in rows), COUNTED)


def stretches(rows: Rows) -> Iterator[tuple[bool, Rows]]:
    """Whether they open a quest, and the rows."""
    return ((opens, list(some)) for opens, some in groupby(rows, key=lambda row: row[0] != WHOLE))


def count_up(model: Model, campaign_id: UUID, rows: Rows) -> None:
    for opens, some in stretches(rows):
        if opens:
            add(model, campaign_id, some)
            _drop_old(campaign_id)
        else:
            _add(model, campaign_id, summed(some, COUNTED))


def _add(model: Model, campaign_id: UUID, whole: Rows) -> None:
    """To the campaign and to its newest quest, whose own row tells which one that is."""
    counts = CountRow.objects.filter(campaign_id=campaign_id)
    newest = Subquery(counts.filter(run__gt=WHOLE).order_by("-run").values("run")[:1])
    bare = (0, "", "", "")
    which = [_like(row, WHOLE) for row in whole] + [
        _like(row, newest) for row in (bare, *of_run(SOME, whole))
    ]
    there = list(counts.filter(reduce(or_, which)).values_list(*COUNTED, "amount"))
    run = max((row[0] for row in there), default=WHOLE)
    put_sums(model, campaign_id, whole + of_run(run, whole), there, COUNTED)


def _like(row: Row, run: Any) -> Q:
    return Q(run=run, hero=row[1], what=row[2], thing=row[3])


def _drop_old(campaign_id: UUID) -> None:
    counts = CountRow.objects.filter(campaign_id=campaign_id, run__gt=WHOLE)
    runs = counts.filter(hero="", what="").order_by("-run").values_list("run", flat=True)
    oldest = runs[RUNS - 1 : RUNS].first()
    if oldest is not None:
        counts.filter(run__lt=oldest).delete()


class Runs(Groups):
    """Groups that know which keys belong to each run."""

    def __init__(self) -> None:
        super().__init__()
        self.keys_of: dict[int, dict[Row, None]] = {}

    def begin(self, row: Row) -> None:
        """A new run; the oldest of too many goes."""
        key = row[: len(COUNTED)]
        self[key] = [row]
        self.keys_of[row[0]] = {key: None}
        if len(self.keys_of) > RUNS:
            for old in self.keys_of.pop(next(iter(self.keys_of))):
                del self[old]


def merge_counts(groups: Groups, rows: Rows) -> None:
    assert isinstance(groups, Runs)
    for opens, some in stretches(rows):
        if opens:
            for row in some:
                groups.begin(row)
            continue
        run = next(reversed(groups.keys_of), WHOLE)
        own = of_run(run, some)
        merge(groups, some + own, COUNTED)
        if own:
            groups.keys_of[run].update(dict.fromkeys(row[: len(COUNTED)] for row in own))


def face_rows(span: Span, seats: SeatIds) -> Rows:
    """Of acts without a secret: the dice of one that has any may tell it."""
    found: Rows = []
    for record in span.standing:
        if record.body.rolls and all(told.to == "all" for told in record.body.events):
            hero = next((hero for event in record.events for hero in heroes_of(event)), "")
            found += _faces(span, hero, record.body)
    return found


def _faces(span: Span, hero: str, body: Body) -> Iterator[Row]:
    """Of dice: a card drawn from a pile was no luck."""
    piles = {pile.key for pile in span.ruleset.piles}
    for roll in body.rolls:
        aim = span.ruleset.aim(roll.purpose)
        die = roll.dice.lstrip("0123456789")
        for face in () if die in piles else roll.faces:
            yield ("" if aim.foe else hero, body.seat, roll.origin, die, aim.key, face, 1)


def merge_faces(groups: Groups, rows: Rows) -> None:
    merge(groups, rows, FALLEN)
