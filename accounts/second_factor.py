"""Forms of the second factor: allauth's in our words, and safe against answers that no security key ever gave."""

import struct
from collections.abc import Callable
from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    EditWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

FORGED = (
    ArithmeticError,
    AttributeError,
    InvalidSignature,
    LookupError,
    TypeError,
    UnsupportedAlgorithm,
    ValueError,
    struct.error,
)
"""What reading a made-up answer of a key ends in."""
NAME_LENGTH = 60


def unless_forged(read: Callable[[], Any]) -> Any:
    """What `read` finds in the answer of a key; a forged one is a wrong code like any other."""
    try:
        return read()
    except ValidationError:
        raise
    except FORGED as error:
        raise get_adapter().validation_error("incorrect_code") from error


class Coded(forms.Form):
    """A field for one code, wide enough for a recovery code."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        code = self.fields["code"]
        code.label = _("Code")
        code.widget.attrs |= {"inputmode": "numeric", "autofocus": True, "maxlength": 20}
        code.widget.attrs.pop("placeholder", None)


class SignInCodeForm(Coded, AuthenticateForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].help_text = _("Of your app, or a recovery code.")


class ConfirmCodeForm(Coded, ReauthenticateForm):
    pass


class AppForm(Coded, ActivateTOTPForm):
    pass


class Named(forms.Form):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"] = forms.CharField(
            label=_("Name of the key"), max_length=NAME_LENGTH, required=self.fields["name"].required
        )


class AddKeyForm(Named, AddWebAuthnForm):
    def clean(self) -> dict[str, Any]:
        found: dict[str, Any] = unless_forged(super().clean)
        return found


class RenameKeyForm(Named, EditWebAuthnForm):
    pass


class Answered(forms.Form):
    """The answer of a key is taken for nothing more than what it is."""

    def clean_credential(self) -> Any:
        return unless_forged(super().clean_credential)  # type: ignore[misc]


class SignInKeyForm(Answered, AuthenticateWebAuthnForm):
    pass


class ConfirmKeyForm(Answered, ReauthenticateWebAuthnForm):
    pass
