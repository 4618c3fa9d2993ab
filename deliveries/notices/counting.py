"""How many notices wait: counted by the very query that reads who is signed in."""

from __future__ import annotations

from typing import Any, cast

from allauth.account.auth_backends import AuthenticationBackend
from django.db.models import Count, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.models import User
from campaigns.models import Role
from deliveries.models import Notice
from deliveries.notices.models import MASTERS
from rules.kernel.registry import rulesets


def here() -> Q:
    """Of campaigns that are there and where the person sits; what is for who runs the table, for as long as they do."""
    alone = [key for key, book in rulesets().items() if not book.needs_gm]
    runs_table = Q(seat__role=Role.GM) | Q(seat__owner=True, seat__campaign__ruleset__in=alone)
    return Q(seat__removed_at=None, seat__campaign__deleted_at=None) & (~Q(topic__in=MASTERS) | runs_table)


def notices_of(user: User | int) -> QuerySet[Notice]:
    """Those of campaigns the person still sits in, the newest first."""
    return Notice.objects.filter(here(), user=user, seat__user=user).select_related("seat__campaign")


class Backend(AuthenticationBackend):
    """Gives the signed-in person an `unread`, which the header of every page shows."""

    def get_user(self, user_id: Any) -> User | None:
        theirs = Notice.objects.filter(here(), user=OuterRef("pk"), seat__user=OuterRef("pk"), read_at=None)
        counted = theirs.order_by().values("user").annotate(number=Count("pk")).values("number")
        unread = Coalesce(Subquery(counted, output_field=IntegerField()), 0)
        found = User.objects.annotate(unread=unread).filter(pk=user_id).first()
        return cast(User, found) if found is not None and self.user_can_authenticate(found) else None
