"""What allauth does otherwise here."""

from allauth.account.adapter import DefaultAccountAdapter
from django.utils.translation import gettext_lazy as _

MISMATCH = _("This name and this password do not belong together.")


class Adapter(DefaultAccountAdapter):
    error_messages = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": MISMATCH,
        "email_password_mismatch": MISMATCH,
        "incorrect_password": _("This is not your password."),
    }

    def is_safe_url(self, url: str) -> bool:
        """An address that cannot even be read leads nowhere."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False
