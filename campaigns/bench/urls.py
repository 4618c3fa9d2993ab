"""The site, and the page all pages are measured by."""

from __future__ import annotations

from functools import cache
from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import include, path

from campaigns.models import Seat

PAGE = """{% extends "base.html" %}{% load i18n %}
{% block title %}{{ seat.campaign.name }}{% endblock title %}
{% block main %}<h1>{{ seat.campaign.name }}</h1>
<ul class="lines" role="list">{% for number in numbers %}
<li class="line">{% translate "Hero" %} {{ number }}: <span class="line-label">{{ seat.name }}</span></li>{% endfor %}
</ul>{% endblock main %}"""
LINES = 29
"""So many make a page of 3.6 kB."""


@cache
def page() -> Any:
    return engines["django"].from_string(PAGE)


@login_required
def floor(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """Session, person, and one row of the site: three queries."""
    seat = Seat.objects.select_related("campaign").get(campaign_id=campaign_id, user_id=request.user.pk or 0)
    return HttpResponse(page().render({"seat": seat, "numbers": range(LINES)}, request))


handler400, handler403 = "config.errors.bad_request", "config.errors.forbidden"
handler404, handler500 = "config.errors.not_found", "config.errors.our_mistake"
urlpatterns = [path("bench/<uuid:campaign_id>/", floor), path("", include("config.urls"))]
