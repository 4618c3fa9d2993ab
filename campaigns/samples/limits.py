"""What a sample is not for: whatever leads out of it, or others in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model
from django.db.models import QuerySet

from campaigns.access import Entrance
from campaigns.answers import Refusal, unprocessable
from rules.kernel.text import Text

if TYPE_CHECKING:
    from accounts.models import User

KEEP_FIRST = Text(
    "Ceci est un essai, à vous seul : gardez-le d’abord, en créant un compte.",
    "This is a sample, for you alone: keep it first, by creating an account.",
)


def visitors() -> QuerySet[User]:
    return get_user_model().objects.filter(sample_until__isnull=False)


def refused(entrance: Entrance) -> Refusal | None:
    """Where whoever asks is a visitor."""
    is_visitor = visitors().filter(seats=entrance.seat.pk).exists()
    return unprocessable("sample", KEEP_FIRST) if is_visitor else None
