"""Pages of campaigns, at the paths of the API without its prefix."""

from django.urls import URLPattern, URLResolver, path

from campaigns import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.home, name="home"),
    path("campaigns/", views.campaigns, name="campaigns"),
    path("campaigns/<uuid:campaign_id>/", views.campaign, name="campaign"),
    path("campaigns/<uuid:campaign_id>/odds/", views.odds, name="campaign-odds"),
    path("campaigns/<uuid:campaign_id>/acts/", views.acts, name="campaign-acts"),
    path("campaigns/<uuid:campaign_id>/acts/<int:seq>/undo/", views.take_back, name="campaign-undo"),
    path("campaigns/<uuid:campaign_id>/do/<slug:kind>/", views.do, name="campaign-do"),
]
