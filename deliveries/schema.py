"""The schemas of what this app reads and answers, for the OpenAPI document."""

from __future__ import annotations

from typing import Any

from campaigns.api.components import of_types
from deliveries.notices import api as notices
from deliveries.schedules import api as schedules

Schema = dict[str, Any]


def add(result: Schema, **kwargs: Any) -> Schema:
    """A postprocessing hook of the schema generator, before the one that looks at bodies."""
    found = of_types((*notices.SPOKEN, *schedules.SPOKEN))
    result.setdefault("components", {}).setdefault("schemas", {}).update(found)
    return result
