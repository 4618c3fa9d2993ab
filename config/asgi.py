"""The ASGI application, for pages and streams alike: `uvicorn config.asgi:application`."""

import os
import warnings
from typing import Any

import django
from django.core import signals
from django.core.handlers.asgi import ASGIHandler

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# whitenoise hands out its small files by plain iterators, on purpose.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")


class Handler(ASGIHandler):
    """Django's, but a request that breaks on its way out gives its database connection back to the pool as well."""

    async def handle(self, *args: Any) -> None:
        try:
            await super().handle(*args)
        except Exception:
            await signals.request_finished.asend(sender=type(self))
            raise


django.setup(set_prefix=False)
application = Handler()
