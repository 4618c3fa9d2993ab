"""`{% face %}`: what a hero looks like, on a page of a campaign."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.safestring import SafeString

from campaigns.portraits import faces
from campaigns.templatetags.questkeep import icon

register = template.Library()


@register.simple_tag(takes_context=True)
def face(context: dict[str, Any], hero: str, name: str, extra: str = "") -> SafeString:
    """The portrait of the hero, or the icon of that name on the hero's ground."""
    return faces.face(context.get("campaign"), hero, icon(name, "person"), extra)


@register.simple_tag
def face_in(row: Any, extra: str = "") -> SafeString:
    """The face of a row of heroes, of whatever campaign."""
    return faces.face(row.campaign, row.key, icon(row.icon, "person"), extra)
