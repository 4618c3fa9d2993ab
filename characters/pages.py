"""What the pages of heroes show, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from campaigns.access import Entrance
from campaigns.ledger import state_at
from campaigns.models import HeroRow
from campaigns.pages import Bar, Member, bar, dues_beside, hero_offers, member
from campaigns.showing import taps
from characters import keys
from characters.hero_files import may_enrol, may_have
from characters.lives import Lives, lives, lives_of
from characters.parts import Part, extras, part_of
from rules.kernel.offers import Viewer

ONLOOKER = Viewer("spectator")


def hero_page(request: HttpRequest, entrance: Entrance, key: str) -> dict[str, Any] | None:
    """A sheet of the living, with what may be done and the bar; None where the state knows no such hero."""
    state, rules, viewer = entrance.state(), entrance.ruleset, entrance.viewer
    sheet = rules.sheet(state, key, viewer)
    if sheet is None:
        return None
    url = reverse("hero", args=[entrance.campaign.id, key])
    part = part_of(sheet, request.GET.get("tab", ""), url)
    page = {"part": part, "scope": "h-", "hero_url": url, "bar": hero_bar(request, entrance, part, url)}
    page |= {"with_keys": "keys" in request.GET, "shortcuts": keys.SHEET}
    page["versus_url"] = f"{url}versus/" if rules.versus else ""
    page["file_url"] = f"{url}export/" if may_have(entrance, key) else ""
    if not viewer.may_act_for(key):
        return page
    return page | {
        "taps": taps(request, entrance, "hero"),
        "extras": extras(entrance, part),
        "dues": [
            offer
            for hero in rules.heroes(state)
            if hero.key == key
            for offer in dues_beside(entrance, hero, sheet)
        ],
        "choices": hero_offers(entrance, key) if part.is_more else None,
    }


def hero_bar(request: HttpRequest, entrance: Entrance, part: Part, url: str) -> Bar:
    may = entrance.viewer.may_act_for(part.sheet.key)
    pickers = part.pickers if may else ()
    more: dict[str, Any] = {"more_url": part.more_url, "is_more": part.is_more}
    hero = part.sheet.key if may else ""
    return bar(request, entrance, hero=hero, target="sheet", home=url, pickers=pickers, **more)


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
    return {
        "part": part,
        "scope": "h-",
        "hero_url": url,
        "departed": row,
        "file_url": f"{url}export/" if may_have(entrance, key) else "",
        "life": lives_of(entrance, [row])[0],
        "shortcuts": keys.SHEET,
        "bar": hero_bar(request, entrance, part, url),
    }


@dataclass(frozen=True, kw_only=True)
class Roster:
    members: tuple[Member, ...]
    lives: Lives
    may_enrol: bool


def roster(request: HttpRequest, entrance: Entrance) -> Roster:
    return Roster(
        members=tuple(member(entrance, hero) for hero in entrance.ruleset.heroes(entrance.state())),
        lives=lives(request, entrance),
        may_enrol=may_enrol(entrance),
    )
