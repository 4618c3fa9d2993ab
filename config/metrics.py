"""`/metrics/`: figures for Prometheus, for whoever brings METRICS_TOKEN; for everybody else nothing is there."""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings
from django.db import DatabaseError
from django.db.models import Count, Min, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import Counter, Histogram
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import choose_encoder
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from jobs import kinds, measures
from jobs.models import WAITING, Heartbeat, Job

REQUESTS = Counter("questkeep_requests", "Requests that were answered", ["route", "method", "status"])
REQUEST_SECONDS = Histogram(
    "questkeep_request_seconds", "Until the answer began", ["route"], buckets=measures.SECONDS
)
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
OTHER = "other"
"""What somebody has made up is not given a place among the figures."""


def answered(route: str, method: str, status: int, took: float) -> None:
    REQUESTS.labels(route, method if method in METHODS else OTHER, status).inc()
    REQUEST_SECONDS.labels(route).observe(took)


class Stored(Collector):
    """What the database knows, by two queries when somebody asks: the same whichever process is asked."""

    def collect(self) -> Iterator[Metric]:
        try:
            found = [*_queue(), *_workers()]
        except DatabaseError:
            found = []
        yield GaugeMetricFamily("questkeep_database_up", "Whether the database answers", value=bool(found))
        yield from found


def _queue() -> Iterator[Metric]:
    now = timezone.now()
    is_due = WAITING & Q(due_at__lte=now)
    unfinished = Job.objects.filter(done_at=None, cancelled_at=None).order_by()
    counted = unfinished.values_list("kind").annotate(
        due=Count("pk", filter=is_due),
        later=Count("pk", filter=WAITING & Q(due_at__gt=now)),
        given_up=Count("pk", filter=Q(gave_up_at__isnull=False)),
        oldest=Min("due_at", filter=is_due),
    )
    rows = {kind: figures for kind, *figures in counted}
    for number, (name, what) in enumerate(
        (
            ("questkeep_queue_due", "Jobs that are due, those in hand included"),
            ("questkeep_queue_later", "Jobs that wait for their time, or to be tried again"),
            ("questkeep_queue_given_up", "Jobs that were given up"),
        )
    ):
        family = GaugeMetricFamily(name, what, labels=["kind"])
        for kind in sorted({*rows, *kinds.names()}):
            family.add_metric([kind], rows[kind][number] if kind in rows else 0)
        yield family
    oldest = min((figures[-1] for figures in rows.values() if figures[-1]), default=now)
    age = (now - oldest).total_seconds()
    yield GaugeMetricFamily("questkeep_queue_age_seconds", "Since when the oldest job is due", value=age)


def _workers() -> Iterator[Metric]:
    now = timezone.now()
    family = GaugeMetricFamily(
        "questkeep_worker_heartbeat_age_seconds", "Since a worker was last heard of", labels=["worker"]
    )
    for name, seen_at in Heartbeat.objects.values_list("name", "seen_at"):
        family.add_metric([name], (now - seen_at).total_seconds())
    yield family


def metrics(request: HttpRequest) -> HttpResponse:
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not (settings.METRICS_TOKEN and constant_time_compare(given, settings.METRICS_TOKEN)):
        raise Http404
    return figures(request)


@require_safe
@never_cache
def figures(request: HttpRequest) -> HttpResponse:
    encoder, content_type = choose_encoder(request.headers.get("Accept", ""))
    every = measures.registry()
    every.register(Stored())
    return HttpResponse(encoder(every), content_type=content_type)
