"""For templates that lead to the rulebook or belong to it."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.safestring import SafeString

from campaigns import rulebook
from campaigns.rulebook.books import Thing
from campaigns.templatetags.questkeep import icon

register = template.Library()


@register.simple_tag
def rulebook_url(ruleset: str, link: str | None, campaign: Any = None) -> str:
    """The page of a `link` (`skills/elf-parry`), with the values of `campaign` (its id) where it is given."""
    return rulebook.rulebook_url(ruleset, link, campaign)


@register.simple_tag
def thing_icon(thing: Thing) -> SafeString | str:
    """The first of a thing's symbols that is drawn."""
    return next(filter(None, map(icon, thing.icons)), "")
