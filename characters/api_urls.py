from django.urls import URLPattern, URLResolver, path, register_converter
from django.urls.converters import StringConverter

from campaigns.api import pictures
from characters import api, api_files, api_portraits


class HeroKey(StringConverter):
    """What a hero's key is made of; anything else names nobody."""

    regex = "[A-Za-z0-9_.:-]{1,80}"


register_converter(HeroKey, "hero")

HEROES = "campaigns/<uuid:campaign_id>/heroes/"

urlpatterns: list[URLPattern | URLResolver] = [
    path(HEROES, api.Heroes.as_view(), name="api-heroes"),
    path(f"{HEROES}<hero:hero>/", api.OneHero.as_view(), name="api-hero"),
    path(f"{HEROES}<hero:hero>/figures/", pictures.HeroFigures.as_view(), name="api-hero-figures"),
    path(f"{HEROES}<hero:hero>/export/", api_files.Export.as_view(), name="api-hero-export"),
    path("campaigns/<uuid:campaign_id>/hero-files/", api_files.HeroFiles.as_view(), name="api-hero-files"),
    path(f"{HEROES}<hero:hero>/portrait/", api_portraits.OnePortrait.as_view(), name="api-portrait"),
    path(
        f"{HEROES}<hero:hero>/portrait/<slug:digest>/<int:side>/",
        api_portraits.Picture.as_view(),
        name="api-portrait-picture",
    ),
    path(f"{HEROES}<hero:hero>/versus/", api.Versus.as_view(), name="api-versus"),
]
