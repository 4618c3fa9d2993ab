"""The OpenAPI document and its page."""

from typing import Any

from drf_spectacular.renderers import (
    OpenApiJsonRenderer,
    OpenApiJsonRenderer2,
    OpenApiYamlRenderer,
    OpenApiYamlRenderer2,
)
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request

from campaigns.portraits import pictures
from config.fresh import KEPT
from config.problems import MEDIA_TYPE, TITLES

ASKING = frozenset({"odds_read", "versus_read", "fights_read"})
"""What is only read and may yet be refused by the rules."""
READING = ("400", "401", "403", "404", "405", "406", "413", "429", "503")
AFTER = {"Idempotency-Key": "409", "If-Match": "412"}
"""What only a call with this header answers."""
TAGGED = (KEPT, "/api/v1/rulesets/")
"""Reads below these carry an ETag, files that are streamed apart."""

TEXT = {"type": "string"}
PROBLEM = {
    "type": "object",
    "required": ["type", "title", "status", "detail"],
    "properties": {
        "type": TEXT,
        "title": TEXT,
        "status": {"type": "integer"},
        "detail": TEXT,
        "code": TEXT,
        "rule": TEXT,
        "params": {"type": "object", "additionalProperties": {}},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["field", "message"],
                "properties": {"field": TEXT, "message": TEXT},
            },
        },
    },
}
CONTENT = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
METHODS = {"get", "put", "post", "delete", "patch"}
WAIT = {"description": "Seconds to wait", "required": True, "schema": {"type": "integer", "minimum": 1}}
WAYS_IN = {"description": "How to sign in", "required": True, "schema": TEXT}
METHODS_THERE = {"description": "The methods there are", "required": True, "schema": TEXT}
HEADERS = {
    "401": {"WWW-Authenticate": WAYS_IN},
    "405": {"Allow": METHODS_THERE},
    "429": {"Retry-After": WAIT},
    "503": {"Retry-After": WAIT},
}
ETAG = {"ETag": {"description": "Names what was answered", "required": True, "schema": TEXT}}
SEEN = {
    "name": "If-None-Match",
    "in": "header",
    "schema": TEXT,
    "description": "The `ETag` of what the caller has: 304 while it is still so",
}
UNCHANGED = {"description": "What the caller has is still so", "headers": ETAG}


class Schema(SpectacularAPIView):
    """JSON unless YAML is asked for."""

    renderer_classes = [OpenApiJsonRenderer2, OpenApiJsonRenderer, OpenApiYamlRenderer, OpenApiYamlRenderer2]

    def _get_version_parameter(self, request: Request) -> None:
        """There is one version: the one of the path. What is asked for would stand in a header, unread."""


def declare_problems(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Every call may answer with a problem document; spectacular leaves that out."""
    result.setdefault("components", {}).setdefault("schemas", {})["Problem"] = PROBLEM
    for path, operations in result["paths"].items():
        for method, operation in operations.items():
            if method in METHODS:
                declare(operation, READING + more_of(method, operation))
            if method == "get" and path.startswith(TAGGED):
                declare_unchanged(operation)
    return result


def more_of(method: str, operation: dict[str, Any]) -> tuple[str, ...]:
    """The problems that not every call has."""
    if method == "get":
        return ("422",) if operation["operationId"] in ASKING else ()
    headers = {one["name"] for one in operation.get("parameters", ()) if one["in"] == "header"}
    body = () if method == "delete" else ("415",)
    return (*body, "422", *(code for name, code in AFTER.items() if name in headers))


def declare(operation: dict[str, Any], codes: tuple[str, ...]) -> None:
    for code in codes:
        answer = {"description": str(TITLES[int(code)]), "content": CONTENT}
        headers = {"headers": HEADERS[code]} if code in HEADERS else {}
        operation["responses"].setdefault(code, answer | headers)


def declare_unchanged(operation: dict[str, Any]) -> None:
    """A read that need not be sent again."""
    found = operation["responses"]["200"]
    if found.get("content", {}).keys() & {"application/json", pictures.MEDIA_TYPE}:
        found["headers"] = ETAG
        operation.setdefault("parameters", []).append(SEEN)
        operation["responses"].setdefault("304", UNCHANGED)
