from django.urls import URLPattern, URLResolver, path

from deliveries.notices import api as notices
from deliveries.schedules import api as schedules
from deliveries.webhooks import api

CAMPAIGN = "campaigns/<uuid:campaign_id>/"
WEBHOOKS = f"{CAMPAIGN}webhooks/"
WEBHOOK = f"{WEBHOOKS}<uuid:webhook>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("notices/", notices.Notices.as_view(), name="api-notices"),
    path("notices/read/", notices.Reading.as_view(), name="api-notices-read"),
    path(f"{CAMPAIGN}notices/", notices.Wishes.as_view(), name="api-wishes"),
    path(f"{CAMPAIGN}schedules/", schedules.Schedules.as_view(), name="api-schedules"),
    path(f"{CAMPAIGN}schedules/<uuid:schedule>/", schedules.OneSchedule.as_view(), name="api-schedule"),
    path(WEBHOOKS, api.Webhooks.as_view(), name="api-webhooks"),
    path(WEBHOOK, api.OneWebhook.as_view(), name="api-webhook"),
    path(f"{WEBHOOK}secret/", api.Secret.as_view(), name="api-webhook-secret"),
    path(f"{WEBHOOK}test/", api.Test.as_view(), name="api-webhook-test"),
    path(f"{WEBHOOK}deliveries/", api.Deliveries.as_view(), name="api-deliveries"),
    path(f"{WEBHOOK}deliveries/<uuid:delivery>/resend/", api.Resending.as_view(), name="api-delivery-resend"),
]
