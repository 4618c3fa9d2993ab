"""The WSGI application, faster for pages where streams have a server of their own."""

import os

from django.core.wsgi import get_wsgi_application

from jobs import measures

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()
measures.begin("pages")
