"""For documents that go on paper: which file draws a section there, and boxes for a pencil."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import template
from django.utils.safestring import SafeString

from campaigns.rulebook.books import Thing
from campaigns.templatetags.questkeep import icon
from rules.kernel.sections import Card, Section, Track
from tasks import pdf

register = template.Library()

DRAWN = frozenset({"tracks", "numbers", "cards", "effects", "list", "text"})
"""Kinds of section that paper draws its own way."""
INKS = frozenset({"body", "mind"})
"""Tracks with a colour of their own."""
MOST_BOXES, ON_A_QUARTER, GROWTH = 20, 12, 4
"""More boxes than this are not counted by anybody; a form to fill in has some for what is still to come."""


@register.filter
def paper_template(section: Section) -> str:
    kind = section.__struct_config__.tag
    return f"tasks/paper/_{kind}.html" if kind in DRAWN else "tasks/paper/_other.html"


@register.simple_tag
def boxes(track: Track, is_blank: bool, is_quarter: bool) -> list[str]:
    """A hollow mark for each point; a form to be filled in has fainter ones beyond. None where there are too many to count."""
    if track.style != "marks" or track.most > (ON_A_QUARTER if is_quarter else MOST_BOXES):
        return []
    ink = f"ink-{track.key}" if track.key in INKS else ""
    own = [f"hollow {ink}"] * track.most
    return own + ["hollow ink-line"] * GROWTH if is_blank else own


@register.filter
def use_boxes(card: Card) -> range:
    """One for each use, where a use is counted."""
    counted = card.uses_most or (1 if card.state in ("ready", "spent") and card.tone else 0)
    return range(counted if counted <= 6 else 0)


@register.simple_tag
def sign(thing: Thing, ink: str = "on-face") -> SafeString | str:
    """The first of a thing's symbols that is drawn, in a colour of the site by day."""
    return next(filter(None, (icon(name, "", f"ink-{ink}") for name in thing.icons)), "")


@register.filter
def token(name: str) -> str:
    """A colour of the site by day."""
    return pdf.tokens()[name]


@register.filter
def add_to(value: float, more: float) -> float:
    return value + more


@register.filter
def at(found: dict[str, str], key: str) -> str:
    return found.get(key, key)


@register.filter
def total(gains: tuple[tuple[Any, int], ...]) -> int:
    return sum(amount for _label, amount in gains)


@register.filter
def in_zone(time: datetime, like: datetime) -> datetime:
    """In the time zone of another time: the campaign's."""
    return time.astimezone(like.tzinfo)
