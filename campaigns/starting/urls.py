from django.urls import path

from campaigns.starting import views

STEPS = "campaigns/<uuid:campaign_id>/start/"

urlpatterns = [
    path("start/", views.start, name="start"),
    path(f"{STEPS}name/", views.name, name="start-name"),
    path(f"{STEPS}heroes/", views.heroes, name="start-heroes"),
    path(f"{STEPS}heroes/take/", views.take, name="start-take"),
    path(f"{STEPS}", views.begin, name="start-begin"),
]
