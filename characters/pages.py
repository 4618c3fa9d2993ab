"""What the pages of heroes show, as plain values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlencode

from rules.kernel.offers import Offer
from rules.kernel.sections import AnySection, Cards, Numbers, Sheet, Tracks
from rules.kernel.text import Text

MORE = "more"
OVERVIEW = Text("Tout", "All")


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
class Choices:
    """What may be done, and what may not, with the reason."""

    open: tuple[Offer, ...]
    closed: tuple[Offer, ...]


def choices(offers: Iterable[Offer]) -> Choices:
    found = tuple(offers)
    return Choices(
        open=tuple(offer for offer in found if offer.violation is None),
        closed=tuple(offer for offer in found if offer.violation is not None),
    )


def glance(sheet: Sheet) -> tuple[Tracks | Numbers, ...]:
    """What a card of the party shows of a sheet: its tracks, without buttons."""
    return tuple(section for section in sheet.sections if isinstance(section, Tracks) and section.place == "head")
