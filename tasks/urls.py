"""Pages of long work, at the paths of the API without its prefix."""

from django.urls import URLPattern, URLResolver, path

from tasks import views

CAMPAIGN = "campaigns/<uuid:campaign_id>/"
TASK = "tasks/<uuid:task>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("tasks/", views.tasks, name="tasks"),
    path(TASK, views.show_task, name="task"),
    path(f"{TASK}cancel/", views.cancel, name="task-cancel"),
    path(f"{TASK}remove/", views.remove, name="task-remove"),
    path(f"{TASK}result/", views.result, name="task-result"),
    path("campaigns/imports/", views.bring_in, name="imports"),
    path(f"{CAMPAIGN}exports/", views.export, name="exports"),
    path(f"{CAMPAIGN}papers/", views.papers, name="papers"),
    path(f"{CAMPAIGN}audits/", views.audit, name="audits"),
]
