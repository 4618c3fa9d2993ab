"""The site: settings, addresses, servers, and what is common to every answer."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
