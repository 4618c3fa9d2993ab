"""For templates that lead to the rulebook or belong to it."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from campaigns import rulebook
from campaigns.rulebook.addresses import suffix
from campaigns.rulebook.books import Thing, book
from campaigns.rulebook.citing import cited
from campaigns.templatetags.questkeep import icon, t

register = template.Library()

PREVIEW = "p-"
"""The scope of sections that a form shows before it is sent."""


@register.simple_tag
def rulebook_url(ruleset: str, link: str | None, campaign: Any = None) -> str:
    """The page of a `link` (`section/key`), with the values of `campaign` (its id) where it is given."""
    return rulebook.rulebook_url(ruleset, link, campaign)


@register.simple_tag
def thing_icon(thing: Thing) -> SafeString | str:
    """The first of a thing's symbols that is drawn; a book where none is, for its place is kept."""
    return next(filter(None, map(icon, thing.icons)), "") or icon("book")


@register.simple_tag(takes_context=True)
def sources(context: dict[str, Any], source: str | None) -> SafeString | str:
    """Where something stands in the rules (`§8.1, R20`), each place a link to the page that has it, if one has."""
    campaign, opened = context.get("campaign"), context.get("book")
    ruleset = campaign.ruleset if campaign else opened.key if opened else ""
    here = context["here"].suffix if opened else suffix(campaign.id if campaign else None)
    named = cited(source or "")
    if not (named and ruleset):
        return format_html('<span class="source">{}</span>', source) if source else ""
    places, beside = book(ruleset).places, elsewhere(context)
    return format_html(
        '<span class="sources">{}</span>',
        format_html_join("", "{}", ((as_link(place, places.get(place), here, beside),) for place in named)),
    )


def as_link(place: str, page: Any, here: str, beside: SafeString | str) -> SafeString:
    if page is None:
        return format_html('<span class="source">{}</span>', place)
    return format_html(
        '<a class="source" href="{}{}" title="{}"{}>{}</a>', page.url, here, t(page.name), beside, place
    )


@register.simple_tag(takes_context=True)
def elsewhere(context: dict[str, Any]) -> SafeString | str:
    """Within a form that is being filled in, a link opens a window of its own, lest the form be lost."""
    is_in_a_form = context.get("asked") is not None or context.get("scope") == PREVIEW
    return format_html(' target="{}"', "_blank") if is_in_a_form else ""
