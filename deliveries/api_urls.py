from django.urls import URLPattern, URLResolver, path

from deliveries.notices import api as notices
from deliveries.schedules import api as schedules

CAMPAIGN = "campaigns/<uuid:campaign_id>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("notices/", notices.Notices.as_view(), name="api-notices"),
    path("notices/read/", notices.Reading.as_view(), name="api-notices-read"),
    path(f"{CAMPAIGN}notices/", notices.Wishes.as_view(), name="api-wishes"),
    path(f"{CAMPAIGN}schedules/", schedules.Schedules.as_view(), name="api-schedules"),
    path(f"{CAMPAIGN}schedules/<uuid:schedule>/", schedules.OneSchedule.as_view(), name="api-schedule"),
]
