"""`{% ways refusal %}`: what would help, beside a refusal."""

from __future__ import annotations

from typing import Any

from django import template

from campaigns.ways import Ways
from campaigns.ways import ways as ways_of

register = template.Library()


@register.inclusion_tag("campaigns/_ways.html", takes_context=True)
def ways(context: Any, refusal: Any, hero: str | None = None) -> dict[str, Any]:
    """Of a violation or of a refusal; `hero` is whom it is about."""
    entrance = context.get("entrance")
    act = refusal.params.get("seq") if refusal.code in ACTS else None
    found = ways_of(entrance, refusal.code, hero, act) if entrance else Ways()
    names = ("campaign_url", "acts_url", "asked", "refused", "csrf_token", "campaign")
    return {"ways": found} | {name: context.get(name) for name in names}


ACTS = frozenset({"undo_blocked", "redo_blocked"})
"""Refusals that name the act in the way."""
