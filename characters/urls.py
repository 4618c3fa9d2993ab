"""Pages of heroes, at the paths of the API without its prefix."""

from django.urls import URLPattern, URLResolver, path

from characters import file_views, portraits, views

HERO = "campaigns/<uuid:campaign_id>/heroes/<str:hero>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("campaigns/<uuid:campaign_id>/heroes/", views.heroes, name="heroes"),
    path("campaigns/<uuid:campaign_id>/table/", views.table, name="table"),
    path(HERO, views.hero, name="hero"),
    path(HERO + "export/", file_views.export_hero, name="hero-export"),
    path("campaigns/<uuid:campaign_id>/hero-files/", file_views.read_hero_file, name="hero-files"),
    path(HERO + "portrait/", portraits.portrait, name="portrait"),
    path(HERO + "portrait/<slug:digest>/<int:side>/", portraits.picture, name="portrait-picture"),
    path(HERO + "versus/", views.versus, name="hero-versus"),
    path(HERO + "level/", views.level, name="hero-level"),
    path(HERO + "numbers/<slug:number>/", views.number, name="hero-number"),
]
