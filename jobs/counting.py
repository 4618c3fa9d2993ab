"""Counting attempts, where a cache that forgets does no harm."""

from __future__ import annotations

from django.core.cache import cache


def count(key: str, seconds: int) -> int:
    """One more; how many there have been in the `seconds` since the first. A cache that was emptied begins anew."""
    cache.add(key, 0, timeout=seconds)
    try:
        return cache.incr(key)
    except ValueError:  # it went in between: Redis was started again, or the time was over
        return 1
