"""A sheet in parts: the head, the tabs, and what of them is open."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlencode

from campaigns.access import Entrance
from campaigns.pages import is_picker
from rules.kernel.offers import Field
from rules.kernel.sections import AnySection, Card, Cards, Sheet
from rules.kernel.text import Text

MORE = "more"


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
    """A hero's part of a page: the head, the tabs, and what of them is open.

    Where one `is_chosen`, a small screen gives it the room that the head has otherwise.
    """

    sheet: Sheet
    head: tuple[AnySection, ...]
    tabs: tuple[Tab, ...]
    pickers: tuple[Tab, ...]
    open: tuple[AnySection, ...]
    more: tuple[AnySection, ...]
    more_url: str
    tab: str
    is_chosen: bool = False

    @property
    def is_brief(self) -> bool:
        return self.is_chosen or self.is_picking or self.is_more

    @property
    def is_picking(self) -> bool:
        return any(tab.is_current for tab in self.pickers)

    @property
    def is_more(self) -> bool:
        return self.tab == MORE


def part_of(sheet: Sheet, wanted: str, path: str, *, is_chosen: bool = True, **query: str) -> Part:
    """The sheet with the tab that is wanted open, else the first; `path` and `query` make the tabs' addresses.

    The tab that somebody has chosen leads back to where none is.
    """
    rest = [section for section in sheet.sections if section.place == "tab"]
    keys = dict.fromkeys(section.key for section in rest)
    current = wanted if wanted in keys or wanted == MORE else next(iter(keys), MORE)
    is_chosen = is_chosen and current == wanted
    home = f"{path}?{urlencode(query)}" if query else path
    tabs = [
        tab_of(rest, key, key == current, home if is_chosen and key == current else address(path, query, key))
        for key in keys
    ]
    return Part(
        sheet=sheet,
        head=tuple(section for section in sheet.sections if section.place == "head"),
        tabs=tuple(tab for tab in tabs if not tab.is_picker),
        pickers=tuple(tab for tab in tabs if tab.is_picker),
        open=tuple(section for section in rest if section.key == current),
        more=tuple(section for section in sheet.sections if section.place == MORE),
        more_url=address(path, query, MORE),
        tab=current,
        is_chosen=is_chosen,
    )


def tab_of(sections: Iterable[AnySection], key: str, is_current: bool, url: str) -> Tab:
    section = next(section for section in sections if section.key == key)
    return Tab(key, section.title, url, is_current, is_picker(section))


def address(path: str, query: dict[str, str], tab: str) -> str:
    return f"{path}?{urlencode(query | {'tab': tab})}"


@dataclass(frozen=True)
class Extra:
    """A field beside a picker: what its taps leave open, to be chosen before one is pressed."""

    kind: str
    field: Field


def extras(entrance: Entrance, part: Part) -> tuple[Extra, ...]:
    """The choices that the offer behind the open picker has and its taps do not make."""
    tap = next((card.tap for card in _picked(part) if card.tap), None)
    if tap is None:
        return ()
    state, viewer, hero = entrance.state(), entrance.viewer, part.sheet.key
    offers = entrance.ruleset.offers(state, viewer, hero=hero, kind=tap.kind)
    fields = (field for offer in offers for field in offer.fields if field.name not in tap.fields)
    return tuple(Extra(tap.kind, field) for field in fields if field.type == "choice")


def _picked(part: Part) -> Iterable[Card]:
    return (card for one in part.open if isinstance(one, Cards) and one.picker for card in one.cards)
