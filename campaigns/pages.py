"""What the pages of a campaign show, as plain values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby
from typing import Any, TypeVar
from urllib.parse import urlencode

from django.http import HttpRequest
from django.utils.timezone import localdate

from campaigns import throws
from campaigns.access import Entrance
from campaigns.ledger import Glance, HistoryLine, history, newest
from campaigns.models import HeroRow, QuestRun
from campaigns.records import UNDO
from campaigns.showing import Taps, address, taps
from rules.kernel.messages import field_names, kind_of
from rules.kernel.offers import Offer, Viewer
from rules.kernel.ruleset import HeroSummary, Ruleset
from rules.kernel.sections import (
    AnySection,
    Board,
    Card,
    Cards,
    Effect,
    Effects,
    Figure,
    Figures,
    Sheet,
    Tap,
    Tracks,
)
from rules.kernel.text import Text

RECENT = 8
AT_HAND = 2
"""Acts at hand that stand in the bar of any screen."""
PAGE = 40


@dataclass(frozen=True)
class Choices:
    """What may be done now, and what may not, with the reason. `beside`: what taps of the same page do already."""

    open: tuple[Offer, ...]
    closed: tuple[Offer, ...]
    beside: tuple[Offer, ...] = ()

    @property
    def reviews(self) -> tuple[Offer, ...]:
        return tuple(offer for offer in self.open if offer.review)

    @property
    def onward(self) -> tuple[Offer, ...]:
        """What the game goes on with, at most one: the end of the open quest, or the next one."""
        return tuple(offer for offer in self.open if offer.onward)[:1]

    @property
    def at_hand(self) -> tuple[Offer, ...]:
        """What is wanted within reach at the table."""
        return tuple(offer for offer in self.open if offer.at_hand)


def choices(offers: Iterable[Offer]) -> Choices:
    found = tuple(offers)
    return Choices(
        open=tuple(offer for offer in found if offer.violation is None),
        closed=tuple(offer for offer in found if offer.violation is not None),
    )


def set_apart(found: Choices, sections: Iterable[AnySection]) -> Choices:
    """What the figures among these sections can be tapped for steps back, and what a card does by a tap that says all."""
    shown = tuple(sections)
    figures = [figure for one in shown if isinstance(one, Figures) for figure in one.figures]
    cards = [card for one in shown if isinstance(one, Cards) for card in one.cards]
    there = {tap.kind for figure in figures for tap in taps_of(figure)}
    there |= {card.tap.kind for card in cards if card.tap and not card.tap.fields}
    return replace(
        found,
        open=tuple(offer for offer in found.open if offer.kind not in there),
        beside=tuple(offer for offer in found.open if offer.kind in there),
    )


def taps_of(figure: Figure) -> tuple[Tap, ...]:
    track = figure.track
    of_track = (track.down, track.up, *track.points) if track else ()
    return tuple(tap for tap in (*figure.taps, figure.away, *of_track) if tap)


def campaign_offers(entrance: Entrance) -> Choices:
    """Of the whole campaign: the commands that are about no single hero."""
    rules, state, viewer = entrance.ruleset, entrance.state(), entrance.viewer
    kinds = [
        kind_of(command)
        for command in rules.commands
        if "hero" not in field_names(command) and not command.aside
    ]
    return choices(offer for kind in kinds for offer in rules.offers(state, viewer, kind=kind))


def hero_offers(entrance: Entrance, key: str) -> Choices:
    """Of one hero."""
    rules = entrance.ruleset
    found = rules.offers(entrance.state(), entrance.viewer, hero=key)
    return choices(offer for offer in found if offer.kind not in rules.asides)


@dataclass(frozen=True, kw_only=True)
class Bar:
    """Under the thumb: what happened last, the pickers, undo, and the rest. `target` is what its links replace.

    `dice_url` is empty where nothing is thrown; `folds`: a small screen folds reviews and the history away.
    """

    target: str
    home: str
    last: Glance | None
    undo: Glance | None
    redo: int | None
    taps: Taps | None
    pickers: tuple[Any, ...] = ()
    reviews: tuple[Offer, ...] = ()
    at_hand: tuple[Offer, ...] = ()
    folds: bool = False
    more_url: str = ""
    is_more: bool = False
    dice_url: str = ""

    @property
    def within_reach(self) -> tuple[Offer, ...]:
        return self.at_hand[:AT_HAND]

    @property
    def further(self) -> tuple[Offer, ...]:
        """What a small screen has no room for beside dice, undo and the rest."""
        return self.at_hand[AT_HAND:]


def bar(request: HttpRequest, entrance: Entrance, *, hero: str = "", **more: Any) -> Bar:
    lines, rules = newest(entrance, RECENT), entrance.ruleset
    acts = lines
    if lines and all(line.kind in rules.asides or line.kind == UNDO for line in lines):
        acts = newest(entrance, RECENT, without=rules.asides)
    return Bar(
        last=lines[0] if lines else None,
        undo=undoable(acts, entrance.viewer, rules),
        redo=redoable(lines, entrance.viewer, rules),
        dice_url=dice_url(entrance, hero),
        taps=taps(request, entrance, "bar"),
        **more,
    )


def dice_url(entrance: Entrance, hero: str = "") -> str:
    """Where dice are thrown, for this hero; empty where the rulebook throws none, or nobody here may."""
    if not throws.are_offered(entrance):
        return ""
    url = address("dice", entrance.campaign.id)
    return f"{url}?{urlencode({'hero': hero})}" if hero else url


Line = TypeVar("Line", HistoryLine, Glance)


def undoable(lines: Sequence[Line], viewer: Viewer, ruleset: Ruleset[Any]) -> Line | None:
    """The newest act that stands and changed something, where this viewer may take it back."""
    found = (line for line in lines if line.undone_by is None and line.kind != UNDO)
    last = next((line for line in found if line.kind not in ruleset.asides), None)
    if last is None or not (
        takes_any(viewer, ruleset) or (viewer.role == "player" and last.seat_key == viewer.seat)
    ):
        return None
    return last


def redoable(lines: Sequence[Line], viewer: Viewer, ruleset: Ruleset[Any]) -> int | None:
    """The undo that happened just now, where this viewer may take it back."""
    last = next((line for line in lines if line.kind not in ruleset.asides), None)
    if last is None or last.kind != UNDO or last.undone_by is not None:
        return None
    own = viewer.role == "player" and last.seat_key == viewer.seat
    return last.seq if own or takes_any(viewer, ruleset) else None


def takes_any(viewer: Viewer, ruleset: Ruleset[Any]) -> bool:
    """Who may take back any act: the game master, and every player of a game that needs none."""
    return viewer.role == "gm" or (viewer.role == "player" and not ruleset.needs_gm)


@dataclass(frozen=True, kw_only=True)
class Member:
    """A hero of the party at a glance: tracks without buttons."""

    hero: HeroSummary
    is_own: bool
    tracks: tuple[Tracks, ...]
    badges: tuple[Text, ...]
    effects: tuple[Effect, ...]
    dues: tuple[Offer, ...]


def member(entrance: Entrance, hero: HeroSummary) -> Member:
    sheet: Sheet | None = entrance.ruleset.sheet(entrance.state(), hero.key, entrance.viewer)
    head = sheet.sections if sheet else ()
    return Member(
        hero=hero,
        is_own=hero.key in entrance.viewer.heroes,
        tracks=tuple(section for section in head if isinstance(section, Tracks) and section.place == "head"),
        badges=sheet.badges if sheet else (),
        effects=tuple(one for section in head if isinstance(section, Effects) for one in section.effects),
        dues=dues(entrance, hero),
    )


def dues(entrance: Entrance, hero: HeroSummary) -> tuple[Offer, ...]:
    """What this viewer can do now about what the hero has to settle."""
    if not hero.due:
        return ()
    state, viewer = entrance.state(), entrance.viewer
    rules = entrance.ruleset
    found = (rules.offers(state, viewer, hero=hero.key, kind=kind) for kind in rules.settles)
    return tuple(offer for offers in found for offer in offers if offer.violation is None)


def dues_beside(entrance: Entrance, hero: HeroSummary, sheet: Sheet) -> tuple[Offer, ...]:
    """Those that no card at the head of the sheet settles already."""
    heads = [one for one in sheet.sections if one.place == "head" and isinstance(one, Cards)]
    there = {kind for section in heads for card in section.cards for kind in kinds_of(card)}
    return tuple(offer for offer in dues(entrance, hero) if offer.kind not in there)


def kinds_of(card: Card) -> set[str]:
    """The kinds of acts that a card leads to."""
    return {tap.kind for tap in (card.tap, card.back, *card.taps) if tap} | (
        {card.ask} if card.ask else set()
    )


def is_picker(section: AnySection) -> bool:
    return isinstance(section, Cards) and section.picker


def is_bare(section: AnySection) -> bool:
    """Nobody in play: the table leads to putting somebody there, the campaign's page has no need to say it."""
    return isinstance(section, Figures) and not section.figures


