"""Where a thing of a rulebook stands: `section/key` in a link is a page here."""

from __future__ import annotations

from uuid import UUID

from django.urls import reverse


def rulebook_url(ruleset: str, link: str | None, campaign: UUID | str | None = None) -> str:
    """The page of a `link` of a Choice, Card or Line; with the values of `campaign` where it is given. `""` without a link."""
    section, _, key = (link or "").partition("/")
    if not (section and key):
        return ""
    return reverse("rulebook-thing", args=[ruleset, section, key]) + suffix(campaign)


def suffix(campaign: UUID | str | None) -> str:
    """What keeps a page of the rulebook in the campaign it was opened from."""
    return f"?campaign={campaign}" if campaign else ""
