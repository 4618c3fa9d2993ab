"""Pages of campaigns, at the paths of the API without its prefix."""

from django.urls import URLPattern, URLResolver, include, path

from campaigns import dice_views, people_views, transfer_views, views
from campaigns.live import views as live_views
from campaigns.pictures import views as picture_views
from campaigns.style import views as style_views

CAMPAIGN = "campaigns/<uuid:campaign_id>/"
SEAT = CAMPAIGN + "people/<slug:seat>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.home, name="home"),
    path("style/", style_views.show, name="style"),
    path("campaigns/", views.campaigns, name="campaigns"),
    path("campaigns/import/", transfer_views.import_file, name="campaign-import"),
    path("campaigns/<uuid:campaign_id>/", views.campaign, name="campaign"),
    path("campaigns/<uuid:campaign_id>/odds/", views.odds, name="campaign-odds"),
    path("campaigns/<uuid:campaign_id>/dice/", dice_views.dice, name="dice"),
    path("campaigns/<uuid:campaign_id>/acts/", views.acts, name="campaign-acts"),
    path("campaigns/<uuid:campaign_id>/acts/<int:seq>/undo/", views.take_back, name="campaign-undo"),
    path("campaigns/<uuid:campaign_id>/do/<slug:kind>/", views.do, name="campaign-do"),
    path(CAMPAIGN + "people/", people_views.show_people, name="people"),
    path(CAMPAIGN + "people/invite/", people_views.invite, name="people-invite"),
    path(CAMPAIGN + "people/look/", people_views.look, name="people-look"),
    path(CAMPAIGN + "invitations/<uuid:invitation>/revoke/", people_views.revoke, name="people-revoke"),
    path(SEAT + "name/", people_views.rename_seat, name="seat-name"),
    path(SEAT + "role/", people_views.change_role, name="seat-role"),
    path(SEAT + "remove/", people_views.remove, name="seat-remove"),
    path(SEAT + "owner/", people_views.hand_over, name="seat-owner"),
    path(CAMPAIGN + "heroes/<str:hero>/seat/", people_views.hand_over_hero, name="hero-seat"),
    path(CAMPAIGN + "figures/", picture_views.figures, name="campaign-figures"),
    path(CAMPAIGN + "past/", picture_views.past, name="past"),
    path(CAMPAIGN + "heroes/<str:hero>/figures/", picture_views.hero_figures, name="hero-figures"),
    path(CAMPAIGN + "heroes/<str:hero>/came/<path:thing>/", picture_views.came, name="came"),
    path(CAMPAIGN + "stream/", live_views.stream, name="stream"),
    path(CAMPAIGN + "export/", transfer_views.export_file, name="campaign-export"),
    path(CAMPAIGN + "settings/", people_views.settings, name="campaign-settings"),
    path(CAMPAIGN + "public-link/", people_views.public_link, name="public-link"),
    path(CAMPAIGN + "delete/", people_views.delete, name="campaign-delete"),
    path(CAMPAIGN + "restore/", people_views.restore, name="campaign-restore"),
    path("", include("campaigns.samples.urls")),
    path("", include("campaigns.starting.urls")),
    path("join/", people_views.join, name="join"),
    path("invitations/<slug:token>/", people_views.invitation, name="invitation"),
    path("shared/<slug:token>/", people_views.shared, name="shared"),
]
