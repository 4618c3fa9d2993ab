"""Pages of the account that reach into the campaigns."""

from django.urls import URLPattern, URLResolver, path

from characters import account

urlpatterns: list[URLPattern | URLResolver] = [
    path("archive/", account.archive, name="account-archive"),
    path("delete/", account.delete, name="account-delete"),
]
