"""What a person wants to hear of, campaign by campaign, for the account page."""

from __future__ import annotations

from django import template

from accounts.models import User
from deliveries.notices.views import WishForm, forms_of

register = template.Library()


@register.simple_tag
def wish_forms(user: User) -> list[WishForm]:
    return forms_of(user)
