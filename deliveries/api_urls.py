from django.urls import URLPattern, URLResolver, path

from deliveries.webhooks import api

WEBHOOKS = "campaigns/<uuid:campaign_id>/webhooks/"
WEBHOOK = f"{WEBHOOKS}<uuid:webhook>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path(WEBHOOKS, api.Webhooks.as_view(), name="api-webhooks"),
    path(WEBHOOK, api.OneWebhook.as_view(), name="api-webhook"),
    path(f"{WEBHOOK}secret/", api.Secret.as_view(), name="api-webhook-secret"),
    path(f"{WEBHOOK}test/", api.Test.as_view(), name="api-webhook-test"),
    path(f"{WEBHOOK}deliveries/", api.Deliveries.as_view(), name="api-deliveries"),
    path(f"{WEBHOOK}deliveries/<uuid:delivery>/resend/", api.Resending.as_view(), name="api-delivery-resend"),
]
