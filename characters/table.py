"""The whole party side by side, for whoever tallies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from campaigns.access import Entrance
from campaigns.pages import Bar, bar, campaign_offers, dues_beside, is_picker
from campaigns.showing import Taps, taps, target
from characters import keys
from characters.board import TableBoard, table_board
from characters.parts import Extra, Part, Tab, address, extras, part_of
from rules.kernel.offers import Offer
from rules.kernel.ruleset import HeroSummary
from rules.kernel.sections import Board, Sheet


@dataclass(frozen=True, kw_only=True)
class Column:
    """One hero of the table, with taps of their own."""

    part: Part
    hero: HeroSummary
    taps: Taps | None
    scope: str
    url: str
    hero_url: str
    extras: tuple[Extra, ...]
    dues: tuple[Offer, ...]
    is_current: bool


BOARD = "board"
"""Shown on a phone in a hero's place, in `?hero=`: no hero has such a key."""


def table_page(request: HttpRequest, entrance: Entrance) -> dict[str, Any]:
    """Every hero in play, else everybody, and the board. `alone` is the one column that htmx asked for."""
    present = present_at(entrance)
    tab = tab_of_all(request.GET.get("tab", ""), [sheet for _, sheet in present])
    columns = [column(request, entrance, hero, sheet, tab) for hero, sheet in present]
    wanted = request.GET.get("hero", "")
    seen = entrance.ruleset.board(entrance.state(), entrance.viewer)
    board = board_of(request, entrance, seen, is_current=wanted == BOARD)
    first = None if board.is_current else whose_turn(columns)
    current = next((one for one in columns if one.hero.key == wanted), first)
    is_chosen = request.GET.get("tab", "") == tab
    shown = [at_hand(one, is_current=one is current, is_chosen=is_chosen) for one in columns]
    wanted_alone = target(request)
    return {
        "columns": shown,
        "alone": next((one for one in shown if wanted_alone == f"hero-{one.hero.key}"), None),
        "board": board,
        "tabs": all_tabs(shown, tab),
        "is_chosen": is_chosen,
        "with_keys": "keys" in request.GET,
        "shortcuts": keys.table(entrance.ruleset),
        "quest": seen.scope,
        "status": seen.status,
        "bar": table_bar(request, entrance),
    }


def whose_turn(columns: Sequence[Column]) -> Column | None:
    """The hero the table waits for, where it waits for one; else the first."""
    return next((one for one in columns if one.hero.has_turn), columns[0] if columns else None)


def at_hand(one: Column, *, is_current: bool, is_chosen: bool) -> Column:
    """Unless a tab was chosen, nothing is open but for the hero in the hand: pickers are long."""
    is_open = is_current or is_chosen
    return replace(one, is_current=is_current, part=one.part if is_open else replace(one.part, open=()))


def board_of(request: HttpRequest, entrance: Entrance, seen: Board, *, is_current: bool) -> TableBoard:
    url = f"{reverse('table', args=[entrance.campaign.id])}?hero={BOARD}"
    board = table_board(request, entrance, seen, url=url, is_current=is_current)
    return replace(board, is_current=False) if board.is_empty else board


def table_bar(request: HttpRequest, entrance: Entrance) -> Bar:
    whole, home = campaign_offers(entrance), reverse("table", args=[entrance.campaign.id])
    return bar(
        request,
        entrance,
        target="table",
        home=home,
        reviews=whole.onward,
        at_hand=whole.at_hand,
        folds=True,
    )


def present_at(entrance: Entrance) -> list[tuple[HeroSummary, Sheet]]:
    state, rules = entrance.state(), entrance.ruleset
    everybody = rules.heroes(state)
    heroes = [hero for hero in everybody if hero.in_play] or everybody
    sheets = ((hero, rules.sheet(state, hero.key, entrance.viewer)) for hero in heroes)
    return [(hero, sheet) for hero, sheet in sheets if sheet is not None]


def tab_of_all(wanted: str, sheets: Sequence[Sheet]) -> str:
    """The tab that is wanted, if a hero has it; else the first picker of any, else the first tab."""
    sections = [section for sheet in sheets for section in sheet.sections if section.place == "tab"]
    keys = [section.key for section in sections]
    pickers = [section.key for section in sections if is_picker(section)]
    return wanted if wanted in keys else next(iter(pickers + keys), "")


def column(request: HttpRequest, entrance: Entrance, hero: HeroSummary, sheet: Sheet, tab: str) -> Column:
    path = reverse("table", args=[entrance.campaign.id])
    found = part_of(sheet, tab, path, is_chosen=request.GET.get("tab", "") == tab, hero=hero.key)
    part = found if found.tab == tab else replace(found, open=())
    mine = entrance.viewer.may_act_for(hero.key)
    return Column(
        part=part,
        hero=hero,
        taps=taps(request, entrance, hero.key) if mine else None,
        scope=f"{hero.key}-",
        url=address(path, {"hero": hero.key}, tab) if part.is_chosen else f"{path}?hero={hero.key}",
        hero_url=reverse("hero", args=[entrance.campaign.id, hero.key]),
        extras=extras(entrance, part) if mine else (),
        dues=dues_beside(entrance, hero, sheet) if mine else (),
        is_current=False,
    )


def all_tabs(columns: Sequence[Column], open_tab: str) -> list[Tab]:
    """The tabs of all heroes, each once, with the addresses of the hero shown; pickers first.

    Who does not have the one that is open shows another.
    """
    ordered = sorted(columns, key=lambda one: one.is_current)
    found = {tab.key: tab for one in ordered for tab in (*one.part.pickers, *one.part.tabs)}
    tabs = (replace(tab, is_current=tab.key == open_tab) for tab in found.values())
    return sorted(tabs, key=lambda tab: not tab.is_picker)
