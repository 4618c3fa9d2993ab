"""The pages of pictures, as plain values."""

from __future__ import annotations

from dataclasses import dataclass

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


def figures_page(entrance: Entrance, before: int | None = None) -> FiguresPage:
    """`before`: the days of the timeline are those before this act."""
    heroes, more = heroes_shown(entrance.campaign.id)
    return _page(entrance, None, heroes, before, more=more)


def hero_figures_page(entrance: Entrance, key: str, before: int | None = None) -> FiguresPage | None:
    hero = HeroRow.objects.filter(campaign=entrance.campaign, key=key).first()
    return hero and _page(entrance, hero, (Who(hero.key, hero.name),), before, more=False)


def _page(
    entrance: Entrance, hero: HeroRow | None, heroes: tuple[Who, ...], before: int | None, *, more: bool
) -> FiguresPage:
    key = hero.key if hero else None
    return FiguresPage(
        hero=hero,
        pictures=pictures(entrance.ruleset.measures, counted(entrance.campaign.id, heroes, more=more)),
        dice=dice_page(entrance, heroes, key),
        timeline=timeline(entrance, heroes, key, before),
    )
