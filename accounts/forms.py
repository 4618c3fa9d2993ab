"""Forms of signing in and of the account page."""

from datetime import timedelta
from typing import Any

from allauth.account.forms import (
    AddEmailForm,
    ChangePasswordForm,
    LoginForm,
    ReauthenticateForm,
    ResetPasswordForm,
    ResetPasswordKeyForm,
    SignupForm,
)
from django import forms
from django.conf import settings
from django.db import models
from django.utils.html import escape
from django.utils.translation import gettext_lazy as _

from accounts.models import Size, Theme, Token, User

ADDRESS = _("E-mail address")
GOOD_PASSWORD = _("8 characters or more, and nothing easy to guess.")


def without_placeholders(form: forms.Form) -> None:
    """The labels say it already."""
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)


class SignInForm(LoginForm):
    """allauth's, with one clear label, and without the link that our page has below."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        without_placeholders(self)
        self.fields["login"].label = _("Name or e-mail address")
        self.fields["login"].widget.attrs["autocomplete"] = "username"
        self.fields["password"].help_text = ""


class SignUpForm(SignupForm):
    """allauth's, in fewer words."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        without_placeholders(self)
        self.fields["username"].label = _("Name")
        self.fields["username"].help_text = _("You sign in with it, and the others at the table see it.")
        self.fields["email"].label = ADDRESS
        self.fields["email"].help_text = _(
            "It serves to give you a new password when you have lost yours, and for the daily mail if you ask for it."
        )
        self.fields["password1"].help_text = GOOD_PASSWORD


class Plain(forms.Form):
    """One of allauth's, in our words."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        without_placeholders(self)
        if "email" in self.fields:
            self.fields["email"].label = ADDRESS
        if "password1" in self.fields:
            self.fields["password1"].help_text = GOOD_PASSWORD


class AddressForm(Plain, AddEmailForm):
    pass


class ForgottenForm(Plain, ResetPasswordForm):
    pass


class NewPasswordForm(Plain, ResetPasswordKeyForm):
    pass


class ChangeForm(Plain, ChangePasswordForm):
    pass


class AgainForm(Plain, ReauthenticateForm):
    pass


class LookForm(forms.ModelForm):
    """Light and size of type; for somebody without an account it is filled in from cookies and not saved."""

    theme = forms.ChoiceField(label=_("Appearance"), required=False, choices=Theme.choices)
    size = forms.ChoiceField(label=_("Size of the type"), required=False, choices=Size.choices)

    class Meta:
        model = User
        fields = ["theme", "size"]


class PreferencesForm(LookForm):
    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        choices=[("", _("As the browser")), *settings.LANGUAGES],
    )
    field_order = ["language", "theme", "size"]

    class Meta:
        model = User
        fields = ["language", "theme", "size"]


class Lifetime(models.TextChoices):
    MONTH = "30", _("30 days")
    YEAR = "365", _("One year")
    EVER = "", _("Until it is revoked")


class TokenForm(forms.ModelForm):
    lifetime = forms.ChoiceField(
        label=_("Valid for"), required=False, choices=Lifetime.choices, initial=Lifetime.YEAR
    )

    class Meta:
        model = Token
        fields = ["name", "scopes"]

    def expiry(self) -> timedelta | None:
        days = self.cleaned_data["lifetime"]
        return timedelta(days=int(days)) if days else None


class FarewellForm(forms.Form):
    """The own name and password, typed to confirm what cannot be undone."""

    name = forms.CharField(label=_("Your name here"), widget=forms.TextInput(attrs={"autocomplete": "off"}))
    password = forms.CharField(
        label=_("Password"), widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.fields["name"].help_text = escape(_("Type “%(name)s”.") % {"name": user.get_username()})

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if name != self.user.get_username():
            raise forms.ValidationError(_("This is not your name here."))
        return name

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise forms.ValidationError(_("This is not your password."))
        return password
