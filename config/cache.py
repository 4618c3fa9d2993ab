"""The cache only spares work and counts attempts, so the site goes on when Redis is down."""

import logging
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

from jobs.counting import count

__all__ = ["ForgivingRedisCache", "count"]

log = logging.getLogger(__name__)


class ForgivingRedisCache(RedisCache):
    """Answers as an empty cache would while Redis cannot be reached."""

    def _try(self, call: Callable[..., Any], fallback: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            return call(*args, **kwargs)
        except RedisError as error:
            log.warning("Redis cannot be reached: %s", error)
            return fallback

    def add(self, *args: Any, **kwargs: Any) -> Any:
        return self._try(super().add, True, *args, **kwargs)

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        return self._try(super().get, default, key, default, version)

    def set(self, *args: Any, **kwargs: Any) -> Any:
        return self._try(super().set, None, *args, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> Any:
        return self._try(super().touch, False, *args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        return self._try(super().delete, False, *args, **kwargs)

    def incr(self, key: Any, delta: int = 1, version: Any = None) -> Any:
        return self._try(super().incr, delta, key, delta, version)
