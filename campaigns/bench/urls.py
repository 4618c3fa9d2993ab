"""The site, and the page all pages are measured by."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.template import Template, engines
from django.template.backends.django import Template as Compiled
from django.urls import include, path
from functools import cache

from campaigns.models import Seat

PAGE = """{% extends "base.html" %}{% load i18n %}
{% block title %}{{ seat.campaign.name }}{% endblock title %}
{% block main %}<h1>{{ seat.campaign.name }}</h1>
<ul class="lines" role="list">{% for number in numbers %}
<li class="line">{% translate "Hero" %} {{ number }}: <span class="line-label">{{ seat.name }}</span></li>{% endfor %}
</ul>{% endblock main %}"""


@cache
def page() -> Compiled:
    return engines["django"].from_string(PAGE)


@login_required
def floor(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """Session, person and one more row; 3.6 kB."""
    seat = Seat.objects.select_related("campaign").get(campaign_id=campaign_id, user=request.user)
    return HttpResponse(page().render({"seat": seat, "numbers": range(13)}, request))


handler400, handler403 = "config.errors.bad_request", "config.errors.forbidden"
handler404, handler500 = "config.errors.not_found", "config.errors.our_mistake"
urlpatterns = [path("bench/<uuid:campaign_id>/", floor), path("", include("config.urls"))]
