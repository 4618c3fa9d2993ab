"""Refusals of the campaigns as problem documents."""

from __future__ import annotations

from typing import Any

from rest_framework.exceptions import APIException

from campaigns.answers import Refusal, malformed
from campaigns.localising import language, localised
from rules.kernel.text import Text


class Refused(APIException):
    """A Refusal on its way out, in the caller's language."""

    def __init__(self, refusal: Refusal) -> None:
        spoken = language()
        super().__init__(refusal.message.in_(spoken))
        self.status_code = refusal.status
        self.code = refusal.code
        self.rule = refusal.rule
        says = refusal.status not in (400, 404)
        self.params: dict[str, Any] | None = localised(refusal.params) if says else None
        errors = [{"field": field, "message": text.in_(spoken)} for field, text in refusal.errors]
        self.errors = errors or None


def bad(field: str, message: Text) -> Refused:
    """400: `field`, a parameter or a header is malformed."""
    return Refused(malformed(field, message))


def unless_refused(answer: Any) -> Any:
    """The answer, where it is none of refusal."""
    if isinstance(answer, Refusal):
        raise Refused(answer)
    return answer
