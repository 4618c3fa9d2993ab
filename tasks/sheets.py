"""Sheets on paper, as one person may see them: a page with room for a pencil, and on its back the rules of what is owned."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone

from campaigns.access import Entrance
from campaigns.models import HeroRow
from campaigns.portraits.faces import data_uri
from campaigns.rulebook.books import Thing, book
from campaigns.snapshots import state_at
from campaigns.zones import zone
from rules.kernel.offers import Viewer
from rules.kernel.sections import AnySection, Cards, Effects, Listing, Prose, Sheet
from rules.kernel.text import Text
from tasks.models import PageSize
from tasks.papers import Wanted

ONLOOKER = Viewer("spectator")
CLOSE, CLOSEST = 26, 44
"""So many lines on one sheet make it smaller, and smaller still."""
TO_A_PAGE = 4
PAGE_LINES = range(36)
"""Lines to write on that a page has; what is printed covers them."""
CLASS = "hero_class"
"""The field of a row that names whose it is."""


@dataclass(frozen=True, kw_only=True)
class Paper:
    """A sheet; `departed` is the row of who has left, as they last were; `picture` their portrait. Without a name it is to be filled in."""

    ruleset: str
    sheet: Sheet
    tallied: tuple[Text, ...] = ()
    departed: HeroRow | None = None
    picture: str = ""

    @property
    def is_blank(self) -> bool:
        return not self.sheet.name

    @cached_property
    def sections(self) -> tuple[AnySection, ...]:
        """Without what is only there to be pressed, or to be read on a screen."""
        return tuple(filter(None, map(on_paper, self.sheet.sections)))

    @property
    def head(self) -> list[AnySection]:
        return [one for one in self.sections if one.place == "head"]

    @property
    def body(self) -> list[AnySection]:
        return [one for one in self.sections if one.place == "tab"]

    @property
    def foot(self) -> list[AnySection]:
        return [one for one in self.sections if one.place == "more"]

    @property
    def lines(self) -> int:
        return sum(len(one.cards) for one in self.sections if isinstance(one, Cards))

    @property
    def density(self) -> str:
        return "closest" if self.lines > CLOSEST else "close" if self.lines > CLOSE else ""

    @property
    def room(self) -> range:
        """Lines to write on in a list."""
        return range(7 if self.is_blank else 2 if not self.density else 0)

    @property
    def jots(self) -> range:
        """Lines for notes on a quarter of a page, by what else stands there."""
        return range(max(1, 7 - self.lines // 3))

    @cached_property
    def rules(self) -> list[tuple[Text, list[Thing]]]:
        """What the rulebook says of all that is owned and of what lasts, once each, under the titles of the sheet."""
        things, seen = book(self.ruleset).things, set[str]()
        found = self.of_class if self.is_blank else []
        for section in self.sections:
            links = dict.fromkeys(link for link in links_of(section) if link not in seen and link in things)
            seen.update(links)
            told = [things[link] for link in links if things[link].text]
            found += [(section.title, told)] if told else []
        return found

    @property
    def of_class(self) -> list[tuple[Text, list[Thing]]]:
        """What somebody of the class may come to own: a form to fill in shows all of it."""
        found = []
        for shelf in book(self.ruleset).shelves.values():
            told = [one for one in shelf.things if one.row.get(CLASS) == self.sheet.key and one.text]
            found += [(shelf.name, told)] if told else []
        return found


def on_paper(section: AnySection) -> AnySection | None:
    """A card that leads nowhere is a button; words without weight are for a screen."""
    if isinstance(section, Cards):
        kept = () if section.picker else tuple(card for card in section.cards if card.link)
        return Cards(key=section.key, title=section.title, place=section.place, cards=kept) if kept else None
    if isinstance(section, Prose):
        return section if section.mood == "warn" else None
    if isinstance(section, Effects | Listing):
        return section if (section.effects if isinstance(section, Effects) else section.lines) else None
    return section


def links_of(section: AnySection) -> Iterator[str]:
    if isinstance(section, Cards):
        yield from (card.link for card in section.cards if card.link and card.state != "lost")
    elif isinstance(section, Effects):
        yield from (effect.link for effect in section.effects if effect.link)


def papers(entrance: Entrance, hero: str = "") -> list[Paper]:
    """Of everybody who plays, or of one hero; nothing where there is none (any more)."""
    rules, state, viewer = entrance.ruleset, entrance.state(), entrance.viewer
    keys = [hero] if hero else [one.key for one in rules.heroes(state)]
    found = [paper_of(entrance, sheet) for key in keys if (sheet := rules.sheet(state, key, viewer))]
    return found or [paper for key in keys if (paper := _departed(entrance, key))]


def paper_of(entrance: Entrance, sheet: Sheet, departed: HeroRow | None = None) -> Paper:
    rules = entrance.ruleset
    picture = data_uri(entrance.campaign, sheet.key)
    return Paper(ruleset=rules.key, sheet=sheet, tallied=rules.tallied, departed=departed, picture=picture)


def _departed(entrance: Entrance, key: str) -> Paper | None:
    row = HeroRow.objects.filter(campaign=entrance.campaign, key=key).exclude(departed_seq=None).first()
    if row is None or row.departed_seq is None:
        return None
    sheet = entrance.ruleset.sheet(state_at(entrance.campaign, row.departed_seq - 1), key, ONLOOKER)
    return paper_of(entrance, sheet, row) if sheet else None


def blanks(entrance: Entrance, choice: str = "") -> list[Paper]:
    """Forms to fill in, of one class or of each."""
    found = entrance.ruleset.blanks()
    return [paper_of(entrance, sheet) for sheet in found if choice in ("", sheet.key)]


def surroundings(entrance: Entrance, wanted: Wanted) -> dict[str, Any]:
    """What every document of paper is drawn with."""
    return {
        "campaign_name": entrance.campaign.name,
        "rules": entrance.ruleset.name,
        "game": entrance.ruleset.key,
        "words": entrance.ruleset.words,
        "today": timezone.localtime(timezone=zone(entrance.campaign.timezone)),
        "page_size": PageSize(wanted.page_size).value,
        "page_lines": PAGE_LINES,
    }


def documents(entrance: Entrance, wanted: Wanted, found: list[Paper]) -> Iterator[str]:
    """Each as HTML in the language of the moment: a page, and its back."""
    around = surroundings(entrance, wanted)
    for paper in found:
        yield render_to_string("tasks/paper/sheet.html", {**around, "paper": paper})


def party(entrance: Entrance, wanted: Wanted, found: list[Paper]) -> Iterator[str]:
    """Four to a page."""
    around = surroundings(entrance, wanted)
    for first in range(0, len(found), TO_A_PAGE):
        four = found[first : first + TO_A_PAGE]
        yield render_to_string("tasks/paper/party.html", {**around, "papers": four})
