"""Pages of the schedules, at the paths of the API without its prefix."""

from django.urls import URLPattern, URLResolver, path

from deliveries.schedules import views

SCHEDULES = "campaigns/<uuid:campaign_id>/schedules/"

urlpatterns: list[URLPattern | URLResolver] = [
    path(SCHEDULES, views.schedules, name="schedules"),
    path(f"{SCHEDULES}new/", views.new, name="schedule-new"),
    path(f"{SCHEDULES}later/", views.later, name="schedule-later"),
    path(f"{SCHEDULES}<uuid:schedule_id>/", views.edit, name="schedule"),
    path(f"{SCHEDULES}<uuid:schedule_id>/cancel/", views.cancel, name="schedule-cancel"),
]
