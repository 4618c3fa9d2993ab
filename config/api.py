"""What every call of the API shares: reading JSON, pages of lists, the throttle."""

import json
import time
from collections import Counter
from typing import Any

import msgspec
from allauth.core.internal.ratelimit import get_ip
from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework import exceptions, status
from rest_framework.pagination import PageNumberPagination
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from accounts.models import Token
from config.cache import count


class TooLarge(exceptions.APIException):
    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_detail = "Too large"


class StrictJSONParser(BaseParser):
    """UTF-8 JSON of bounded size: no NaN, no lone surrogates, no bottomless nesting, no name said twice."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        body = stream.read(limit + 1)
        if len(body) > limit:
            raise TooLarge(_("At most %(limit)d bytes are read.") % {"limit": limit})
        try:
            found = msgspec.json.decode(body)
            json.loads(body, object_pairs_hook=without_doubles)
        except (msgspec.DecodeError, RecursionError) as error:
            raise exceptions.ParseError(_("This is not JSON: %(error)s") % {"error": error}) from None
        return found


def without_doubles(pairs: list[tuple[str, Any]]) -> None:
    """Of two values of one name readers take different ones."""
    names = Counter(name for name, _value in pairs)
    if len(names) < len(pairs):
        twice = names.most_common(1)[0][0]
        raise exceptions.ValidationError({twice: [_("A name is given twice in one object.")]})


class Pages(PageNumberPagination):
    """`{results, next, previous}`; `page_size` up to 200, larger is clamped."""

    page_size_query_param = "page_size"
    max_page_size = 200

    def get_page_size(self, request: Request) -> int | None:
        asked = request.query_params.get(self.page_size_query_param)
        if asked is not None and not (asked.isascii() and asked.isdecimal() and int(asked[:9])):
            raise exceptions.ValidationError({"page_size": [_("A whole number of 1 or more.")]})
        return min(int(asked[:9]), self.max_page_size) if asked else self.page_size

    def get_paginated_response(self, data: Any) -> Response:
        return Response({"results": data, "next": self.get_next_link(), "previous": self.get_previous_link()})

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        link = {"type": ["string", "null"], "format": "uri"}
        properties = {"results": schema, "next": link, "previous": link}
        return {"type": "object", "required": list(properties), "properties": properties}


class Throttle(BaseThrottle):
    """Counts requests in windows of some seconds: the setting of this name."""

    setting = ""

    def who(self, request: Request) -> str | None:
        """Whose requests these are; None where nobody counts them."""
        raise NotImplementedError

    def allow_request(self, request: Request, view: Any) -> bool:
        limit, window = getattr(settings, self.setting)
        who = self.who(request)
        if who is None:
            return True
        key = f"{self.setting}:{who}:{int(time.time() // window)}"
        return bool(count(key, 2 * window) <= limit)

    def wait(self) -> float:
        window = getattr(settings, self.setting)[1]
        return float(window - time.time() % window + 1)


class PersonThrottle(Throttle):
    """One person's requests, by session and tokens together; of nobody, one place's."""

    setting = "THROTTLE"

    def who(self, request: Request) -> str:
        return str(request.user.pk or get_ip(request))


class TokenThrottle(Throttle):
    """One token's requests."""

    setting = "TOKEN_THROTTLE"

    def who(self, request: Request) -> str | None:
        return request.auth.pk if isinstance(request.auth, Token) else None
