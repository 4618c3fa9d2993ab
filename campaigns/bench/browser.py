"""A person's browser in process: real sessions, tokens and middleware, without sockets."""

from __future__ import annotations

from io import BytesIO
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.core.handlers.base import BaseHandler
from django.core.handlers.wsgi import WSGIRequest
from django.db import connection
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from campaigns import snapshots

HTMX = {"HTTP_HX_REQUEST": "true"}
TRANSACTIONS = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE")


class Browser:
    """Signed in as `user`. The database connection is kept between requests."""

    def __init__(self, user: User) -> None:
        client = Client()
        client.force_login(user)
        self.cookies = {name: morsel.value for name, morsel in client.cookies.items()}
        self.handler = BaseHandler()
        self.handler.load_middleware()
        self.environ = RequestFactory(HTTP_ACCEPT_LANGUAGE="fr").get("/").environ

    def get(self, path: str, **headers: str) -> HttpResponse:
        return self._send("GET", path, b"", headers)

    def post(self, path: str, form: dict[str, Any], **headers: str) -> HttpResponse:
        token = {"csrfmiddlewaretoken": self.cookies[settings.CSRF_COOKIE_NAME]}
        return self._send("POST", path, urlencode(token | form, doseq=True).encode(), headers)

    def _send(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> HttpResponse:
        environ = self.environ | headers
        path, _, query = path.partition("?")
        environ |= {
            "REQUEST_METHOD": method,
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "HTTP_COOKIE": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "CONTENT_LENGTH": str(len(body)),
            "CONTENT_TYPE": "application/x-www-form-urlencoded",
            "wsgi.input": BytesIO(body),
        }
        response = self.handler.get_response(WSGIRequest(environ))
        assert isinstance(response, HttpResponse)
        self.cookies |= {name: morsel.value for name, morsel in response.cookies.items()}
        return response


def queries(call: Any) -> int:
    """How often a call asks the database in a process that knows no state yet; bounds of transactions are no questions."""
    snapshots.KNOWN.forget()
    with CaptureQueriesContext(connection) as captured:
        call()
    return sum(not query["sql"].startswith(TRANSACTIONS) for query in captured.captured_queries)
