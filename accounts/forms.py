"""The account page's forms."""

from datetime import timedelta

from django import forms
from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Theme, Token, User


class PreferencesForm(forms.ModelForm):
    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        choices=[("", _("As the browser")), *settings.LANGUAGES],
    )
    theme = forms.ChoiceField(label=_("Appearance"), required=False, choices=Theme.choices)

    class Meta:
        model = User
        fields = ["language", "theme"]


class Lifetime(models.TextChoices):
    MONTH = "30", _("30 days")
    YEAR = "365", _("One year")
    EVER = "", _("Until it is revoked")


class TokenForm(forms.ModelForm):
    lifetime = forms.ChoiceField(label=_("Valid for"), required=False, choices=Lifetime.choices)

    class Meta:
        model = Token
        fields = ["name", "scopes"]

    def expiry(self) -> timedelta | None:
        days = self.cleaned_data["lifetime"]
        return timedelta(days=int(days)) if days else None
