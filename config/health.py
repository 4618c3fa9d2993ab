"""Is the process alive, and is everything it needs there?"""

import logging
from collections.abc import Callable, Iterable
from datetime import timedelta

import redis
from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from jobs import clock
from jobs.models import Heartbeat, Job
from jobs.running import due

SILENCE, PATIENCE = timedelta(minutes=1), timedelta(minutes=5)

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
        with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2) as client:
            client.ping()


def check_worker() -> None:
    """Somebody is there to do what is left to be done later."""
    seen = Heartbeat.objects.filter(seen_at__gt=clock.now() - SILENCE)
    if not seen.exists():
        raise RuntimeError(f"no worker was heard of for {SILENCE}")


def check_queue() -> None:
    """What is due is done: the oldest does not wait for long."""
    oldest = Job.objects.filter(due(clock.now())).order_by("due_at").first()
    if oldest is not None and oldest.due_at < clock.now() - PATIENCE:
        raise RuntimeError(f"{oldest.key} is waiting since {oldest.due_at:%Y-%m-%d %H:%M}")


CHECKS: dict[str, Callable[[], None]] = {
    "database": check_database,
    "migrations": check_migrations,
    "redis": check_redis,
    "worker": check_worker,
    "queue": check_queue,
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
