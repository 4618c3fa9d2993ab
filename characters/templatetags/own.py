"""The heroes of a person, wherever they play."""

from __future__ import annotations

from typing import Any

from django import template
from django.db.models import Exists, OuterRef

from accounts.models import User
from campaigns.models import HeroOwner, HeroRow

register = template.Library()


def heroes_of(user: User) -> Any:
    """Across the campaigns one sits in, the newest campaign first; in one query."""
    own = HeroOwner.objects.filter(
        campaign=OuterRef("campaign"), hero=OuterRef("key"), seat__user=user, seat__removed_at=None
    )
    playing = HeroRow.objects.filter(Exists(own), campaign__deleted_at=None).select_related("campaign")
    return playing.order_by("-campaign__created_at", "id")


@register.inclusion_tag("characters/_own_heroes.html")
def own_heroes(user: User) -> dict[str, Any]:
    return {"heroes": list(heroes_of(user))}
