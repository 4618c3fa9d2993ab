"""The task queue. Without REDIS_URL nothing is queued: the server's own worker runs the tasks."""

import os
import threading
from typing import Any

from celery import Celery
from celery.signals import setup_logging, worker_init, worker_shutting_down

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("questkeep")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def keep_our_logs(**_kwargs: Any) -> None:
    """That somebody listens keeps Celery from setting up lines of its own: the settings have set up ours."""


@worker_init.connect
def begin(**_kwargs: Any) -> None:
    from jobs import measures  # noqa: PLC0415  (once there are settings)

    measures.begin("worker")


@worker_shutting_down.connect
def stop(**_kwargs: Any) -> None:
    """Beside Celery's own warm shutdown, which waits for as long as a job takes."""
    from jobs import running  # noqa: PLC0415  (once every app is ready)

    threading.Thread(target=running.stop, name="stop", daemon=True).start()