PARTY = "party"
"""The section of a board that the page draws itself, as cards."""


@dataclass(frozen=True)
class Run:
    """A quest and how it went."""

    quest: str
    name: Text
    result: str


@dataclass(frozen=True, kw_only=True)
class CampaignPage:
    board: Board
    head: tuple[AnySection, ...]
    rest: tuple[AnySection, ...]
    members: tuple[Member, ...]
    choices: Choices
    lines: Sequence[HistoryLine]
    runs: tuple[Run, ...]
    has_versus: bool
    dice_url: str


def runs(entrance: Entrance) -> tuple[Run, ...]:
    """The newest quests, newest first."""
    found = QuestRun.objects.filter(campaign=entrance.campaign).order_by("-opened_seq")
    columns = found.values_list("quest", "name_fr", "name_en", "result")[: RECENT * 2]
    return tuple(Run(quest, Text(fr or "?", en or "?"), result) for quest, fr, en, result in columns)


def campaign_page(entrance: Entrance) -> CampaignPage:
    state, rules = entrance.state(), entrance.ruleset
    board = rules.board(state, entrance.viewer)
    shown = [
        section
        for section in board.sections
        if section.key != PARTY and not is_picker(section) and not is_bare(section)
    ]
    return CampaignPage(
        board=board,
        head=tuple(section for section in shown if section.place == "head"),
        rest=tuple(section for section in shown if section.place != "head"),
        members=tuple(member(entrance, hero) for hero in rules.heroes(state)),
        choices=set_apart(campaign_offers(entrance), shown),
        lines=history(entrance, limit=RECENT),
        runs=runs(entrance),
        has_versus=rules.versus is not None,
        dice_url=address("dice", entrance.campaign.id) if throws.are_known(entrance) else "",
    )


