"""What the pictures are drawn from: rows of projections, a few queries whatever the campaign's length."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from uuid import UUID

from django.db.models import F, Q, Sum

from campaigns.counted import RUNS, WHOLE
from campaigns.models import CountRow, HeroRow, QuestRun
from rules.kernel.text import Text

SHOWN = 7
"""So many heroes have a colour of their own; the rest are counted together."""
OTHERS = ""
"""The key of all heroes who are not shown by name."""


@dataclass(frozen=True)
class Who:
    """A hero of the pictures; of the others all together `key` is empty."""

    key: str
    name: str


@dataclass(frozen=True)
class Thing:
    key: str
    name: Text


@dataclass(frozen=True)
class Quest:
    """A quest that has counts of its own, by the act that opened it."""

    seq: int
    name: Text


@dataclass(frozen=True, kw_only=True)
class Counted:
    """`whole`: by what, thing and hero; `by_run`: by what, quest and hero."""

    heroes: tuple[Who, ...]
    quests: tuple[Quest, ...]
    things: dict[str, dict[str, Thing]]
    whole: dict[tuple[str, str, str], int]
    by_run: dict[tuple[str, int, str], int]
    more: bool

    @property
    def series(self) -> tuple[Who, ...]:
        return (*self.heroes, Who(OTHERS, "")) if self.more else self.heroes


def heroes_shown(campaign_id: UUID) -> tuple[tuple[Who, ...], bool]:
    """Who plays now, then who left last; and whether there are more."""
    rows = HeroRow.objects.filter(campaign_id=campaign_id)
    order = F("departed_seq").desc(nulls_first=True), "id"
    found = [Who(*row) for row in rows.order_by(*order).values_list("key", "name")[: SHOWN + 1]]
    return tuple(found[:SHOWN]), len(found) > SHOWN


def counted(campaign_id: UUID, heroes: tuple[Who, ...], *, more: bool) -> Counted:
    keys = [hero.key for hero in heroes]
    things: dict[str, dict[str, Thing]] = defaultdict(dict)
    whole: dict[tuple[str, str, str], int] = defaultdict(int)
    by_run: dict[tuple[str, int, str], int] = defaultdict(int)
    for run, hero, what, thing, fr, en, amount in _rows(campaign_id, keys, more=more):
        if run == WHOLE:
            things[what].setdefault(thing, Thing(thing, Text(fr or "?", en or "?")))
            whole[what, thing, hero] += amount
        else:
            by_run[what, run, hero] += amount
    quests = quests_of(campaign_id)
    return Counted(heroes=heroes, quests=quests, things=things, whole=whole, by_run=by_run, more=more)


COLUMNS = ("run", "hero", "what", "thing", "label_fr", "label_en", "amount")


def _rows(
    campaign_id: UUID, keys: list[str], *, more: bool
) -> list[tuple[int, str, str, str, str, str, int]]:
    rows = CountRow.objects.filter(campaign_id=campaign_id).exclude(what="")
    found = list(rows.filter(hero__in=keys).order_by("run", "id").values_list(*COLUMNS))
    if not more:
        return found
    rest = rows.exclude(hero__in=keys).values_list("run", "what", "thing", "label_fr", "label_en")
    summed = rest.annotate(sum=Sum("amount")).order_by("run")
    return found + [(run, OTHERS, what, thing, fr, en, n) for run, what, thing, fr, en, n in summed]


def quests_of(campaign_id: UUID) -> tuple[Quest, ...]:
    """Those that have counts of their own, in the order they were played."""
    runs = CountRow.objects.filter(Q(campaign_id=campaign_id), hero="", what="", run__gt=WHOLE)
    opened = QuestRun.objects.filter(campaign_id=campaign_id, opened_seq__in=runs.values("run"))
    names = opened.order_by("-opened_seq").values_list("opened_seq", "name_fr", "name_en")[:RUNS]
    return tuple(Quest(seq, Text(fr or "?", en or "?")) for seq, fr, en in reversed(names))
