from django.urls import path

from campaigns.samples import views

urlpatterns = [
    path("sample/", views.start, name="sample-start"),
    path("sample/keep/", views.keep, name="sample-keep"),
    path("sample/end/", views.end, name="sample-end"),
]