@dataclass(frozen=True, kw_only=True)
class Told:
    """A line of the history with what this viewer may do about it: take it back, or give it back."""

    line: HistoryLine
    undo: int | None = None
    redo: int | None = None


@dataclass(frozen=True, kw_only=True)
class HistoryPage:
    days: list[tuple[date, list[Told]]]
    taps: Taps | None
    before: int | None
    chosen: dict[str, str]
    heroes: Sequence[HeroRow]
    kinds: list[tuple[str, Text]]
    quests: dict[str, QuestRun]


def history_page(request: HttpRequest, entrance: Entrance) -> HistoryPage:
    chosen = {name: request.GET[name] for name in ("hero", "kind", "quest") if request.GET.get(name)}
    before = request.GET.get("before", "")
    start = int(before) if before.isdecimal() and len(before) < 10 else None
    lines = history(entrance, before=start, limit=PAGE + 1, **chosen)  # type: ignore[arg-type]
    last = undoable(lines, entrance.viewer, entrance.ruleset) if start is None and not chosen else None
    told = [tell(line, entrance, last) for line in lines[:PAGE]]
    campaign, rules = entrance.campaign, entrance.ruleset
    runs = QuestRun.objects.filter(campaign=campaign)
    return HistoryPage(
        days=[(day, list(of_day)) for day, of_day in groupby(told, lambda one: localdate(one.line.time))],
        taps=taps(request, entrance, "history"),
        before=told[-1].line.seq if len(lines) > PAGE else None,
        chosen=chosen,
        heroes=list(HeroRow.objects.filter(campaign=campaign)),
        kinds=sorted(((kind_of(one), one.label) for one in rules.commands), key=lambda one: one[1].en),
        quests={run.quest: run for run in runs},
    )


def tell(line: HistoryLine, entrance: Entrance, last: HistoryLine | None) -> Told:
    any_act = takes_any(entrance.viewer, entrance.ruleset)
    if line.kind == UNDO:
        return Told(line=line)
    if line.undone_by is not None:
        return Told(line=line, redo=line.undone_by if any_act else None)
    is_last = last is not None and line.seq == last.seq
    return Told(line=line, undo=line.seq if any_act or is_last else None)
