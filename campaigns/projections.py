"""Columns for lists, search and statistics, computed from stretches of acts. Each act refreshes them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from sys import intern
from typing import Any
from uuid import UUID

from campaigns.counted import (
    COUNTED,
    FALLEN,
    Runs,
    count_rows,
    count_up,
    face_rows,
    merge_counts,
    merge_faces,
)
from campaigns.models import (
    ActHero,
    BroughtRow,
    CountRow,
    FaceRow,
    HeroOwner,
    HeroRow,
    MilestoneRow,
    NumberMove,
    QuestRun,
    UndoneAct,
)
from campaigns.records import Record
from campaigns.rows import Groups, Model, Row, Rows, SeatIds, Write, add, add_absent, columns, put_by
from campaigns.spans import Span
from campaigns.sums import add_up
from rules.kernel.messages import heroes_of
from rules.kernel.ruleset import HeroSummary, Run


@dataclass(frozen=True, kw_only=True)
class Projector:
    """`rows` of a stretch of acts; `write` them after an act; `merge` them into what a rebuild expects.

    Rows that are one per value of `group` are merged; rows of an act (`by_act`) are replaced act by act instead.
    `keeps`: a row that is there stays as it is. `begin` makes the groups that rows are merged into.
    """

    model: Model
    group: tuple[str, ...]
    rows: Callable[[Span, SeatIds], Rows]
    write: Write
    merge: Callable[[Groups, Rows], None] | None = None
    keeps: bool = False
    begin: Callable[[], Groups] = dict

    @property
    def by_act(self) -> bool:
        return self.merge is None

    @cached_property
    def group_of(self) -> Callable[[Row], Any]:
        """The group of a row: one value, or several."""
        return itemgetter(*map(columns(self.model).index, self.group))


def hero_rows(span: Span, seats: SeatIds) -> Rows:
    """Heroes who changed, and heroes who left as they last were."""
    before, after = span.heroes_before, span.heroes_after
    changed = [_hero(hero) for key, hero in after.items() if before.get(key) != hero]
    left = [_hero(hero, seq) for key, (seq, hero) in span.departed.items() if key not in after]
    return changed + left


def _hero(hero: HeroSummary, departed_seq: int | None = None) -> Row:
    title, numbers = (hero.title.fr, hero.title.en), (hero.level, hero.xp, hero.gold)
    standing = (hero.status, hero.in_play, hero.is_down, departed_seq)
    return (hero.key, hero.name, *title, hero.icon, *numbers, *standing)


def owner_rows(span: Span, seats: SeatIds) -> Rows:
    """Heroes who came into being, to the seat they were recruited for."""
    came = (span.heroes_after.keys() | span.departed.keys()) - span.heroes_before.keys()
    found: dict[str, Row] = {}
    for record in span.standing if came else ():
        for hero in _named(record) & came - found.keys():
            found[hero] = (hero, seats[record.owner_seat])
    return list(found.values())


def _named(record: Record) -> set[str]:
    return {hero for event in record.events for hero in heroes_of(event)}


def act_hero_rows(span: Span, seats: SeatIds) -> Rows:
    """Undone acts too: the history shows them struck through."""
    return list(dict.fromkeys([(seq, hero, to) for seq, to, event in span.told for hero in heroes_of(event)]))


def move_rows(span: Span, seats: SeatIds) -> Rows:
    """What everybody may know of: numbers of a hero are moved by public events."""
    taken, movements = span.taken, span.ruleset.movements
    return [
        (seq, move.hero, move.number, move.amount, move.label.fr, move.label.en, move.source)
        for seq, to, event in span.told
        if to == "all" and seq not in taken
        for move in movements(event)
        if move.amount
    ]


def run_rows(span: Span, seats: SeatIds) -> Rows:
    """A run that was opened has `opened_seq`; one that ended has `closed_seq` alone."""
    taken, runs = span.taken, span.ruleset.runs
    return [
        _run(seq, run) for seq, _, event in span.told if seq not in taken and (run := runs(event)) is not None
    ]


def _run(seq: int, run: Run) -> Row:
    """Names are kept once: the same quest is played many times."""
    place = (seq, None) if run.result == "open" else (0, seq)
    return (*place, intern(run.quest), intern(run.name.fr), intern(run.name.en), run.result)


def milestone_rows(span: Span, seats: SeatIds) -> Rows:
    taken, milestones = span.taken, span.ruleset.milestones
    return [
        (seq, one.hero, one.icon, one.label.fr, one.label.en)
        for seq, to, event in span.told
        if to == "all" and seq not in taken
        for one in milestones(event)
    ]


def brought_rows(span: Span, seats: SeatIds) -> Rows:
    """What came last counts."""
    taken, brought = span.taken, span.ruleset.brought
    found = {
        (one.hero, one.thing): seq
        for seq, to, event in span.told
        if to == "all" and seq not in taken
        for one in brought(event)
    }
    return [(hero, thing, seq) for (hero, thing), seq in found.items()]


def again_rows(span: Span, seats: SeatIds) -> Rows:
    """Dice of an undone act that fell again: they will not fall a third time."""
    return [(record.body.again, None, record.seq) for record in span.records if record.body.again]


def open_or_close(model: Model, campaign_id: UUID, rows: Rows) -> None:
    for row in rows:
        opened_seq, closed_seq, quest, *_, result = row
        if opened_seq:
            add(model, campaign_id, [row])
        else:
            open_runs = QuestRun.objects.filter(campaign_id=campaign_id, quest=quest, closed_seq=None)
            open_runs.update(closed_seq=closed_seq, result=result)


def mark_again(model: Model, campaign_id: UUID, rows: Rows) -> None:
    for seq, _, again_seq in rows:
        UndoneAct.objects.filter(campaign_id=campaign_id, seq=seq).update(again_seq=again_seq)


def replace(groups: Groups, rows: Rows) -> None:
    """By the hero, who comes first."""
    groups.update({row[0]: [row] for row in rows})


def replace_brought(groups: Groups, rows: Rows) -> None:
    groups.update({row[:2]: [row] for row in rows})


def keep_first(groups: Groups, rows: Rows) -> None:
    for row in rows:
        groups.setdefault(row[0], [row])


def merge_runs(groups: Groups, rows: Rows) -> None:
    """What is open stands near the end."""
    for row in rows:
        opened_seq, closed_seq, quest, *_, result = row
        if opened_seq:
            groups[opened_seq] = [row]
            continue
        for seq in reversed(groups):
            ((_, closed, of, *name, _),) = groups[seq]
            if of == quest and closed is None:
                groups[seq] = [(seq, closed_seq, quest, *name, result)]
                break


def merge_again(groups: Groups, rows: Rows) -> None:
    for seq, _, again_seq in rows:
        if seq in groups:
            groups[seq] = [(seq, by_seq, again_seq) for _, by_seq, _ in groups[seq]]


PROJECTORS = (
    Projector(model=HeroRow, group=("key",), rows=hero_rows, write=put_by("key"), merge=replace),
    Projector(
        model=HeroOwner,
        group=("hero",),
        rows=owner_rows,
        write=add_absent,
        merge=keep_first,
        keeps=True,
    ),
    Projector(model=ActHero, group=("seq",), rows=act_hero_rows, write=add),
    Projector(model=NumberMove, group=("seq",), rows=move_rows, write=add),
    Projector(model=MilestoneRow, group=("seq",), rows=milestone_rows, write=add),
    Projector(model=QuestRun, group=("opened_seq",), rows=run_rows, write=open_or_close, merge=merge_runs),
    Projector(model=CountRow, group=COUNTED, rows=count_rows, write=count_up, merge=merge_counts, begin=Runs),
    Projector(model=FaceRow, group=FALLEN, rows=face_rows, write=add_up(*FALLEN), merge=merge_faces),
    Projector(
        model=BroughtRow,
        group=("hero", "thing"),
        rows=brought_rows,
        write=put_by("hero", "thing"),
        merge=replace_brought,
    ),
    Projector(model=UndoneAct, group=("seq",), rows=again_rows, write=mark_again, merge=merge_again),
)


def refresh(span: Span, seats: SeatIds) -> None:
    """After one act: a query for each projection it touches."""
    for projector in PROJECTORS:
        rows = projector.rows(span, seats)
        if rows:
            projector.write(projector.model, span.campaign_id, rows)
