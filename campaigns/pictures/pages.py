"""The pages of pictures, as plain values."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest

from campaigns.access import Entrance
from campaigns.models import HeroRow
from campaigns.pictures.dice import DicePage, dice_page
from campaigns.pictures.measures import Picture, pictures
from campaigns.pictures.reading import Who, counted, heroes_shown
from campaigns.pictures.timeline import Timeline, timeline


@dataclass(frozen=True, kw_only=True)
class FiguresPage:
    """Of the campaign, or of one hero."""

    hero: HeroRow | None
    pictures: list[Picture]
    dice: DicePage
    timeline: Timeline

    @property
    def is_empty(self) -> bool:
        return not (self.pictures or self.timeline.days or not self.dice.is_empty)


def figures_page(request: HttpRequest, entrance: Entrance) -> FiguresPage:
    heroes, more = heroes_shown(entrance.campaign.id)
    return _page(request, entrance, None, heroes, more=more)


def hero_figures_page(request: HttpRequest, entrance: Entrance, key: str) -> FiguresPage | None:
    hero = HeroRow.objects.filter(campaign=entrance.campaign, key=key).first()
    return hero and _page(request, entrance, hero, (Who(hero.key, hero.name),), more=False)


def _page(
    request: HttpRequest, entrance: Entrance, hero: HeroRow | None, heroes: tuple[Who, ...], *, more: bool
) -> FiguresPage:
    before = request.GET.get("before", "")
    start = int(before) if before.isdecimal() and len(before) < 10 else None
    key = hero.key if hero else None
    return FiguresPage(
        hero=hero,
        pictures=pictures(entrance.ruleset.measures, counted(entrance.campaign.id, heroes, more=more)),
        dice=dice_page(entrance, heroes, key),
        timeline=timeline(entrance, heroes, key, start),
    )
