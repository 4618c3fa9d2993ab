"""Is the process alive, and is everything it needs there?"""

import logging
from collections.abc import Callable, Iterable

import redis
from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

log = logging.getLogger(__name__)


def check_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def check_migrations() -> None:
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise RuntimeError("there are migrations to apply")


def check_redis() -> None:
    if settings.REDIS_URL:
        redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2).ping()


CHECKS: dict[str, Callable[[], None]] = {
    "database": check_database,
    "migrations": check_migrations,
    "redis": check_redis,
}


def outcome(name: str) -> str:
    try:
        CHECKS[name]()
    except Exception:
        log.exception("%s is failing", name)
        return "failing"
    return "ok"


def report(names: Iterable[str]) -> JsonResponse:
    parts = {name: outcome(name) for name in names}
    is_well = set(parts.values()) == {"ok"}
    return JsonResponse({"status": "ok" if is_well else "failing", **parts}, status=200 if is_well else 503)


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    return report(["database"])


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    return report(CHECKS)
