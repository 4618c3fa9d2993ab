"""Which notices somebody wants, campaign by campaign; and whether they come by mail too."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime, time, timedelta
from typing import Any

from django.core import signing

from accounts.models import User
from campaigns import zones
from campaigns.access import seats_of
from campaigns.models import Seat
from deliveries.models import Digest, Wish
from deliveries.notices.models import Topic
from jobs import clock
from jobs.transactions import writing

HOUR = time(8)
"""Of the morning, when the mail of the day goes out."""
SALT = "questkeep.digest"


def wish_of(seat: Seat) -> Wish:
    found = Wish.objects.filter(seat=seat).first()
    return found or Wish(seat=seat)


def wanted(wish: Wish) -> list[str]:
    """The topics that are told."""
    return [topic for topic in Topic.values if topic not in wish.muted.split()]


def save(seat: Seat, topics: Collection[str], *, mail: bool) -> Wish:
    muted = " ".join(topic for topic in Topic.values if topic not in topics)
    with writing():
        wish, _is_new = Wish.objects.update_or_create(seat=seat, defaults={"muted": muted, "mail": mail})
        if seat.user is not None:
            arrange(seat.user)
    return wish


def arrange(user: User) -> None:
    """A daily mail for who wants one from at least one campaign, and none for anybody else."""
    if mailed(user).exists():
        Digest.objects.get_or_create(user=user, defaults={"due_at": next_morning(user, clock.now())})
    else:
        Digest.objects.filter(user=user).delete()


def mailed(user: User) -> Any:
    """The seats from which the person wants mail."""
    return seats_of(user).filter(wish__mail=True).order_by("pk")


def next_morning(user: User, after: datetime) -> datetime:
    """Eight o'clock where the person plays: by the clock of the first campaign they want mail from."""
    seat = mailed(user).first()
    zone = zones.zone(seat.campaign.timezone if seat else "")
    day = after.astimezone(zone).date()
    found = datetime.combine(day, HOUR, zone)
    if found <= after:
        found = datetime.combine(day + timedelta(days=1), HOUR, zone)
    return found.astimezone(UTC)


def token_of(user: User) -> str:
    """What ends the mail without signing in: it says whose, and nobody else can make one."""
    return signing.dumps(user.pk, salt=SALT)


def stop_mail(token: str) -> bool:
    """Whether the token is one of ours. Used again it is no error: no mail comes then either."""
    user = whose(token)
    if user is None:
        return False
    with writing():
        Wish.objects.filter(seat__user=user).update(mail=False)
        Digest.objects.filter(user=user).delete()
    return True


def whose(token: str) -> User | None:
    try:
        return User.objects.filter(pk=signing.loads(token, salt=SALT)).first()
    except signing.BadSignature:
        return None
