"""What somebody is told, for tests."""

from __future__ import annotations

from accounts.models import User
from campaigns.models import Seat
from deliveries.models import Notice
from deliveries.notices import telling, wishes
from deliveries.notices.models import Topic
from jobs import running
from rules.kernel.text import same
from tests.campaigns.group import Group


def told(user: User, topic: str = "") -> list[str]:
    """In English, the oldest first; after everything that waits has been delivered."""
    running.run_due()
    rows = Notice.objects.filter(user=user).order_by("created_at", "key")
    return [row.en for row in (rows.filter(topic=topic) if topic else rows)]


def tells(group: Group, user: User, text: str, topic: Topic = Topic.QUEST, key: str = "") -> None:
    seats = Seat.objects.filter(campaign=group.campaign, user=user)
    path = telling.path("campaign", group.campaign.pk)
    telling.tell(seats, topic, key or text, same(text), path)


def wants_mail(group: Group, user: User) -> None:
    wishes.save(group.seat(user), Topic.values, mail=True)
