"""The WSGI application, faster for pages where streams have a server of their own."""

import os

import django

from config.handling import PagesHandler
from jobs import measures

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

django.setup(set_prefix=False)
application = PagesHandler()
measures.begin("pages")
