"""The time zone of a campaign: its own, or the site's."""

from __future__ import annotations

from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.utils import timezone


@cache
def names() -> tuple[str, ...]:
    """All that a campaign may have, by continent and city."""
    return tuple(sorted(name for name in available_timezones() if "/" in name or name == "UTC"))


def zone(name: str) -> ZoneInfo:
    """The site's where there is none, or none (any more) of this name."""
    known = name if name in names() else timezone.get_default_timezone_name()
    return ZoneInfo(known)


def find(text: str) -> str | None:
    """The name that is meant by it, by city alone where there is one such city; an empty text is the site's."""
    wanted = text.strip().replace(" ", "_").casefold()
    if not wanted:
        return ""
    exact = [name for name in names() if name.casefold() == wanted]
    cities = [name for name in names() if name.casefold().endswith(f"/{wanted}")]
    found = exact or cities
    return found[0] if len(found) == 1 else None
