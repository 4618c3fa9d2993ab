"""How many notices wait: counted by the very query that reads who is signed in."""

from __future__ import annotations

from typing import Any, cast

from allauth.account.auth_backends import AuthenticationBackend
from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.models import User
from deliveries.models import Notice

HERE = {"seat__removed_at": None, "seat__campaign__deleted_at": None}


def notices_of(user: User | int) -> QuerySet[Notice]:
    """Those of campaigns the person still sits in, the newest first."""
    return Notice.objects.filter(user=user, seat__user=user, **HERE).select_related("seat__campaign")


class Backend(AuthenticationBackend):
    """Gives the signed-in person an `unread`, which the header of every page shows."""

    def get_user(self, user_id: Any) -> User | None:
        theirs = Notice.objects.filter(user=OuterRef("pk"), seat__user=OuterRef("pk"), read_at=None, **HERE)
        counted = theirs.order_by().values("user").annotate(number=Count("pk")).values("number")
        unread = Coalesce(Subquery(counted, output_field=IntegerField()), 0)
        found = User.objects.annotate(unread=unread).filter(pk=user_id).first()
        return cast(User, found) if found is not None and self.user_can_authenticate(found) else None
