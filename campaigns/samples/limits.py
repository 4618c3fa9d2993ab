"""What a sample is not for: whatever leads out of it, or others in."""

from __future__ import annotations

from django.contrib.auth import get_user_model

from campaigns.access import Entrance
from campaigns.answers import Refusal, unprocessable
from rules.kernel.text import Text

KEEP_FIRST = Text(
    "Ceci est un essai, à vous seul : gardez-le d’abord, en créant un compte.",
    "This is a sample, for you alone: keep it first, by creating an account.",
)


def refused(entrance: Entrance) -> Refusal | None:
    """Where whoever asks is a visitor."""
    visitors = get_user_model().objects.filter(sample_until__isnull=False)
    is_visitor = visitors.filter(pk=entrance.seat.user_id).exists()
    return unprocessable("sample", KEEP_FIRST) if is_visitor else None
