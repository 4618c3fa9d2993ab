"""Pages of the notices."""

from django.urls import URLPattern, URLResolver, path

from deliveries.notices import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("notices/", views.notices, name="notices"),
    path("notices/read/", views.read_all, name="notices-read"),
    path("notices/<uuid:notice>/", views.open_notice, name="notice"),
    path("notices/unsubscribe/<str:token>/", views.unsubscribe, name="unsubscribe"),
    path("accounts/notices/", views.save_wishes, name="account-notices"),
]
