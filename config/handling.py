"""Requests as both servers read them: UTF-8, whatever a header says."""

from __future__ import annotations

from typing import Any

from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.http import HttpRequest
from django.utils.http import parse_header_parameters


class InUtf8(HttpRequest):
    """Django would read even the address in the letters that a header names; some of those are none, and that is a 500."""

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        self.content_type, self.content_params = parse_header_parameters(meta.get("CONTENT_TYPE", ""))


class Request(InUtf8, WSGIRequest):
    pass


class AsyncRequest(InUtf8, ASGIRequest):
    pass


class PagesHandler(WSGIHandler):
    request_class = Request
