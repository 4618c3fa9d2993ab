"""What pages of campaigns ask about long work."""

from __future__ import annotations

import uuid
from typing import Any

from django import template
from django.utils.safestring import SafeString

from campaigns.models import Campaign, Role
from campaigns.templatetags.questkeep import icon
from tasks import asking, pdf

register = template.Library()

ICONS = {"export": "scroll", "import": "door", "sheets": "book", "audit": "search"}
TONES = {"running": "is-gold", "done": "is-good", "failed": "is-bad", "cancelled": "is-warn"}


@register.filter
def is_long(campaign: Campaign) -> bool:
    """Its file is not waited for."""
    return campaign.version > asking.LONG_ENTRIES


@register.simple_tag
def makes_pdf() -> bool:
    return pdf.is_installed()


@register.simple_tag
def form_key() -> str:
    return str(uuid.uuid4())


@register.simple_tag
def task_icon(kind: str) -> SafeString | str:
    return icon(ICONS[kind])


@register.filter
def tone(state: str) -> str:
    return TONES.get(state, "")


@register.inclusion_tag("tasks/_ask_sheets.html", takes_context=True)
def ask_sheets(context: Any, hero: str = "") -> dict[str, Any]:
    """A button for the sheets on paper, or that there are none; who only watches is shown neither, as no guest may ask."""
    may = context["viewer"].role != Role.SPECTATOR
    names = ("campaign", "csrf_token", "request")
    return {name: context.get(name) for name in names} | {
        "hero": hero,
        "may": may,
        "makes": pdf.is_installed(),
    }
