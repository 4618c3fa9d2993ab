"""What the pages of heroes show, as plain values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.db.models import Sum
from django.http import HttpRequest
from django.urls import reverse

from campaigns.access import Entrance
from campaigns.ledger import state_at
from campaigns.models import HeroRow, NumberMove
from campaigns.pages import Member, bar, campaign_offers, choices, dues, member
from campaigns.showing import taps
from rules.kernel.offers import Field, Offer, Viewer
from rules.kernel.ruleset import HeroSummary
from rules.kernel.sections import AnySection, Cards, Sheet
from rules.kernel.text import Text

MORE = "more"
MOVES = 50
ONLOOKER = Viewer("spectator")


@dataclass(frozen=True)
class Tab:
    """A section by its title; a picker belongs to the bar under the thumb."""

    key: str
    title: Text
    url: str
    is_current: bool
    is_picker: bool = False


@dataclass(frozen=True, kw_only=True)
class Part:
    """A hero's part of a page: the head, the tabs, and what of them is open."""

    sheet: Sheet
    head: tuple[AnySection, ...]
    tabs: tuple[Tab, ...]
    pickers: tuple[Tab, ...]
    open: tuple[AnySection, ...]
    more: tuple[AnySection, ...]
    more_url: str
    tab: str

    @property
    def is_picking(self) -> bool:
        return any(tab.is_current for tab in self.pickers)

    @property
    def is_more(self) -> bool:
        return self.tab == MORE


def part_of(sheet: Sheet, wanted: str, path: str, **query: str) -> Part:
    """The sheet with the tab that is wanted open, else the first; `path` and `query` make the tabs' addresses."""
    rest = [section for section in sheet.sections if section.place == "tab"]
    keys = dict.fromkeys(section.key for section in rest)
    current = wanted if wanted in keys or wanted == MORE else next(iter(keys), MORE)
    tabs = [tab_of(rest, key, key == current, address(path, query, key)) for key in keys]
    return Part(
        sheet=sheet,
        head=tuple(section for section in sheet.sections if section.place == "head"),
        tabs=tuple(tab for tab in tabs if not tab.is_picker),
        pickers=tuple(tab for tab in tabs if tab.is_picker),
        open=tuple(section for section in rest if section.key == current),
        more=tuple(section for section in sheet.sections if section.place == MORE),
        more_url=address(path, query, MORE),
        tab=current,
    )


def tab_of(sections: Iterable[AnySection], key: str, is_current: bool, url: str) -> Tab:
    section = next(section for section in sections if section.key == key)
    is_picker = isinstance(section, Cards) and section.picker
    return Tab(key, section.title, url, is_current, is_picker)


def address(path: str, query: dict[str, str], tab: str) -> str:
    return f"{path}?{urlencode(query | {'tab': tab})}"


@dataclass(frozen=True)
class Extra:
    """A field beside a picker: what its taps leave open, to be chosen before one is pressed."""

    kind: str
    field: Field


def extras(entrance: Entrance, part: Part, hero: str) -> tuple[Extra, ...]:
    card = next(
        (
            card
            for one in part.open
            if isinstance(one, Cards) and one.picker
            for card in one.cards
            if card.tap
        ),
        None,
    )
    if card is None or card.tap is None:
        return ()
    kind, given = card.tap.kind, card.tap.fields
    found = entrance.ruleset.offers(entrance.state(), entrance.viewer, hero=hero, kind=kind)
    fields = [field for offer in found for field in offer.fields]
    return tuple(Extra(kind, field) for field in fields if field.type == "choice" and field.name not in given)


def hero_page(request: HttpRequest, entrance: Entrance, key: str) -> dict[str, Any] | None:
    """A sheet of the living, with what may be done and the bar; None where the state knows no such hero."""
    state, rules, viewer = entrance.state(), entrance.ruleset, entrance.viewer
    sheet = rules.sheet(state, key, viewer)
    if sheet is None:
        return None
    url = reverse("hero", args=[entrance.campaign.id, key])
    part = part_of(sheet, request.GET.get("tab", ""), url)
    mine = viewer.may_act_for(key)
    return {
        "part": part,
        "scope": "h-",
        "hero_url": url,
        "taps": taps(request, entrance, "hero") if mine else None,
        "extras": extras(entrance, part, key) if mine else (),
        "dues": [offer for hero in rules.heroes(state) if hero.key == key for offer in dues(entrance, hero)],
        "choices": choices(rules.offers(state, viewer, hero=key)) if part.is_more and mine else None,
        "bar": bar(
            request,
            entrance,
            target="sheet",
            home=url,
            pickers=part.pickers,
            more_url=part.more_url,
            is_more=part.is_more,
        ),
    }


