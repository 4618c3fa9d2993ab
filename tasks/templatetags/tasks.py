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

ICONS = {
    "export": "scroll", "import": "door", "audit": "search", "sheets": "person", "quarters": "people", "blanks": "pencil",
    "cards": "flame", "prices": "market", "chronicle": "book",
}  # fmt: skip
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


@register.inclusion_tag("tasks/_on_paper.html", takes_context=True)
def on_paper(context: Any, hero: str = "") -> dict[str, Any]:
    """The way to what can be printed; who only watches is not shown it, as no guest may ask."""
    may = context["viewer"].role != Role.SPECTATOR
    return {"campaign": context.get("campaign"), "hero": hero, "may": may}
