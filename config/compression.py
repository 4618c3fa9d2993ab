"""Pages go out compressed; what programs are sent and what streams stays as it is."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class Pages(GZipMiddleware):
    """Django's, which pads each answer by chance: how long one is tells nothing of what is secret in it."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        is_page = response.headers.get("Content-Type", "").startswith("text/html")
        return super().process_response(request, response) if is_page else response
