"""A hero's face on a page: the portrait, or one made of the class's icon on a ground that follows from the hero's key."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from functools import lru_cache
from uuid import UUID

import msgspec
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from campaigns.models import Campaign, Portrait
from campaigns.portraits.pictures import MEDIA_TYPE, SMALL

GROUNDS = 10
"""Colours of the ground, each a class of `faces.css`."""
WEAVES = (
    "M-4 12 12-4M-4 28 28-4M-4 44 44-4M4 52 52 4M20 52 52 20M36 52 52 36",  # stripes
    "M0 8h48M0 20h48M0 32h48M0 44h48",  # bands
    "M-6 16 6 4l12 12L30 4l12 12L54 4M-6 32l12-12 12 12 12-12 12 12 12-12M-6 48l12-12 12 12 12-12 12 12 12-12",  # chevrons
    "M24 1a23 23 0 1 0 .1 0M24 9a15 15 0 1 0 .1 0",  # rings
    "M24 24 24-8M24 24 47 1M24 24H56M24 24 47 47M24 24V56M24 24 1 47M24 24H-8M24 24 1 1",  # rays
    "M12-2v52M24-2v52M36-2v52M-2 12h52M-2 24h52M-2 36h52",  # lattice
)
"""Patterns in a square of 48."""


@lru_cache(maxsize=1024)
def faces_of(told: str) -> dict[str, str]:
    """The hash of each hero's portrait, from the campaign's column."""
    return msgspec.json.decode(told, type=dict[str, str]) if told else {}


def face(campaign: Campaign | None, hero: str, icon: SafeString | str, extra: str = "") -> SafeString:
    """The name stands beside it wherever it is shown, so it says nothing to who cannot see it."""
    digest = faces_of(campaign.faces).get(hero) if campaign else None
    if campaign and digest:
        return _portrait(campaign.pk, hero, digest, extra)
    return drawn(hero, icon, extra)


def _portrait(campaign_id: UUID, hero: str, digest: str, extra: str) -> SafeString:
    return format_html(
        '<img class="face {}" src="{}" width="{}" height="{}" alt="" decoding="async">',
        extra, address(campaign_id, hero, digest, SMALL), SMALL, SMALL,
    )  # fmt: skip


def address(campaign_id: UUID, hero: str, digest: str, side: int) -> str:
    """It names what it shows: what is kept of it never grows old."""
    return reverse("portrait-picture", args=[campaign_id, hero, digest, side])


@lru_cache(maxsize=4096)
def drawn(hero: str, icon: SafeString | str, extra: str = "") -> SafeString:
    """The default: the same for the same hero everywhere, told apart by colour and by pattern."""
    chance = hashlib.sha256(hero.encode()).digest()
    return format_html(
        '<svg class="face is-drawn ground-{} {}" viewBox="0 0 48 48" aria-hidden="true"><path class="weave" d="{}"/><g transform="translate(9 9) scale(.625)">{}</g></svg>',
        chance[0] % GROUNDS, extra, WEAVES[chance[1] % len(WEAVES)], icon,
    )  # fmt: skip


def in_base64(campaign: Campaign, hero: str) -> str:
    """The larger picture as text, for files; empty where there is none."""
    row = Portrait.objects.filter(campaign=campaign, hero=hero, is_current=True).only("large").first()
    return b64encode(row.large).decode() if row else ""


def data_uri(campaign: Campaign, hero: str) -> str:
    """The larger picture within a page that has no other files, such as a sheet on paper."""
    content = in_base64(campaign, hero) if hero in faces_of(campaign.faces) else ""
    return f"data:{MEDIA_TYPE};base64,{content}" if content else ""
