"""The task queue. Without REDIS_URL nothing is queued: the server's own worker runs the tasks."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("questkeep")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
