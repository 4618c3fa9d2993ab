from django.urls import URLPattern, URLResolver, path

from tasks import api

CAMPAIGN = "campaigns/<uuid:campaign_id>/"
TASK = "tasks/<uuid:task>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("tasks/", api.Tasks.as_view(), name="api-tasks"),
    path(TASK, api.OneTask.as_view(), name="api-task"),
    path(f"{TASK}cancel/", api.Cancelling.as_view(), name="api-task-cancel"),
    path(f"{TASK}result/", api.Result.as_view(), name="api-task-result"),
    path("campaigns/imports/", api.Imports.as_view(), name="api-imports"),
    path(f"{CAMPAIGN}exports/", api.Exports.as_view(), name="api-exports"),
    path(f"{CAMPAIGN}papers/", api.Papers.as_view(), name="api-papers"),
    path(f"{CAMPAIGN}audits/", api.Audits.as_view(), name="api-audits"),
]
