"""Pages of the documents, at the paths of the API without its prefix."""

from django.urls import URLPattern, URLResolver, path

from campaigns.documents import views

CAMPAIGN = "campaigns/<uuid:campaign_id>/"
DOCUMENT = f"{CAMPAIGN}documents/<uuid:document_id>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path(f"{CAMPAIGN}documents/", views.documents, name="documents"),
    path(f"{CAMPAIGN}documents/new/<slug:kind>/", views.new, name="document-new"),
    path(DOCUMENT, views.document, name="document"),
    path(f"{DOCUMENT}edit/", views.edit, name="document-edit"),
    path(f"{DOCUMENT}history/", views.history, name="document-history"),
    path(f"{DOCUMENT}history/<int:number>/", views.bring_back, name="document-bring-back"),
    path(f"{DOCUMENT}delete/", views.delete, name="document-delete"),
    path(f"{DOCUMENT}restore/", views.undelete, name="document-restore"),
    path(f"{CAMPAIGN}hidden-rolls/", views.rolls, name="hidden-rolls"),
    path(f"{CAMPAIGN}notes/", views.notes, name="notes"),
]
