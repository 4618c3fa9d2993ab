"""What a token may do, whatever its owner may."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from accounts.models import Token


class TokenScope(BasePermission):
    """Safe methods need the scope `read`, all others `write`; a session has both."""

    message = _("This token may only read.")

    def has_permission(self, request: Request, view: Any) -> bool:
        if not isinstance(request.auth, Token):
            return True
        return request.auth.allows("read" if request.method in SAFE_METHODS else "write")
