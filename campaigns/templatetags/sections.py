"""`{% section %}` and `{% kept %}`: what depends on nothing but the values named is drawn once and kept."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any
from uuid import UUID

import msgspec
from django import template
from django.conf import settings
from django.template.base import Template
from django.template.context import Context
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from campaigns.showing import Taps
from rules.kernel.sections import Section

register = template.Library()

KEPT = 16_384
"""Drawings in each process: at some 5 kB each, what two hundred tables of four heroes look at."""


@dataclass(frozen=True)
class Home:
    """The campaign, as far as a section knows it."""

    id: UUID
    ruleset: str


@dataclass(frozen=True)
class Drawing:
    """A template with all it may ask for. A section is known by its `content`, all that it says."""

    template: str
    language: str
    values: tuple[tuple[str, Any], ...]
    content: bytes = b""
    section: Section | None = field(default=None, compare=False)


@register.simple_tag
def kept(template: str, **values: Any) -> SafeString:
    """The template with these values, which must be hashable, and nothing else."""
    return drawn(Drawing(template, get_language() or "", tuple(values.items())))


@register.simple_tag(takes_context=True)
def section(
    context: dict[str, Any],
    section: Section,
    scope: str | None = None,
    template: str = "sections/_section.html",
) -> SafeString:
    """`scope` begins the ids of what is drawn. A template of sections sees the section and `values`, nothing else."""
    campaign, taps, part = context.get("campaign"), context.get("taps"), context.get("part")
    values = (
        ("scope", context.get("scope", "") if scope is None else scope),
        ("campaign", Home(campaign.id, campaign.ruleset) if campaign else None),
        ("game", campaign.ruleset if campaign else ""),
        ("taps", Taps(taps.form, taps.url, "", "") if taps else None),
        ("hero_key", part.sheet.key if part else ""),
        ("hero_url", context.get("hero_url", "")),
        ("heroes_url", context.get("heroes_url", "")),
        ("extras", context.get("extras", ())),
    )
    content = msgspec.msgpack.encode(section)
    return drawn(Drawing(template, get_language() or "", values, content, section))


def drawn(drawing: Drawing) -> SafeString:
    """With DEBUG each time anew: templates may change."""
    return draw.__wrapped__(drawing) if settings.DEBUG else draw(drawing)


@lru_cache(maxsize=KEPT)
def draw(drawing: Drawing) -> SafeString:
    values = Context({**dict(drawing.values), "section": drawing.section})
    template: Template = get_template(drawing.template).template  # type: ignore[attr-defined]
    return mark_safe(template.render(values))  # noqa: S308  (a template has escaped what it was given)
