"""Columns for lists, search and statistics, computed from stretches of acts. Each act refreshes them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from campaigns.models import ActHero, Derived, HeroOwner, HeroRow, NumberMove, QuestRun, UndoneAct
from campaigns.records import Record
from campaigns.spans import Span
from rules.kernel.messages import heroes_of
from rules.kernel.ruleset import HeroSummary

SeatIds = dict[str, int]
Rows = list[Any]
Groups = dict[Any, Rows]
"""Rows by the column that tells which of them stand for the same thing."""


@dataclass(frozen=True, kw_only=True)
class Projector:
    """`rows` of a stretch of acts; `write` them after an act; `merge` them into what a rebuild expects.

    Rows of an act (`by_act`) are replaced act by act; others are one per value of `group`.
    `keeps`: a row that is there stays as it is.
    """

    model: type[Derived]
    group: str
    rows: Callable[[Span, SeatIds], Rows]
    write: Callable[[type[Derived], Rows], None]
    merge: Callable[[Groups, Rows], None]
    by_act: bool = False
    keeps: bool = False


def hero_rows(span: Span, seats: SeatIds) -> Rows:
    """Heroes who changed, and heroes who left as they last were."""
    before, after = span.heroes_before, span.heroes_after
    changed = [_hero(span, hero) for key, hero in after.items() if before.get(key) != hero]
    left = [_hero(span, hero, seq) for key, (seq, hero) in span.departed.items() if key not in after]
    return changed + left


def _hero(span: Span, hero: HeroSummary, departed: int | None = None) -> HeroRow:
    return HeroRow(
        campaign_id=span.campaign_id,
        key=hero.key,
        name=hero.name,
        title_fr=hero.title.fr,
        title_en=hero.title.en,
        icon=hero.icon,
        level=hero.level,
        xp=hero.xp,
        gold=hero.gold,
        status=hero.status,
        in_play=hero.in_play,
        is_down=hero.is_down,
        departed_seq=departed,
    )


def owner_rows(span: Span, seats: SeatIds) -> Rows:
    """Heroes who came into being, to the seat they were recruited for."""
    came = (span.heroes_after.keys() | span.departed.keys()) - span.heroes_before.keys()
    found: dict[str, HeroOwner] = {}
    for record in span.standing if came else ():
        for hero in _named(record) & came - found.keys():
            seat = seats[record.owner_seat]
            found[hero] = HeroOwner(campaign_id=span.campaign_id, hero=hero, seat_id=seat)
    return list(found.values())


def _named(record: Record) -> set[str]:
    return {hero for event in record.events for hero in heroes_of(event)}


def act_hero_rows(span: Span, seats: SeatIds) -> Rows:
    """Undone acts too: the history shows them struck through."""
    return [
        ActHero(campaign_id=span.campaign_id, seq=record.seq, hero=hero, to=to)
        for record in span.records
        for hero, to in dict.fromkeys((hero, to) for to, event in record.told() for hero in heroes_of(event))
    ]


def move_rows(span: Span, seats: SeatIds) -> Rows:
    """What everybody may know of: numbers of a hero are moved by public events."""
    return [
        NumberMove(
            campaign_id=span.campaign_id,
            seq=record.seq,
            hero=move.hero,
            number=move.number,
            amount=move.amount,
            label_fr=move.label.fr,
            label_en=move.label.en,
            source=move.source,
        )
        for record in span.standing
        for to, event in record.told()
        if to == "all"
        for move in span.ruleset.movements(event)
        if move.amount
    ]


def run_rows(span: Span, seats: SeatIds) -> Rows:
    """A run that was opened has `opened_seq`; one that ended has `closed_seq` alone."""
    return [
        QuestRun(
            campaign_id=span.campaign_id,
            opened_seq=record.seq if run.result == "open" else 0,
            closed_seq=None if run.result == "open" else record.seq,
            quest=run.quest,
            name_fr=run.name.fr,
            name_en=run.name.en,
            result=run.result,
        )
        for record in span.standing
        for event in record.events
        if (run := span.ruleset.runs(event)) is not None
    ]


def again_rows(span: Span, seats: SeatIds) -> Rows:
    """Dice of an undone act that fell again: they will not fall a third time."""
    return [
        UndoneAct(campaign_id=span.campaign_id, seq=record.body.again, again_seq=record.seq)
        for record in span.records
        if record.body.again
    ]


def add(model: type[Derived], rows: Rows) -> None:
    model.objects.bulk_create(rows)


def add_absent(model: type[Derived], rows: Rows) -> None:
    model.objects.bulk_create(rows, ignore_conflicts=True)


def put_by(group: str) -> Callable[[type[Derived], Rows], None]:
    def put(model: type[Derived], rows: Rows) -> None:
        changing = [name for name in columns(model) if name not in ("campaign_id", group)]
        model.objects.bulk_create(
            rows, update_conflicts=True, unique_fields=["campaign", group], update_fields=changing
        )

    return put


def open_or_close(model: type[Derived], rows: Rows) -> None:
    for row in rows:
        if row.opened_seq:
            row.save()
        else:
            open_runs = QuestRun.objects.filter(campaign_id=row.campaign_id, quest=row.quest, closed_seq=None)
            open_runs.update(closed_seq=row.closed_seq, result=row.result)


def mark_again(model: type[Derived], rows: Rows) -> None:
    for row in rows:
        undone = UndoneAct.objects.filter(campaign_id=row.campaign_id, seq=row.seq)
        undone.update(again_seq=row.again_seq)


def append_by(group: str) -> Callable[[Groups, Rows], None]:
    def append(groups: Groups, rows: Rows) -> None:
        for row in rows:
            groups.setdefault(getattr(row, group), []).append(row)

    return append


def replace_by(group: str) -> Callable[[Groups, Rows], None]:
    def replace(groups: Groups, rows: Rows) -> None:
        groups.update({getattr(row, group): [row] for row in rows})

    return replace


def keep_first_by(group: str) -> Callable[[Groups, Rows], None]:
    def keep_first(groups: Groups, rows: Rows) -> None:
        for row in rows:
            groups.setdefault(getattr(row, group), [row])

    return keep_first


def merge_runs(groups: Groups, rows: Rows) -> None:
    for row in rows:
        if row.opened_seq:
            groups[row.opened_seq] = [row]
            continue
        for (run,) in groups.values():
            if run.quest == row.quest and run.closed_seq is None:
                run.closed_seq, run.result = row.closed_seq, row.result


def merge_again(groups: Groups, rows: Rows) -> None:
    for row in rows:
        for undone in groups.get(row.seq, ()):
            undone.again_seq = row.again_seq


PROJECTORS = (
    Projector(model=HeroRow, group="key", rows=hero_rows, write=put_by("key"), merge=replace_by("key")),
    Projector(
        model=HeroOwner,
        group="hero",
        rows=owner_rows,
        write=add_absent,
        merge=keep_first_by("hero"),
        keeps=True,
    ),
    Projector(model=ActHero, group="seq", rows=act_hero_rows, write=add, merge=append_by("seq"), by_act=True),
    Projector(model=NumberMove, group="seq", rows=move_rows, write=add, merge=append_by("seq"), by_act=True),
    Projector(model=QuestRun, group="opened_seq", rows=run_rows, write=open_or_close, merge=merge_runs),
    Projector(model=UndoneAct, group="seq", rows=again_rows, write=mark_again, merge=merge_again),
)


@cache
def columns(model: type[Derived]) -> list[str]:
    fields = model._meta.concrete_fields  # noqa: SLF001  (Django documents it)
    return [field.attname for field in fields if not field.primary_key]


def refresh(span: Span, seats: SeatIds) -> None:
    """After one act: a query for each projection it touches."""
    for projector in PROJECTORS:
        rows = projector.rows(span, seats)
        if rows:
            projector.write(projector.model, rows)
