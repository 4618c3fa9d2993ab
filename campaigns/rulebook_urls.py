"""Pages of the rulebooks, at the paths of the API without its prefix."""

from django.urls import URLPattern, URLResolver, path

from campaigns.rulebook import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("rulesets/", views.list_books, name="rulebooks"),
    path("rulesets/<slug:key>/", views.open_book, name="rulebook"),
    path("rulesets/<slug:key>/catalog/<slug:section>/", views.open_section, name="rulebook-section"),
    path("rulesets/<slug:key>/catalog/<slug:section>/<slug:row>/", views.open_thing, name="rulebook-thing"),
]