def departed_page(request: HttpRequest, entrance: Entrance, key: str) -> dict[str, Any] | None:
    """The sheet as it was just before the hero left, to be looked at only."""
    row = HeroRow.objects.filter(campaign=entrance.campaign, key=key).exclude(departed_seq=None).first()
    if row is None or row.departed_seq is None:
        return None
    sheet = entrance.ruleset.sheet(state_at(entrance.campaign, row.departed_seq - 1), key, ONLOOKER)
    if sheet is None:
        return None
    url = reverse("hero", args=[entrance.campaign.id, key])
    part = part_of(sheet, request.GET.get("tab", ""), url)
    shown = bar(request, entrance, target="sheet", home=url, more_url=part.more_url, is_more=part.is_more)
    return {"part": part, "scope": "h-", "hero_url": url, "taps": None, "departed": row, "bar": shown}


@dataclass(frozen=True, kw_only=True)
class Column:
    """One hero of the table, with taps of their own."""

    part: Part
    hero: HeroSummary
    taps: Any
    scope: str
    url: str
    hero_url: str
    extras: tuple[Extra, ...]
    is_current: bool


def table_page(request: HttpRequest, entrance: Entrance) -> dict[str, Any]:
    """Every hero in play, else everybody. `alone` is the one column that htmx asked for."""
    summaries = entrance.ruleset.heroes(entrance.state())
    present = [hero for hero in summaries if hero.in_play] or list(summaries)
    wanted = request.GET.get("hero", "")
    current = wanted if wanted in {hero.key for hero in present} else present[0].key if present else ""
    tab, path = request.GET.get("tab", ""), reverse("table", args=[entrance.campaign.id])
    columns = [found for hero in present if (found := column(request, entrance, hero, tab, path, current))]
    target = getattr(getattr(request, "htmx", None), "target", None) or ""
    shown = next((one for one in columns if one.is_current), None)
    return {
        "columns": columns,
        "alone": next((one for one in columns if target == f"hero-{one.hero.key}"), None),
        "tabs": all_tabs(columns, shown),
        "quest": entrance.ruleset.board(entrance.state(), entrance.viewer).scope,
        "bar": bar(request, entrance, target="table", home=path, reviews=reviews(entrance)),
    }


def reviews(entrance: Entrance) -> tuple[Offer, ...]:
    """What ends the evening: the first offer of the campaign that is reviewed before it is confirmed."""
    return campaign_offers(entrance).reviews[:1]


def column(
    request: HttpRequest, entrance: Entrance, hero: HeroSummary, tab: str, path: str, current: str
) -> Column | None:
    sheet = entrance.ruleset.sheet(entrance.state(), hero.key, entrance.viewer)
    if sheet is None:
        return None
    mine = entrance.viewer.may_act_for(hero.key)
    part = part_of(sheet, tab or first_picker(sheet), path, hero=hero.key)
    return Column(
        part=part,
        hero=hero,
        taps=taps(request, entrance, hero.key) if mine else None,
        scope=f"{hero.key}-",
        url=address(path, {"hero": hero.key}, tab) if tab else f"{path}?{urlencode({'hero': hero.key})}",
        hero_url=reverse("hero", args=[entrance.campaign.id, hero.key]),
        extras=extras(entrance, part, hero.key) if mine else (),
        is_current=hero.key == current,
    )


def first_picker(sheet: Sheet) -> str:
    return next(
        (section.key for section in sheet.sections if isinstance(section, Cards) and section.picker), ""
    )


def all_tabs(columns: Sequence[Column], shown: Column | None) -> list[Tab]:
    """The tabs of all heroes, each once, with the addresses of the hero shown."""
    found = {tab.key: tab for one in columns for tab in (*one.part.pickers, *one.part.tabs)}
    if shown:
        found |= {tab.key: tab for tab in (*shown.part.pickers, *shown.part.tabs)}
    return list(found.values())


@dataclass(frozen=True, kw_only=True)
class Roster:
    members: tuple[Member, ...]
    departed: Sequence[HeroRow]


def roster(entrance: Entrance) -> Roster:
    return Roster(
        members=tuple(member(entrance, hero) for hero in entrance.ruleset.heroes(entrance.state())),
        departed=list(HeroRow.objects.filter(campaign=entrance.campaign).exclude(departed_seq=None)),
    )


LABELS = {"xp": Text("XP", "XP"), "gold": Text("Or", "Gold")}
"""The numbers of a roster; a ruleset may move others, which are shown by their key."""


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
    if hero is None or not (rows or number in LABELS):
        return None
    total = moves.aggregate(sum=Sum("amount"))["sum"] or 0
    kept, older = cut(rows)
    label = LABELS.get(number, Text(number, number))
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
