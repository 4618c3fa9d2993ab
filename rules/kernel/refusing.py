"""Violations filled in."""

from __future__ import annotations

from rules.kernel.messages import Violation
from rules.kernel.text import Text


def refuse(
    code: str, fr: str, en: str, rule: str, *, field: str | None = None, **params: int | str | Text
) -> Violation:
    """A violation; `{placeholders}` of both wordings are filled from `params`."""
    return Violation(code=code, message=Text(fr, en)(**params), rule=rule, params=dict(params), field=field)
