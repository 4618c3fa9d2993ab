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

from config.problems import MEDIA_TYPE, TITLES

ASKING = frozenset({"odds_read", "versus_read", "fights_read"})
"""What is only read and may yet be refused by the rules."""
READING = ("400", "401", "403", "404", "405", "406", "429")
WRITING = ("409", "412", "413", "415", "422")

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


class Schema(SpectacularAPIView):
    """JSON unless YAML is asked for."""

    renderer_classes = [OpenApiJsonRenderer2, OpenApiJsonRenderer, OpenApiYamlRenderer, OpenApiYamlRenderer2]

    def _get_version_parameter(self, request: Request) -> None:
        """There is one version: the one of the path. What is asked for would stand in a header, unread."""


def declare_problems(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Every call may answer with a problem document; spectacular leaves that out."""
    result.setdefault("components", {}).setdefault("schemas", {})["Problem"] = PROBLEM
    for path in result["paths"].values():
        for method, operation in path.items():
            if method in METHODS:
                refused = ("422",) if operation["operationId"] in ASKING else ()
                declare(operation, READING + (refused if method == "get" else WRITING))
    return result


def declare(operation: dict[str, Any], codes: tuple[str, ...]) -> None:
    for code in codes:
        answer = {"description": str(TITLES[int(code)]), "content": CONTENT}
        operation["responses"].setdefault(code, answer)
