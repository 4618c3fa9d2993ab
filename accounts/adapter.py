"""What allauth does otherwise here."""

from typing import Any, cast

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User

NOWHERE = "nowhere"
"""Where everybody is who comes by a socket without an address."""
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

    def new_user(self, request: HttpRequest) -> Any:
        """Who tries a sample becomes who signs up, and keeps what they have."""
        visitor = request.user
        if not (isinstance(visitor, User) and visitor.is_visitor):
            return super().new_user(request)
        visitor.sample_until = None
        return visitor

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        """What may be a name or an address is tried once as either: a second hash would take longer for who is here."""
        if credentials.get("email") == credentials.get("username"):
            credentials.pop("email", None)
        return cast(AbstractBaseUser | None, super().authenticate(request, **credentials))

    def get_client_ip(self, request: HttpRequest) -> str:
        """Who counts attempts counts those of nowhere together; nobody is turned away for it."""
        try:
            return str(super().get_client_ip(request))
        except PermissionDenied:
            return NOWHERE
