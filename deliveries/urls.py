"""Pages of what leaves the table, at the paths of the API without its prefix."""

from django.urls import URLPattern, URLResolver, path

from deliveries.webhooks import views

WEBHOOKS = "campaigns/<uuid:campaign_id>/webhooks/"
WEBHOOK = f"{WEBHOOKS}<uuid:webhook>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path(WEBHOOKS, views.webhooks, name="webhooks"),
    path(f"{WEBHOOKS}new/", views.new, name="webhook-new"),
    path(f"{WEBHOOKS}add/", views.add, name="webhook-add"),
    path(WEBHOOK, views.webhook, name="webhook"),
    path(f"{WEBHOOK}change/", views.change, name="webhook-change"),
    path(f"{WEBHOOK}turn/", views.turn, name="webhook-turn"),
    path(f"{WEBHOOK}test/", views.test, name="webhook-test"),
    path(f"{WEBHOOK}secret/", views.secret, name="webhook-secret"),
    path(f"{WEBHOOK}delete/", views.delete, name="webhook-delete"),
    path(f"{WEBHOOK}deliveries/<uuid:delivery>/resend/", views.resend, name="delivery-resend"),
]
