"""Tokens of programs: `Authorization: Bearer qk_…`."""

import re
from typing import Any

from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _
from drf_spectacular.contrib.knox_auth_token import KnoxTokenScheme
from knox.auth import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed

from accounts.models import Token, User

TOKEN = re.compile(rb"qk_[0-9a-f]{64}")


class BearerToken(TokenAuthentication):
    """knox's check without its house-keeping: a request that reads writes nothing."""

    def authenticate_credentials(self, token: bytes) -> tuple[User, Token]:
        if not TOKEN.fullmatch(token):
            raise AuthenticationFailed(_("This token is not valid."))
        user, found = super().authenticate_credentials(token)
        if user.language:
            translation.activate(user.language)
        return user, found

    def _cleanup_token(self, token: Token) -> bool:
        return token.expiry is not None and token.expiry < timezone.now()


class BearerScheme(KnoxTokenScheme):
    target_class = "accounts.authentication.BearerToken"
    name = "bearer"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}
