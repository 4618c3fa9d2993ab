"""Addresses of the site. Pages and API share their paths, the API's under /api/v1/."""

from django.urls import include, path, re_path
from django.views.decorators.csrf import csrf_exempt
from drf_spectacular.views import SpectacularSwaggerSplitView

from config import errors, health, metrics, offline
from config.schema import Schema

handler400 = errors.bad_request
handler403 = errors.forbidden
handler404 = errors.not_found
handler429 = errors.too_many_attempts  # asked for by allauth
handler500 = errors.our_mistake

urlpatterns = [
    path("healthz/", health.healthz, name="healthz"),
    path("readyz/", health.readyz, name="readyz"),
    path("metrics/", metrics.metrics, name="metrics"),
    path("sw.js", offline.worker, name="worker"),
    path("offline/", offline.offline, name="offline"),
    path("manifest.webmanifest", offline.manifest, name="manifest"),
    path("accounts/", include("accounts.urls")),
    path("accounts/", include("characters.account_urls")),
    path("", include("deliveries.notices.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("accounts/second-factor/", include("allauth.mfa.urls")),
    path("api/v1/schema/", Schema.as_view(), name="schema"),
    path("api/v1/docs/", SpectacularSwaggerSplitView.as_view(), name="api-docs"),
    path("api/v1/", include("campaigns.api_urls")),
    path("api/v1/", include("deliveries.api_urls")),
    path("api/v1/", include("characters.api_urls")),
    path("api/v1/", include("tasks.api_urls")),
    re_path(r"^api/", csrf_exempt(errors.not_found)),
    path("", include("campaigns.rulebook_urls")),
    path("", include("campaigns.urls")),
    path("", include("campaigns.documents.urls")),
    path("", include("deliveries.urls")),
    path("", include("deliveries.schedules.urls")),
    path("", include("characters.urls")),
    path("", include("tasks.urls")),
]
