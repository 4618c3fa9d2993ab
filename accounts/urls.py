from django.urls import path

from accounts import views

urlpatterns = [
    path("", views.show_account, name="account"),
    path("preferences/", views.save_preferences, name="account-preferences"),
    path("appearance/", views.appearance, name="appearance"),
    path("language/", views.choose_language, name="language"),
    path("tokens/", views.create_token, name="token-create"),
    path("tokens/<slug:token_key>/revoke/", views.revoke_token, name="token-revoke"),
]
