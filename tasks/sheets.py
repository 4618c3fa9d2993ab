"""Sheets on paper, as one person may see them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone

from campaigns.access import Entrance
from campaigns.models import HeroRow
from campaigns.snapshots import state_at
from campaigns.zones import zone
from rules.kernel.offers import Viewer
from rules.kernel.sections import Cards, Sheet

ONLOOKER = Viewer("spectator")


@dataclass(frozen=True)
class Paper:
    """A sheet; `departed` is the row of who has left, as they last were."""

    sheet: Sheet
    departed: HeroRow | None = None


def papers(entrance: Entrance, hero: str = "") -> list[Paper]:
    """Of everybody who plays, or of one hero; nothing where there is none (any more)."""
    rules, state, viewer = entrance.ruleset, entrance.state(), entrance.viewer
    keys = [hero] if hero else [one.key for one in rules.heroes(state)]
    found = [Paper(sheet) for key in keys if (sheet := rules.sheet(state, key, viewer))]
    return found or [paper for key in keys if (paper := _departed(entrance, key))]


def _departed(entrance: Entrance, key: str) -> Paper | None:
    row = HeroRow.objects.filter(campaign=entrance.campaign, key=key).exclude(departed_seq=None).first()
    if row is None or row.departed_seq is None:
        return None
    sheet = entrance.ruleset.sheet(state_at(entrance.campaign, row.departed_seq - 1), key, ONLOOKER)
    return Paper(sheet, row) if sheet else None


def documents(entrance: Entrance, found: list[Paper]) -> Iterator[str]:
    """Each as HTML, without what is only there to be pressed, in the language of the moment."""
    for paper in found:
        shown = [one for one in paper.sheet.sections if not (isinstance(one, Cards) and one.picker)]
        values: dict[str, Any] = {
            "sheet": paper.sheet,
            "departed": paper.departed,
            "sections": shown,
            "name": entrance.campaign.name,
            "today": timezone.localtime(timezone=zone(entrance.campaign.timezone)),
        }
        yield render_to_string("tasks/sheet.html", values)
