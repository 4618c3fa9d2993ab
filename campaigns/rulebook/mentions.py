"""A sentence with links to what it names."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from campaigns.rulebook.addresses import rulebook_url
from rules.kernel.mentions import mentioned
from rules.kernel.messages import Event
from rules.kernel.ruleset import Ruleset

ENDING = "(?:es|s|x)?"
"""Each word may stand in the plural."""


def linked(
    ruleset: Ruleset[Any], campaign: UUID, sentence: str, events: tuple[Event, ...], language: str
) -> SafeString:
    """Each thing is a link where it is named first; longer names go before those they contain."""
    urls = {
        name.in_(language): rulebook_url(ruleset.key, link, campaign)
        for link, name in mentioned(ruleset, events)
    }
    names = tuple(sorted(urls, key=len, reverse=True))
    told: set[str] = set()

    def link(match: re.Match[str]) -> str:
        name = names[(match.lastindex or 1) - 1]
        if urls[name] in told:
            return escape(match[0])
        told.add(urls[name])
        return format_html('<a href="{}">{}</a>', urls[name], match[0])

    pieces, last = [], 0
    for match in pattern(names).finditer(sentence) if names else ():
        pieces += [escape(sentence[last : match.start()]), link(match)]
        last = match.end()
    return mark_safe("".join([*pieces, escape(sentence[last:])]))  # noqa: S308  (each piece is escaped)


@lru_cache(maxsize=1024)
def pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """A group for each name, in this order."""
    words = ("(" + r"[\s ]+".join(re.escape(word) + ENDING for word in name.split()) + ")" for name in names)
    return re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)", re.IGNORECASE)
