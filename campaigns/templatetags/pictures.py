"""For pictures: coordinates as SVG reads them, numbers as people do."""

from __future__ import annotations

from django import template

from campaigns.pictures.charts import say
from campaigns.templatetags.questkeep import ALIASES, drawn

register = template.Library()


@register.filter
def plain(number: float) -> str:
    """With a point, whatever the language."""
    return f"{number:g}"


@register.filter
def plus(number: float, more: float) -> str:
    return f"{number + more:g}"


@register.filter
def said_number(number: int) -> str:
    return say(number)


@register.filter
def drawn_as(icon: str) -> str:
    """The symbol of the sprite."""
    name = ALIASES.get(icon, icon)
    return name if name in drawn() else "mark"
