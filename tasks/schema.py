"""The schemas of what this app reads and answers, for the OpenAPI document."""

from __future__ import annotations

from typing import Any

from campaigns.api.components import of_types
from tasks.api import SPOKEN

Schema = dict[str, Any]


def add(result: Schema, **kwargs: Any) -> Schema:
    """A postprocessing hook of the schema generator, before the one that looks at bodies."""
    result.setdefault("components", {}).setdefault("schemas", {}).update(of_types(SPOKEN))
    return result
