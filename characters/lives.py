"""The hall of fame and the graveyard: who has left, with what their life came to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest

from campaigns import records
from campaigns.access import Entrance
from campaigns.models import ActHero, Entry, HeroRow, UndoneAct
from campaigns.records import Record
from rules.kernel.messages import heroes_of
from rules.kernel.offers import Viewer
from rules.kernel.sections import Line
from rules.kernel.text import Text

PAGE = 8
"""Lives on one page: each is read from all acts about the hero."""
ONLOOKER = Viewer("spectator")


@dataclass(frozen=True, kw_only=True)
class Life:
    """`last` is the last that the history says of them."""

    row: HeroRow
    lines: tuple[Line, ...]
    last: Text | None

    @property
    def before(self) -> int:
        """The last act after which they were still there."""
        return (self.row.departed_seq or 1) - 1


@dataclass(frozen=True, kw_only=True)
class Lives:
    """Newest first. `before` asks for the older ones."""

    retired: tuple[Life, ...]
    dead: tuple[Life, ...]
    before: int | None

    @property
    def is_empty(self) -> bool:
        return not (self.retired or self.dead)


def lives(request: HttpRequest, entrance: Entrance) -> Lives:
    before = request.GET.get("before", "")
    start = int(before) if before.isdecimal() and len(before) < 10 else None
    left = HeroRow.objects.filter(campaign=entrance.campaign).exclude(departed_seq=None)
    if start is not None:
        left = left.filter(departed_seq__lt=start)
    rows = list(left.order_by("-departed_seq", "-id")[: PAGE + 1])
    found = lives_of(entrance, rows[:PAGE])
    return Lives(
        retired=tuple(life for life in found if life.row.status == "retired"),
        dead=tuple(life for life in found if life.row.status != "retired"),
        before=rows[PAGE - 1].departed_seq if len(rows) > PAGE else None,
    )


def lives_of(entrance: Entrance, rows: Sequence[HeroRow]) -> list[Life]:
    """By two queries, however many they are."""
    about: dict[str, list[Record]] = defaultdict(list)
    for record in _acts_about(entrance, rows):
        heroes = {hero for event in record.visible(ONLOOKER) for hero in heroes_of(event)}
        for hero in heroes:
            about[hero].append(record)
    return [_life(entrance, row, about[row.key]) for row in rows]


def _acts_about(entrance: Entrance, rows: Sequence[HeroRow]) -> list[Record]:
    """What everybody may know and was not taken back, oldest first."""
    campaign = entrance.campaign
    acts = ActHero.objects.filter(campaign=campaign, hero__in=[row.key for row in rows], to="all")
    standing = Entry.objects.filter(campaign=campaign, seq__in=acts.values("seq"))
    standing = standing.exclude(seq__in=UndoneAct.objects.filter(campaign=campaign).values("seq"))
    bodies = standing.order_by("seq").values_list("body", flat=True)
    return [records.decode(entrance.ruleset, body) for body in bodies] if rows else []


def _life(entrance: Entrance, row: HeroRow, acts: list[Record]) -> Life:
    rules = entrance.ruleset
    events = [event for record in acts for event in record.visible(ONLOOKER)]
    said = [event for event in events if row.key in heroes_of(event)]
    return Life(row=row, lines=rules.life(row.key, events), last=rules.tell(said[-1]) if said else None)
